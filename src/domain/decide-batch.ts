import { barcodeKey } from '@pawstock/shared/barcode.ts';
import type { Item, PetId } from '@pawstock/shared/item.ts';
import { itemAfter, type LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import {
  type Details,
  noDetails,
  type PetDetails,
  sameDetails,
} from '@pawstock/shared/pet-details.ts';
import type { Limits } from '../limits.ts';
import { type Changes, decide, namesDetails } from './decide.ts';
import {
  type IdempotencyRecord,
  idempotencyRecordName,
  type NewIdempotencyRecord,
} from './idempotency.ts';
import { BatchReservations, type ReadReservations } from './reservation.ts';
import { callerOf, type Effect, type Outcome, petCommandsOf, type Write } from './write.ts';

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
  readonly idempotencyRecords: ReadonlyMap<string, IdempotencyRecord<Effect>>;
  readonly lastSeq: number;
  readonly atMs: number;
  readonly limits: Limits;
};

/**
 * The ids of the pets and reservations, and the barcodes, that a database engine looks up for a
 * batch of writes.
 */
export function namedIn(writes: readonly Write[]) {
  const commands = writes.flatMap(petCommandsOf);
  const ofReservations = writes.flatMap((write) =>
    write.kind === 'reservation' ? [write.command] : [],
  );
  const reserved = ofReservations.flatMap((command) =>
    command.kind === 'reserve' ? command.items : [],
  );
  const takes = commands.filter((command) => command.kind === 'adjust' && command.delta < 0);
  const details = commands.filter(namesDetails);
  return {
    /**
     * The pets that the batch names. The sale of a reservation names only the reservation, not its
     * pets.
     */
    petIds: petIdsOf([...commands, ...reserved]),
    takenFrom: petIdsOf([...takes, ...reserved]),
    reservationIds: [...new Set(ofReservations.map(({ id }) => id))],
    /**
     * Whether the batch reserves stock, so that the store's limit on reservations must be checked.
     */
    reserves: reserved.length > 0,
    describedPetIds: petIdsOf(details),
    barcodeKeys: details.flatMap((command) => {
      const barcode = command.kind === 'delete' ? null : (command.barcode ?? null);
      return barcode === null ? [] : [barcodeKey(barcode)];
    }),
  };
}

function petIdsOf(named: readonly { readonly petId: PetId }[]): PetId[] {
  return [...new Set(named.map(({ petId }) => petId))];
}

/** The details of pets during a batch of writes. Each write sees the changes of earlier writes. */
class BatchDetails {
  readonly #known: Map<PetId, Details>;
  readonly #holders: Map<string | null, PetId>;
  /** The details that the batch has changed. */
  readonly changed = new Map<PetId, PetDetails>();

  constructor(read: readonly PetDetails[]) {
    this.#known = new Map(read.map((details) => [details.petId, details]));
    this.#holders = new Map(read.map((details) => [keyOf(details), details.petId]));
  }

  readonly get = (petId: PetId): Details => this.#known.get(petId) ?? noDetails;

  readonly barcodeHolder = (barcode: string): PetId | undefined =>
    this.#holders.get(barcodeKey(barcode));

  apply(details: readonly PetDetails[]): void {
    const changed = details.filter((after) => !sameDetails(after, this.get(after.petId)));
    // Two pets may exchange their barcodes, so all of the old ones are cleared before.
    for (const { petId } of changed) this.#holders.delete(keyOf(this.get(petId)));
    for (const after of changed) {
      this.#known.set(after.petId, after);
      this.changed.set(after.petId, after);
      this.#holders.set(keyOf(after), after.petId);
    }
  }
}

function keyOf({ barcode }: Details): string | null {
  return barcode === null ? null : barcodeKey(barcode);
}

/**
 * Accepts or refuses the writes of a batch in order: each write sees the changes of the writes
 * before it. Returns an outcome for each write, and everything that the database engine must store.
 */
export function decideBatch(writes: readonly Write[], current: BatchState) {
  const items = new Map<PetId, Item | undefined>();
  const details = new BatchDetails(current.details);
  const reservations = new BatchReservations(current.reservations, current.atMs, current.limits);
  const entries: LedgerEntry[] = [];
  const idempotencyRecords = new Map(current.idempotencyRecords);
  const newIdempotencyRecords: NewIdempotencyRecord<Effect>[] = [];
  const { atMs, limits } = current;
  const state = {
    item: (petId: PetId) => (items.has(petId) ? items.get(petId) : current.items.get(petId)),
    details: details.get,
    barcodeHolder: details.barcodeHolder,
    reservations,
    atMs,
    limits,
  };

  function apply(changes: Changes): void {
    entries.push(...changes.entries);
    for (const entry of changes.entries) items.set(entry.petId, itemAfter(entry));
    details.apply(changes.details);
    if (changes.reservation !== null) reservations.set(changes.reservation);
  }

  const outcomes = writes.map((write): Outcome => {
    const idempotency = callerOf(write)?.idempotency ?? null;
    const recordName = idempotency && idempotencyRecordName(idempotency);
    const idempotencyRecord = recordName === null ? undefined : idempotencyRecords.get(recordName);
    const nextSeq = current.lastSeq + entries.length + 1;
    const decision = decide(write, { ...state, idempotencyRecord, nextSeq });
    if (decision.result !== 'applied') return decision;

    const { effect, changes } = decision;
    apply(changes);
    if (idempotency !== null && recordName !== null) {
      const { fingerprint } = idempotency;
      idempotencyRecords.set(recordName, { fingerprint, effect });
      const lastSeq = current.lastSeq + entries.length;
      newIdempotencyRecords.push({ ...idempotency, effect, firstSeq: nextSeq, lastSeq });
    }
    return { result: 'applied', effect };
  });
  return { outcomes, entries, details: details.changed, reservations, newIdempotencyRecords };
}
