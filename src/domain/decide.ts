import type { Limits } from '../limits.ts';
import type { Refusal } from './errors.ts';
import { type Item, type PetId, type PetStatus, quantityMax } from './item.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import {
  type Details,
  type DetailsUpdate,
  detailFields,
  detailsAfter,
  detailsJson,
  noDetails,
  type PetDetails,
} from './pet-details.ts';
import {
  type ActiveReservations,
  type Held,
  type Reservation,
  type ReservationCommand,
  reservationJson,
} from './reservation.ts';
import type { Command, ExpectedVersion, IdempotencyRecord, Outcome, Write } from './write.ts';

/**
 * Every rule about changing stock. An engine reads what a write names, asks here what is to happen, and stores the result.
 * So all engines agree, and the rules are tested without a database. See docs/decisions/0012.
 */

export type CurrentState = {
  readonly item: (petId: PetId) => Item | undefined;
  readonly details: (petId: PetId) => Details;
  /** The pet that has this barcode. */
  readonly barcodeHolder: (barcode: string) => PetId | undefined;
  readonly reservations: ActiveReservations;
  readonly idempotencyRecord: IdempotencyRecord | undefined;
  readonly nextSeq: number;
  readonly atMs: number;
  readonly limits: Limits;
};

export function decide(write: Write, current: CurrentState): Outcome {
  const { idempotencyRecord } = current;
  if (idempotencyRecord !== undefined) {
    const { fingerprint, entries, created, body } = idempotencyRecord;
    return fingerprint === write.idempotency?.fingerprint
      ? { result: 'replayed', entries, created, body }
      : { result: 'refused', refusal: keyReused };
  }
  const { reservation } = write;
  if (reservation?.kind === 'reserve') return decideReserve(reservation, write.key ?? '', current);
  const ended = reservation && current.reservations.get(reservation.id);
  if (reservation !== undefined && ended === undefined) {
    return { result: 'refused', refusal: reservationNotFound(reservation.id) };
  }
  const commands = ended && reservation?.kind === 'sell' ? saleOf(ended, reservation.note) : write.commands;
  const entries: LedgerEntry[] = [];
  for (const [index, command] of commands.entries()) {
    const item = current.item(command.petId);
    const refusal = ended ? saleRefusal(command, item) : refusalOf(command, item, write.requireVersion, current);
    if (refusal !== undefined) return { result: 'refused', refusal: write.batch ? atRow(refusal, index) : refusal };
    if (command.kind === 'details' || isUnchangedImport(command, item)) continue;
    entries.push({
      seq: current.nextSeq + entries.length,
      petId: command.petId,
      kind: command.kind,
      before: item?.quantity ?? null,
      after: quantityAfter(command, item),
      status: statusAfter(command, item),
      reason: command.reason,
      note: command.note,
      key: write.key,
      requestId: write.requestId,
      atMs: current.atMs,
    });
  }
  if (ended !== undefined) return { result: 'applied', entries, reservation: { id: ended.id, after: undefined } };
  if (!write.commands.some(namesDetails)) return { result: 'applied', entries };
  const details = detailsAfterWrite(write.commands, current);
  const clash = barcodeClash(details, current);
  if (clash !== undefined) {
    const index = write.commands.findIndex(({ petId }) => petId === clash.petId);
    return { result: 'refused', refusal: write.batch ? atRow(clash.refusal, index) : clash.refusal };
  }
  const [first] = details.values();
  const body = first !== undefined && write.commands[0]?.kind === 'details' ? detailsJson(first) : null;
  return { result: 'applied', entries, details: [...details.values()], body };
}

/** A reservation replaces an active one with the same id. What that one holds does not count against the new one. */
function decideReserve(
  { id, items, expiresInMs, note }: Extract<ReservationCommand, { kind: 'reserve' }>,
  key: string,
  { item, reservations, atMs, limits }: CurrentState,
): Outcome {
  for (const [index, { petId, quantity }] of items.entries()) {
    const found = item(petId);
    const refusal = found
      ? shortage(found, quantity, reservations.heldBeside(petId, id), 'Reserve')
      : petNotFound(petId);
    if (refusal !== undefined) return { result: 'refused', refusal: atRow(refusal, index) };
  }
  const existing = reservations.get(id);
  const rows = reservations.rows - (existing?.items.length ?? 0) + items.length;
  if (rows > limits.reservationRowsInStoreMax)
    return { result: 'refused', refusal: tooManyReservations(limits.reservationRowsInStoreMax) };
  const createdAtMs = existing?.createdAtMs ?? atMs;
  const after: Reservation = { id, items, expiresAtMs: atMs + expiresInMs, createdAtMs, key, note };
  const created = existing === undefined;
  return { result: 'applied', entries: [], reservation: { id, after }, created, body: reservationJson(after) };
}

function saleOf({ id, items }: Reservation, note: string | null): Command[] {
  const remarks = { expected: null, reason: 'sale', note: note ?? `reservation ${id}` } as const;
  return items.map(({ petId, quantity }) => ({ kind: 'adjust', petId, delta: -quantity, ...remarks }));
}

/** The details after the write of the pets whose details it names. A removed pet loses its details. */
function detailsAfterWrite(commands: readonly Command[], current: CurrentState): Map<PetId, PetDetails> {
  return new Map(
    commands.filter(namesDetails).map((command) => {
      const { petId } = command;
      const after = command.kind === 'delete' ? noDetails : detailsAfter(current.details(petId), command);
      return [petId, { petId, ...after }];
    }),
  );
}

