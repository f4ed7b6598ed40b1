import { type Item, type PetId, type PetStatus, quantityMax } from '@pawstock/shared/item.ts';
import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import {
  type Details,
  type DetailsUpdate,
  detailFields,
  detailsAfter,
  detailsJson,
  noDetails,
  type PetDetails,
} from '@pawstock/shared/pet-details.ts';
import type { Limits } from '../limits.ts';
import { barcodeClash } from './barcodes.ts';
import type { Refusal } from './errors.ts';
import {
  petVersionMismatch,
  petVersionRequired,
  reservationVersionRequired,
} from './expected-version.ts';
import { type IdempotencyRecord, replay } from './idempotency.ts';
import {
  type BatchReservations,
  type Held,
  nextReservation,
  type Reservation,
  type ReservationCommand,
  type ReserveCommand,
  type ReservedItem,
  reservationJson,
  versionOf,
} from './reservation.ts';
import type { Command, Outcome, Write } from './write.ts';

/**
 * The rules for changing stock. `applyWrites` reads the pets that the writes name, lets these rules
 * decide, and stores the results. So SQLite and PostgreSQL follow the same rules, which are tested
 * without a database: docs/decisions/0012.
 */

export type CurrentState = {
  readonly item: (petId: PetId) => Item | undefined;
  readonly details: (petId: PetId) => Details;
  readonly barcodeHolder: (barcode: string) => PetId | undefined;
  readonly reservations: BatchReservations;
  readonly idempotencyRecord: IdempotencyRecord | undefined;
  readonly nextSeq: number;
  readonly atMs: number;
  readonly limits: Limits;
};

export function decide(write: Write, current: CurrentState): Outcome {
  const { idempotencyRecord } = current;
  if (idempotencyRecord !== undefined) return replay(idempotencyRecord, write.idempotency);
  if (write.reservation !== undefined) return decideReservation(write, write.reservation, current);
  const entries: LedgerEntry[] = [];
  for (const [index, command] of write.commands.entries()) {
    const item = current.item(command.petId);
    const refusal = refusalOf(command, item, write.requireVersion, current);
    if (refusal !== undefined)
      return { result: 'refused', refusal: write.batch ? atRow(refusal, index) : refusal };
    if (command.kind === 'details' || isUnchangedImport(command, item)) continue;
    entries.push({
      seq: current.nextSeq + entries.length,
      petId: command.petId,
      kind: command.kind,
      before: item?.quantity ?? null,
      after: quantityAfter(command, item),
      status: statusAfter(command, item),
      reason: command.reason ?? null,
      note: command.note ?? null,
      key: write.key,
      requestId: write.requestId,
      atMs: current.atMs,
      reservation: null,
    });
  }
  if (!write.commands.some(namesDetails)) return { result: 'applied', entries };
  const details = detailsAfterWrite(write.commands, current);
  const clash = barcodeClash(details, current.barcodeHolder);
  if (clash !== undefined) {
    const index = write.commands.findIndex(({ petId }) => petId === clash.petId);
    return {
      result: 'refused',
      refusal: write.batch ? atRow(clash.refusal, index) : clash.refusal,
    };
  }
  const [first] = details.values();
  const body =
    first !== undefined && write.commands[0]?.kind === 'details' ? detailsJson(first) : null;
  return { result: 'applied', entries, details: [...details.values()], body };
}

/**
 * Accepts or refuses a reservation command. reservation.ts computes the next state; the stock is
 * checked here.
 */
