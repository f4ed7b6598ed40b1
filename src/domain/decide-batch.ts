import type { Item, PetId } from '@pawstock/shared/item.ts';
import { itemAfter, type LedgerEntry, type SeqRange } from '@pawstock/shared/ledger-entry.ts';
import { noDetails, type PetDetails, sameDetails } from '@pawstock/shared/pet-details.ts';
import type { Limits } from '../limits.ts';
import { decide, namesDetails } from './decide.ts';
import type { Idempotency, IdempotencyRecord } from './idempotency.ts';
import { BatchReservations, type ReadReservations } from './reservation.ts';
import type { Write } from './write.ts';

/**
 * What a database engine reads from the store before `decideBatch` accepts or refuses each write of
 * a batch.
 */
export type BatchState = {
  readonly items: ReadonlyMap<PetId, Item>;
  /**
   * The details of the pets whose details the batch changes, and of the pets that have a barcode
   * the batch assigns.
   */
  readonly details: readonly PetDetails[];
  readonly reservations: ReadReservations;
  readonly idempotencyRecords: ReadonlyMap<string, IdempotencyRecord>;
  readonly lastSeq: number;
  readonly atMs: number;
  readonly limits: Limits;
};

/**
 * A new response to store for an Idempotency-Key, with the first and the last ledger entry of its
 * request.
 */
export type NewIdempotencyRecord = Idempotency & SeqRange & Omit<IdempotencyRecord, 'entries'>;

export function idempotencyRecordName({ caller, key }: Idempotency): string {
  return `${caller} ${key}`;
}

/**
 * The ids of the pets and reservations, and the barcodes, that a database engine looks up for a
 * batch of writes.
 */
export function namedIn(writes: readonly Write[]) {
  const commands = writes.flatMap((write) => write.commands);
  const reserved = writes.flatMap(({ reservation }) =>
    reservation?.kind === 'reserve' ? reservation.items : [],
  );
  const takes = commands.filter((command) => command.kind === 'adjust' && command.delta < 0);
  const details = commands.filter(namesDetails);
  const petIdsOf = (named: readonly { readonly petId: PetId }[]) => [
    ...new Set(named.map(({ petId }) => petId)),
  ];
  return {
    /**
     * The pets that the batch names. The sale of a reservation names only the reservation, not its
     * pets.
     */
    petIds: petIdsOf([...commands, ...reserved]),
    takenFrom: petIdsOf([...takes, ...reserved]),
    reservationIds: [...new Set(writes.flatMap(({ reservation }) => reservation?.id ?? []))],
    /**
     * Whether the batch reserves stock, so that the store's limit on reservations must be checked.
     */
    reserves: reserved.length > 0,
    describedPetIds: petIdsOf(details),
    barcodes: details.flatMap((command) =>
      command.kind === 'delete' ? [] : (command.barcode ?? []),
    ),
  };
}

/**
 * Accepts or refuses the writes of a batch in order: each write sees the changes of the writes
 * before it. Returns an outcome for each write, and everything that the database engine must store.
 */
export function decideBatch(writes: readonly Write[], current: BatchState) {
  const items = new Map<PetId, Item | undefined>();
  const known = new Map(current.details.map((details) => [details.petId, details]));
  const holders = new Map(current.details.map(({ barcode, petId }) => [barcode, petId]));
  const details = new Map<PetId, PetDetails>();
  const reservations = new BatchReservations(current.reservations, current.atMs);
  const entries: LedgerEntry[] = [];
  const idempotencyRecords = new Map(current.idempotencyRecords);
  const newIdempotencyRecords: NewIdempotencyRecord[] = [];
  const { atMs, limits } = current;
  const detailsOf = (petId: PetId) => known.get(petId) ?? noDetails;
  const state = {
    item: (petId: PetId) => (items.has(petId) ? items.get(petId) : current.items.get(petId)),
    details: detailsOf,
    barcodeHolder: (barcode: string) => holders.get(barcode),
    reservations,
  };

  const outcomes = writes.map((write) => {
    const { idempotency } = write;
    const firstSeq = current.lastSeq + entries.length + 1;
    const idempotencyRecord = idempotency
      ? idempotencyRecords.get(idempotencyRecordName(idempotency))
      : undefined;
    const outcome = decide(write, { ...state, idempotencyRecord, nextSeq: firstSeq, atMs, limits });
    if (outcome.result !== 'applied') return outcome;
    entries.push(...outcome.entries);
    for (const entry of outcome.entries) items.set(entry.petId, itemAfter(entry));
    if (outcome.reservation !== undefined) reservations.set(outcome.reservation);
    const changed =
      outcome.details?.filter((after) => !sameDetails(after, detailsOf(after.petId))) ?? [];
    for (const { petId } of changed) holders.delete(known.get(petId)?.barcode ?? null);
    for (const after of changed) {
      known.set(after.petId, after);
      details.set(after.petId, after);
      holders.set(after.barcode, after.petId);
    }
    if (idempotency !== null) {
      const { created = false, body = null, version = null } = outcome;
      const record = { ...idempotency, created, body, version };
      idempotencyRecords.set(idempotencyRecordName(idempotency), {
        ...record,
        entries: outcome.entries,
      });
      newIdempotencyRecords.push({
        ...record,
        firstSeq,
        lastSeq: current.lastSeq + entries.length,
      });
    }
    return outcome;
  });
  return { outcomes, entries, details, reservations, newIdempotencyRecords };
}
