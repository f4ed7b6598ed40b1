import type { Limits } from '../limits.ts';
import { decide, namesDetails } from './decide.ts';
import type { Item, PetId } from './item.ts';
import { itemAfter, type LedgerEntry, type SeqRange } from './ledger-entry.ts';
import { noDetails, type PetDetails, sameDetails } from './pet-details.ts';
import { BatchReservations, type ReadReservations, type Reservation, type ReservationCommand } from './reservation.ts';
import type { Idempotency, IdempotencyRecord, Write } from './write.ts';

/** What an engine reads before a batch is decided. */
export type BatchState = {
  readonly items: ReadonlyMap<PetId, Item>;
  /** The details of the pets and barcodes that `detailsNamedIn` returns. */
  readonly details: readonly PetDetails[];
  readonly reservations: ReadReservations;
  readonly idempotencyRecords: ReadonlyMap<string, IdempotencyRecord>;
  readonly lastSeq: number;
  readonly atMs: number;
  readonly limits: Limits;
};

/** The entries from `firstSeq` to `lastSeq` are in the ledger. */
export type NewIdempotencyRecord = Idempotency & SeqRange & Omit<IdempotencyRecord, 'entries'>;

/** The key of an idempotency record in a batch's state. */
export function idempotencyRecordName({ caller, key }: Idempotency): string {
  return `${caller} ${key}`;
}

/** The pets that a batch names, each once. The pets of a sale are known only from its reservation. */
export function petIdsIn(writes: readonly Write[]): PetId[] {
  const all = writes.flatMap(({ commands, reservation }) => [...commands, ...itemsOf(reservation)]);
  return [...new Set(all.map(({ petId }) => petId))];
}

const itemsOf = (command: ReservationCommand | undefined) => (command?.kind === 'reserve' ? command.items : []);

/** The reservations that a batch names, and the pets that it takes stock from. Most batches have neither. */
export function reservationsNamedIn(writes: readonly Write[]) {
  const takes = writes.flatMap(({ commands, reservation }) => [
    ...commands.filter((command) => command.kind === 'adjust' && command.delta < 0),
    ...itemsOf(reservation),
  ]);
  return {
    ids: [...new Set(writes.flatMap(({ reservation }) => reservation?.id ?? []))],
    takenFrom: [...new Set(takes.map(({ petId }) => petId))],
    /** Only a new reservation is checked against the limit of rows. */
    reserves: writes.some(({ reservation }) => reservation?.kind === 'reserve'),
  };
}

/** The pets whose details a batch may change, and the barcodes that it gives to pets. */
export function detailsNamedIn(writes: readonly Write[]): { petIds: PetId[]; barcodes: string[] } {
  const commands = writes.flatMap((write) => write.commands.filter(namesDetails));
  const barcodes = commands.flatMap((command) => (command.kind === 'delete' ? [] : (command.barcode ?? [])));
  return { petIds: commands.map(({ petId }) => petId), barcodes };
}

/**
 * Decides writes one after another. Each sees the changes of those before it. Returns what an engine stores, such as the
 * details and reservations that have changed, and the outcomes that the callers are told.
 */
export function decideBatch(writes: readonly Write[], current: BatchState) {
  const items = new Map<PetId, Item | undefined>();
  const known = new Map(current.details.map((details) => [details.petId, details]));
  const holders = new Map(current.details.map(({ barcode, petId }) => [barcode, petId]));
  const details = new Map<PetId, PetDetails>();
  const batchReservations = new BatchReservations(current.reservations, current.atMs);
  const reservations = new Map<string, Reservation>();
  const entries: LedgerEntry[] = [];
  const idempotencyRecords = new Map(current.idempotencyRecords);
  const newIdempotencyRecords: NewIdempotencyRecord[] = [];
  const { atMs, limits } = current;
  const detailsOf = (petId: PetId) => known.get(petId) ?? noDetails;
  const state = {
    item: (petId: PetId) => (items.has(petId) ? items.get(petId) : current.items.get(petId)),
    details: detailsOf,
    barcodeHolder: (barcode: string) => holders.get(barcode),
    reservations: batchReservations,
  };

  const outcomes = writes.map((write) => {
    const { idempotency } = write;
    const firstSeq = current.lastSeq + entries.length + 1;
    const idempotencyRecord = idempotency ? idempotencyRecords.get(idempotencyRecordName(idempotency)) : undefined;
    const outcome = decide(write, { ...state, idempotencyRecord, nextSeq: firstSeq, atMs, limits });
    if (outcome.result !== 'applied') return outcome;
    entries.push(...outcome.entries);
    for (const entry of outcome.entries) items.set(entry.petId, itemAfter(entry));
    if (outcome.reservation !== undefined) {
      batchReservations.set(outcome.reservation);
      reservations.set(outcome.reservation.id, outcome.reservation);
    }
    const changed = outcome.details?.filter((after) => !sameDetails(after, detailsOf(after.petId))) ?? [];
    for (const { petId } of changed) holders.delete(known.get(petId)?.barcode ?? null);
    for (const after of changed) {
      known.set(after.petId, after);
      details.set(after.petId, after);
      holders.set(after.barcode, after.petId);
    }
    if (idempotency !== null) {
      const { fingerprint } = idempotency;
      const { created = false, body = null, version = null } = outcome;
      const response = { created, body, version };
      const record = { fingerprint, entries: outcome.entries, ...response };
      idempotencyRecords.set(idempotencyRecordName(idempotency), record);
      const lastSeq = current.lastSeq + entries.length;
      newIdempotencyRecords.push({ ...idempotency, firstSeq, lastSeq, ...response });
    }
    return outcome;
  });
  const { revision: reservationsRevision } = batchReservations;
  return { outcomes, entries, details, reservations, reservationsRevision, newIdempotencyRecords };
}