function decideReservation(
  write: Write,
  command: ReservationCommand,
  current: CurrentState,
): Outcome {
  const { reservations, atMs, nextSeq } = current;
  const found = reservations.get(command.id);
  const isNew = command.kind === 'reserve' && found?.state !== 'active';
  // A refusal also states the current version of the reservation, which becomes the ETag of the
  // response.
  const version = found && { version: versionOf(found) };
  const refuse = (refusal: Refusal): Outcome => ({
    result: 'refused',
    refusal: { ...refusal, ...version },
  });
  if (write.requireVersion && command.expected === null && !isNew)
    return refuse(reservationVersionRequired(command.id));
  const asked = command.kind === 'reserve' ? command.items : [];
  const unknown = asked.findIndex(({ petId }) => current.item(petId) === undefined);
  if (unknown >= 0)
    return refuse(atRow(petNotFound((asked[unknown] as ReservedItem).petId), unknown));
  const revision = reservations.revision + 1;
  const after = nextReservation(found, command, { atMs, key: write.key ?? '', revision, nextSeq });
  if ('code' in after) return refuse(after);
  const entries =
    command.kind === 'sell' ? saleOf(after, command.note ?? after.note, write, current) : [];
  if (!Array.isArray(entries)) return refuse(entries);
  const refusal = command.kind === 'reserve' ? reserveRefusal(command, current) : undefined;
  if (refusal !== undefined) return refuse(refusal);
  const body =
    command.kind === 'reserve' || command.kind === 'change' ? reservationJson(after) : null;
  const changed = after === found ? {} : { reservation: after };
  return {
    result: 'applied',
    entries,
    ...changed,
    created: isNew,
    body,
    version: versionOf(after),
  };
}

/**
 * Says why stock cannot be reserved; undefined if it can. What a replaced reservation has reserved
 * counts as free.
 */
function reserveRefusal(
  { id, items }: ReserveCommand,
  { item, reservations, limits }: CurrentState,
) {
  for (const [index, { petId, quantity }] of items.entries()) {
    const refusal = shortage(
      item(petId) as Item,
      quantity,
      reservations.heldBeside(petId, id),
      'Reserve',
    );
    if (refusal !== undefined) return atRow(refusal, index);
  }
  const rowCount = reservations.rowCount - reservations.itemsHeldBy(id).length + items.length;
  return rowCount > limits.reservationRowsInStoreMax
    ? tooManyReservations(limits.reservationRowsInStoreMax)
    : undefined;
}

/**
 * The ledger entries of a reservation's sale, or a refusal. If stock is short, the reservation sold
 * first gets it.
 */
function saleOf(
  { id, items }: Reservation,
  note: string | null,
  write: Write,
  current: CurrentState,
) {
  const { key, requestId } = write;
  const entries: LedgerEntry[] = [];
  for (const [index, { petId, quantity }] of items.entries()) {
    const item = current.item(petId);
    if (item === undefined) return atRow(removedMeanwhile(petId), index);
    const refusal = shortage(item, quantity, { quantity: 0, untilMs: 0 }, 'Sell');
    if (refusal !== undefined) return atRow(refusal, index);
    const levels = { before: item.quantity, after: item.quantity - quantity, status: item.status };
    const remarks = {
      reason: 'sale',
      note,
      key,
      requestId,
      atMs: current.atMs,
      reservation: id,
    } as const;
    entries.push({ seq: current.nextSeq + index, petId, kind: 'adjust', ...levels, ...remarks });
  }
  return entries;
}

/** The pets' details after a write. A removed pet loses its details. */
function detailsAfterWrite(
  commands: readonly Command[],
  current: CurrentState,
): Map<PetId, PetDetails> {
  return new Map(
    commands.filter(namesDetails).map((command) => {
      const { petId } = command;
      const after =
        command.kind === 'delete' ? noDetails : detailsAfter(current.details(petId), command);
      return [petId, { petId, ...after }];
    }),
  );
}

export function namesDetails(
  command: Command,
): command is Extract<Command, DetailsUpdate | { kind: 'delete' }> {
  if (command.kind === 'set' || command.kind === 'adjust') return false;
  if (command.kind === 'delete') return true;
  return detailFields.some((field) => command[field] !== undefined);
}

/**
 * Says why a command is refused; undefined if it is not. A missing version is checked first, and
 * the stock last.
 */