type DetailsCommand = Extract<Command, DetailsUpdate | { kind: 'delete' }>;

export function namesDetails(command: Command): command is DetailsCommand {
  if (command.kind === 'set' || command.kind === 'adjust') return false;
  if (command.kind === 'delete') return true;
  return detailFields.some((field) => command[field] !== undefined);
}

/** Two pets may not have the same barcode. The pets of one write may exchange theirs. */
function barcodeClash(
  changed: ReadonlyMap<PetId, PetDetails>,
  current: CurrentState,
): { readonly petId: PetId; readonly refusal: Refusal } | undefined {
  const given = new Map<string, PetId>();
  for (const { petId, barcode } of changed.values()) {
    if (barcode === null) continue;
    const holder = current.barcodeHolder(barcode);
    const keepsIt = holder !== undefined && (changed.get(holder) ?? { barcode }).barcode === barcode;
    const other = given.get(barcode) ?? (keepsIt && holder !== petId ? holder : undefined);
    if (other !== undefined) return { petId, refusal: barcodeTaken(barcode, other) };
    given.set(barcode, petId);
  }
  return undefined;
}

/** The first fault in this order: no version stated, no such pet, another version, and then those of the change itself. */
function refusalOf(
  command: Command,
  item: Item | undefined,
  requireVersion: boolean,
  { reservations }: CurrentState,
): Refusal | undefined {
  const { petId, expected } = command;
  const adds = item === undefined && (command.kind === 'put' || command.kind === 'import');
  if (requireVersion && expected === null && !adds) return preconditionRequired(petId);
  if (item === undefined && !adds) return petNotFound(petId);
  if (expected !== null && !matches(expected, item)) return versionMismatch(petId, item, expected);
  if (command.kind === 'adjust' && item !== undefined) {
    return adjustmentRefusal(command.delta, item, reservations.heldBeside(petId));
  }
  return undefined;
}

/** A count or a removal is never refused, so there may be less stock than is reserved. The first to sell gets it. */
function saleRefusal(command: Command, item: Item | undefined): Refusal | undefined {
  if (item === undefined) return removedMeanwhile(command.petId);
  return command.kind === 'adjust' ? shortage(item, -command.delta, { quantity: 0, untilMs: 0 }, 'Sell') : undefined;
}

function matches(expected: ExpectedVersion, item: Item | undefined): boolean {
  return expected === '*' ? item !== undefined : expected.includes(item?.version ?? 0);
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

/** Stock that others hold cannot be taken away. */
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
  if (held.quantity === 0) message = `Pet ${petId} has only ${quantity} in stock. ${verb} at most ${quantity}.`;
  if (quantity === 0) message = `Pet ${petId} is out of stock. Add stock before you ${verb.toLowerCase()} any.`;
  return { code: 'insufficient_stock', message, petId, available: free };
}

function quantityAfter(command: Command, item: Item | undefined): number | null {
  if (command.kind === 'delete' || command.kind === 'details') return null;
  return command.kind === 'adjust' ? (item?.quantity ?? 0) + command.delta : command.quantity;
}

/** Only a put or an import changes the status. A change of quantity never does: docs/decisions/0002. */
function statusAfter(command: Command, item: Item | undefined): PetStatus {
  const status = command.kind === 'put' || command.kind === 'import' ? command.status : null;
  return status ?? item?.status ?? 'available';
}

/** An unchanged row of an import writes nothing, so a file can be imported again without filling the ledger. */
function isUnchangedImport(command: Command, item: Item | undefined): boolean {
  if (command.kind !== 'import' || item === undefined) return false;
  return command.quantity === item.quantity && statusAfter(command, item) === item.status;
}

export const keyReused: Refusal = {
  code: 'idempotency_key_reused',
  message:
    'This Idempotency-Key was used for a different request within the last 24 hours. Use a new key for a new request.',
};

const preconditionRequired = (petId: PetId): Refusal => ({
  code: 'precondition_required',
  petId,
  message: `This API key must state which version of pet ${petId} it changes. Read the pet and send its ETag as If-Match (in a batch, its number as "version").`,
});

const petNotFound = (petId: PetId): Refusal => ({
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

const reservationNotFound = (id: string): Refusal => ({
  code: 'reservation_not_found',
  message: `There is no reservation ${id}. It has expired, was released or sold, or has never been made.`,
});

const tooManyReservations = (rowsMax: number): Refusal => ({
  code: 'too_many_reservations',
  message: `All active reservations together may have ${rowsMax} rows. Release some, or wait until some expire.`,
});

function versionMismatch(petId: PetId, item: Item | undefined, expected: ExpectedVersion): Refusal {
  if (item === undefined) {
    return { code: 'version_mismatch', petId, message: `There is no pet ${petId}, so no version of it matches.` };
  }
  const { version } = item;
  const message =
    expected !== '*' && expected.includes(0)
      ? `Pet ${petId} is in the inventory already, at version ${version}. Read it and decide whether to replace it.`
      : `Pet ${petId} has changed: it is at version ${version} now. Read it again, then decide.`;
  return { code: 'version_mismatch', message, petId, version };
}

const barcodeTaken = (barcode: string, holder: PetId): Refusal => ({
  code: 'barcode_taken',
  petId: holder,
  message: `Pet ${holder} has the barcode ${barcode} already. Give each pet its own, or take it from pet ${holder} first.`,
});

function atRow(refusal: Refusal, index: number): Refusal {
  return { ...refusal, row: index + 1, message: `Row ${index + 1}: ${refusal.message}` };
}
