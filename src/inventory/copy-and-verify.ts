import type { Item, PetId, PetStatus } from '../domain/item.ts';
import { hasDetails } from '../domain/pet-details.ts';
import { limits } from '../limits.ts';
import { collect } from '../store/contents.ts';
import type { Store, StoreContents } from '../store/store.ts';
import { detailsTable, type Query, type ReservationRow, reservationTable, sql } from '../store/tables.ts';

/**
 * Moves everything from one store to another that is empty, and checks what has arrived. Undefined where it is not empty.
 * `latestMs` takes the place of every later time, which a clock that was ahead has left.
 */
export async function copyStore(
  from: Store,
  to: Store,
  onProgress: (entries: number) => void,
  latestMs = Number.POSITIVE_INFINITY,
): Promise<Verification | undefined> {
  const copied = await from.readAll(async (all) => {
    const contents = contentsUpTo(all, latestMs);
    return (await to.restore(contents, onProgress)) ? textOf(contents) : undefined;
  });
  if (copied === undefined) return undefined;
  const { differences, entries, items } = await verify(to, () => undefined);
  const same = (await to.readAll(textOf)) === copied;
  return {
    entries,
    items,
    differences: same ? differences : [...differences, 'The copy does not hold what the store held.'],
  };
}

/** Times of what has happened. The end of a key or a secret is in the future anyway. */
const pastTimes = ['atMs', 'createdAtMs', 'revokedAtMs', 'lastUsedAtMs', 'failingSinceMs', 'nextAttemptAtMs'].concat([
  'disabledAtMs',
  'lastAnswerAtMs',
  'pausedAtMs',
]);

function contentsUpTo(contents: StoreContents, latestMs: number): StoreContents {
  const upTo = <T extends object>(row: T): T => {
    const times = Object.entries(row).filter(([field, value]) => pastTimes.includes(field) && value > latestMs);
    return { ...row, ...Object.fromEntries(times.map(([field]) => [field, latestMs])) };
  };
  const latestExpiryMs = latestMs + limits.reservationSecondsMax * 1000;
  return {
    ...contents,
    atMs: Math.min(contents.atMs, latestMs),
    entries: async function* () {
      for await (const page of contents.entries()) yield page.map(upTo);
    },
    rows: async (table) => {
      const rows = (await contents.rows(table)).map(upTo);
      if (table.name !== reservationTable.name) return rows;
      return rows.map((row) => ({
        ...row,
        expiresAtMs: Math.min((row as ReservationRow).expiresAtMs, latestExpiryMs),
      }));
    },
  };
}

/** What there is beside the ledger, which `verify` replays. */
async function textOf({ lastSeq, items, details, rows }: StoreContents): Promise<string> {
  const levels = (await collect(items())).map(
    ({ petId, quantity, status, version }) => `${petId} ${quantity} ${status} ${version}`,
  );
  const described = (await collect(details())).map((row) => detailsTable.toRow(row).join(' '));
  const reserved = (await rows(reservationTable)).map((row) => reservationTable.toRow(row).join(' '));
  return [lastSeq, ...levels, ...described, ...reserved].join('\n');
}

export type Verification = {
  readonly entries: number;
  readonly items: number;
  /** What is wrong, a sentence each; empty if all is well. */
  readonly differences: readonly string[];
};

/** Replays the whole ledger and compares what comes out with the stock levels, as one moment has both. */
export async function verify(store: Store, onProgress: (entries: number) => void): Promise<Verification> {
  const replayed = new Map<PetId, ReplayedEntry>();
  const differences: string[] = [];
  let seq = 0n;
  const replay = (entry: ReplayedEntry) => {
    const [nextSeq, petId, before, after] = entry;
    if (nextSeq !== seq + 1n) differences.push(`The ledger goes from entry ${seq} to entry ${nextSeq}.`);
    seq = nextSeq;
    const ended = replayed.get(petId)?.[3] ?? null;
    if (before !== ended) differences.push(brokenChain(entry, ended));
    if (after === null) replayed.delete(petId);
    else replayed.set(petId, entry);
  };
  const { items, details } = await store.readAll(async (contents) => {
    for (let page = await contents.select(replayedAfter(0n)); page.length > 0; ) {
      page.forEach(replay);
      onProgress(Number(seq));
      page = await contents.select(replayedAfter(seq));
    }
    differences.push(...(await contents.select(strangeReservations)));
    return { items: await collect(contents.items()), details: await collect(contents.details()) };
  });
  const petIds = new Set(items.map(({ petId }) => petId));
  const holders = new Map<string, PetId>();
  for (const some of details.filter(hasDetails)) {
    const { petId, barcode } = some;
    if (!petIds.has(petId)) differences.push(`Pet ${petId}: it has details, and there is no such item.`);
    if (barcode === null) continue;
    const other = holders.get(barcode);
    if (other !== undefined) differences.push(`Pets ${other} and ${petId} have the same barcode, ${barcode}.`);
    holders.set(barcode, petId);
  }
  for (const item of items) {
    differences.push(...differenceOf(item, replayed.get(item.petId)));
    replayed.delete(item.petId);
  }
  for (const [version, petId, , after] of replayed.values()) {
    differences.push(`Pet ${petId}: the ledger has ${after} (entry ${version}), and there is no such item.`);
  }
  return { entries: Number(seq), items: items.length, differences };
}

/** What a replay needs of an entry, as the store has it: five million entries take half the time this way. */
type ReplayedEntry = readonly [
  seq: bigint,
  petId: PetId,
  before: bigint | null,
  after: bigint | null,
  status: PetStatus,
];

const replayedPerPage = 8_192;

const replayedAfter = (seq: bigint): Query<ReplayedEntry> => ({
  ...sql`
    select seq, pet_id, before, after, status from ledger where seq > ${seq} order by seq limit ${replayedPerPage}`,
  areArrays: true,
  fromRow: (row) => row as unknown as ReplayedEntry,
});

/** A pet may be removed while some of it is reserved, but what was never there cannot be reserved. */
const strangeReservations: Query<string> = {
  ...sql`select id, pet_id from reservation where pet_id not in (select pet_id from ledger) order by id, pet_id`,
  fromRow: ({ id, pet_id }) => `Reservation ${id} holds pet ${pet_id}, and there has never been such a pet.`,
};

function brokenChain([seq, petId, before]: ReplayedEntry, ended: bigint | null): string {
  return `Pet ${petId}: entry ${seq} begins at ${before ?? 'nothing'}, and the one before it ends at ${ended ?? 'nothing'}.`;
}

function differenceOf(item: Item, replayed: ReplayedEntry | undefined): string[] {
  if (replayed === undefined)
    return [`Pet ${item.petId}: the item has ${item.quantity}, and the ledger has no such pet.`];
  const [seq, , , after, status] = replayed;
  const expected = { quantity: Number(after), status, version: Number(seq) };
  const names = ['quantity', 'status', 'version'] as const;
  return names
    .filter((name) => item[name] !== expected[name])
    .map((name) => `Pet ${item.petId}: the item has ${name} ${item[name]}, and the ledger has ${expected[name]}.`);
}
