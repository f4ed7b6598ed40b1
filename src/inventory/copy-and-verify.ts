import type { Item, PetId } from '@pawstock/shared/item.ts';
import { entryDelta, itemAfter, type LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import { hasDetails } from '@pawstock/shared/pet-details.ts';
import { collect, contentsUpTo } from '../store/contents.ts';
import type { Store, StoreContents } from '../store/store.ts';
import {
  type ReservationItemRow,
  type ReservationRow,
  reservationItemTable,
  reservationTable,
} from '../store/tables.ts';

/**
 * Copies everything from one store to an empty one, and checks the copy. Returns undefined if the
 * target is not empty. Changes that a wrong clock has dated after `latestMs` get the time
 * `latestMs`.
 */
export async function copyStore(
  from: Store,
  to: Store,
  onProgress: (entries: number) => void,
  latestMs = Number.POSITIVE_INFINITY,
) {
  const copied = await from.readAll(async (all) => {
    const contents = contentsUpTo(all, latestMs);
    return (await to.restore(contents, onProgress)) ? textOf(contents) : undefined;
  });
  if (copied === undefined) return undefined;
  const verification = await verify(to, () => undefined);
  const isSame = (await to.readAll(textOf)) === copied;
  if (isSame) return verification;
  const difference = 'The copy does not hold what the store held.';
  return { ...verification, differences: [...verification.differences, difference] };
}

/**
 * The stock, details and reservations of a store as text, to compare two stores. The ledger is left
 * to `verify`.
 */
async function textOf({ head, items, details, rows }: StoreContents): Promise<string> {
  const parts = [
    head.seq,
    await collect(items()),
    await collect(details()),
    await rows(reservationTable),
    await rows(reservationItemTable),
  ];
  return JSON.stringify(parts, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}

/** What a replay of the ledger has found. No differences mean that all is well. */
export type Verification = {
  readonly entries: number;
  readonly items: number;
  readonly differences: readonly string[];
};

/**
 * Replays the ledger, compares the result with the stock, details and reservations, and describes
 * each difference.
 */
export async function verify(
  store: Store,
  onProgress: (entries: number) => void,
): Promise<Verification> {
  const lastEntries = new Map<PetId, LedgerEntry>();
  const differences: string[] = [];
  /**
   * Sold items of reservations that no ledger entry has confirmed yet, by the sequence number of the
   * sale's entry.
   */
  const sales = new Map<number, ReservationItemRow>();
  let seq = 0;
  const replay = (entry: LedgerEntry) => {
    const { petId, before } = entry;
    if (entry.seq !== seq + 1)
      differences.push(`The ledger goes from entry ${seq} to entry ${entry.seq}.`);
    seq = entry.seq;
    const ended = lastEntries.get(petId)?.after ?? null;
    if (before !== ended) differences.push(brokenChain(entry, ended));
    lastEntries.set(petId, entry);
    const sold = sales.get(seq);
    if (sold !== undefined && isSaleOf(entry, sold)) sales.delete(seq);
  };
  const { items, details } = await store.readAll(async (contents) => {
    const reservations = await contents.rows(reservationTable);
    const firstSeqs = new Map(reservations.map(({ id, firstSeq }) => [id, firstSeq]));
    const reservedItems = await contents.rows(reservationItemTable);
    differences.push(...reservationDifferences(reservations, reservedItems));
    for (const item of reservedItems) {
      const firstSeq = firstSeqs.get(item.reservationId) ?? null;
      if (firstSeq !== null) sales.set(firstSeq + item.position, item);
    }
    for await (const page of contents.entries()) {
      page.forEach(replay);
      onProgress(seq);
    }
    for (const [sold, { reservationId, petId, quantity }] of sales) {
      differences.push(
        `Reservation ${reservationId} has sold ${quantity} of pet ${petId}, and entry ${sold} does not say so.`,
      );
    }
    for (const { reservationId, petId } of reservedItems) {
      // A reserved pet may have been removed, but it must have existed once.
      if (lastEntries.has(petId)) continue;
      differences.push(
        `Reservation ${reservationId} holds pet ${petId}, and there has never been such a pet.`,
      );
    }
    return { items: await collect(contents.items()), details: await collect(contents.details()) };
  });
  const petIds = new Set(items.map(({ petId }) => petId));
  const holders = new Map<string, PetId>();
  for (const some of details.filter(hasDetails)) {
    const { petId, barcode } = some;
    if (!petIds.has(petId))
      differences.push(`Pet ${petId}: it has details, and there is no such item.`);
    if (barcode === null) continue;
    const other = holders.get(barcode);
    if (other !== undefined)
      differences.push(`Pets ${other} and ${petId} have the same barcode, ${barcode}.`);
    holders.set(barcode, petId);
  }
  for (const item of items) {
    differences.push(...differencesOf(item, lastEntries.get(item.petId)));
    lastEntries.delete(item.petId);
  }
  for (const { seq: version, petId, after } of lastEntries.values()) {
    if (after === null) continue;
    differences.push(
      `Pet ${petId}: the ledger has ${after} (entry ${version}), and there is no such item.`,
    );
  }
  return { entries: seq, items: items.length, differences };
}

/** Compares what each reservation says with its items. */
function reservationDifferences(
  reservations: readonly ReservationRow[],
  reservedItems: readonly ReservationItemRow[],
): string[] {
  const itemsById = Map.groupBy(reservedItems, ({ reservationId }) => reservationId);
  const differences = reservations.flatMap((reservation) => {
    const { id, itemCount } = reservation;
    const items = itemsById.get(id) ?? [];
    itemsById.delete(id);
    const found = items.flatMap((item) => holdDifference(reservation, item) ?? []);
    if (items.length !== itemCount)
      found.push(`Reservation ${id} should have ${itemCount} items, and has ${items.length}.`);
    return found;
  });
  for (const id of itemsById.keys())
    differences.push(`There are items of reservation ${id}, and there is no such reservation.`);
  return differences;
}

/** An item is held until its reservation expires, and no longer once the reservation has ended. */
function holdDifference(
  { id, state, expiresAtMs }: ReservationRow,
  { petId, heldUntilMs }: ReservationItemRow,
): string | undefined {
  const expectedMs = state === 'active' ? expiresAtMs : null;
  if (heldUntilMs === expectedMs) return undefined;
  const held = heldUntilMs === null ? 'not held' : `held until ${timeText(heldUntilMs)}`;
  const end = expectedMs === null ? `is ${state}` : `is active until ${timeText(expectedMs)}`;
  return `Reservation ${id} ${end}, and its pet ${petId} is ${held}.`;
}

const timeText = (ms: number) => new Date(ms).toISOString();

function isSaleOf(entry: LedgerEntry, sold: ReservationItemRow): boolean {
  return (
    entry.reservation === sold.reservationId &&
    entry.petId === sold.petId &&
    entryDelta(entry) === -sold.quantity
  );
}

function brokenChain({ seq, petId, before }: LedgerEntry, ended: number | null): string {
  return `Pet ${petId}: entry ${seq} begins at ${before ?? 'nothing'}, and the one before it ends at ${ended ?? 'nothing'}.`;
}

function differencesOf(item: Item, last: LedgerEntry | undefined): string[] {
  const expected = last && itemAfter(last);
  if (expected === undefined)
    return [`Pet ${item.petId}: the item has ${item.quantity}, and the ledger has no such pet.`];
  const names = ['quantity', 'status', 'version'] as const;
  return names
    .filter((name) => item[name] !== expected[name])
    .map(
      (name) =>
        `Pet ${item.petId}: the item has ${name} ${item[name]}, and the ledger has ${expected[name]}.`,
    );
}