function refusalOf(
  command: Command,
  item: Item | undefined,
  requireVersion: boolean,
  { reservations }: CurrentState,
): Refusal | undefined {
  const { petId, expected } = command;
  const adds = item === undefined && (command.kind === 'put' || command.kind === 'import');
  if (requireVersion && expected === null && !adds) return petVersionRequired(petId);
  if (item === undefined && !adds) return petNotFound(petId);
  const mismatch = petVersionMismatch(petId, item, expected);
  if (mismatch !== undefined || command.kind !== 'adjust' || item === undefined) return mismatch;
  return adjustmentRefusal(command.delta, item, reservations.heldBeside(petId));
}

function adjustmentRefusal(delta: number, item: Item, held: Held): Refusal | undefined {
  const { petId, quantity } = item;
  if (delta < 0) return shortage(item, -delta, held, 'Remove');
  if (delta > quantityMax - quantity) {
    return {
      code: 'invalid_value',
      petId,
      message: `delta: pet ${petId} has ${quantity} in stock; a delta of ${delta} would pass the maximum of ${quantityMax}.`,
    };
  }
  return undefined;
}

/**
 * Refuses to take or reserve more than the free stock. Stock that other reservations hold is not
 * free.
 */
function shortage(
  { petId, quantity }: Item,
  wanted: number,
  held: Held,
  verb: 'Remove' | 'Reserve' | 'Sell',
): Refusal | undefined {
  const free = Math.max(0, quantity - held.quantity);
  if (wanted <= free) return undefined;
  const until = new Date(held.untilMs).toISOString();
  const advice = free === 0 ? 'Wait, or release a reservation' : `${verb} at most ${free}`;
  let message = `Pet ${petId} has ${quantity} in stock, and ${held.quantity} reserved until ${until} at the latest. ${advice}.`;
  if (held.quantity === 0)
    message = `Pet ${petId} has only ${quantity} in stock. ${verb} at most ${quantity}.`;
  if (quantity === 0)
    message = `Pet ${petId} is out of stock. Add stock before you ${verb.toLowerCase()} any.`;
  return { code: 'insufficient_stock', message, petId, available: free };
}

function quantityAfter(command: Command, item: Item | undefined): number | null {
  if (command.kind === 'delete' || command.kind === 'details') return null;
  return command.kind === 'adjust' ? (item?.quantity ?? 0) + command.delta : command.quantity;
}

/**
 * Only the commands `put` and `import` set a pet's status. Selling the last one does not:
 * docs/decisions/0001.
 */
function statusAfter(command: Command, item: Item | undefined): PetStatus {
  const status = command.kind === 'put' || command.kind === 'import' ? command.status : null;
  return status ?? item?.status ?? 'available';
}

/**
 * An unchanged row of an imported file writes nothing, so importing the file again does not fill
 * the ledger.
 */
function isUnchangedImport(command: Command, item: Item | undefined): boolean {
  if (command.kind !== 'import' || item === undefined) return false;
  return command.quantity === item.quantity && statusAfter(command, item) === item.status;
}

export const petNotFound = (petId: PetId): Refusal => ({
  code: 'pet_not_found',
  petId,
  message: `There is no pet ${petId} in the inventory. List the inventory to see which pets exist.`,
});

const removedMeanwhile = (petId: PetId): Refusal => ({
  code: 'insufficient_stock',
  petId,
  available: 0,
  message: `Pet ${petId} is no longer in the inventory, so what is reserved of it cannot be sold.`,
});

const tooManyReservations = (rowsMax: number): Refusal => ({
  code: 'too_many_reservations',
  message: `All active reservations together may have ${rowsMax} rows. Release some, or wait until some expire.`,
});

export function atRow(refusal: Refusal, index: number): Refusal {
  return { ...refusal, row: index + 1, message: `Row ${index + 1}: ${refusal.message}` };
}
