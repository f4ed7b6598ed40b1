import { type Item, type PetId, type PetStatus, quantityMax } from '@pawstock/shared/item.ts';
import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import {
  type Details,
  type DetailsUpdate,
  detailFields,
  detailsAfter,
  noDetails,
  type PetDetails,
} from '@pawstock/shared/pet-details.ts';
import { barcodeClash } from './barcodes.ts';
import { decideReservation, type ReservationState } from './decide-reservation.ts';
import type { Refusal } from './errors.ts';
import { petVersionMismatch, petVersionRequired } from './expected-version.ts';
import { type IdempotencyRecord, replay } from './idempotency.ts';
import type { Held, Reservation } from './reservation.ts';
import { atRow, petNotFound, shortage } from './stock-refusals.ts';
import {
  type Caller,
  callerOf,
  type DetailsCommand,
  type Effect,
  entriesOf,
  type Outcome,
  type StockCommand,
  type Write,
} from './write.ts';

/**
 * The rules for changing stock. `applyWrites` reads the pets that the writes name, lets these rules
 * decide, and stores the results. So SQLite and PostgreSQL follow the same rules, which are tested
 * without a database: docs/decisions/0012.
 */

export type CurrentState = ReservationState & {
  readonly details: (petId: PetId) => Details;
  readonly barcodeHolder: (barcode: string) => PetId | undefined;
  readonly idempotencyRecord: IdempotencyRecord<Effect> | undefined;
};

/** What a write changes in the store. */
export type Changes = {
  readonly entries: readonly LedgerEntry[];
  /** The details after the write of all pets whose details it names or removes. */
  readonly details: readonly PetDetails[];
  readonly reservation: Reservation | null;
};

export type Decision =
  | { readonly result: 'applied'; readonly effect: Effect; readonly changes: Changes }
  | Exclude<Outcome, { result: 'applied' }>;

export function decide(write: Write, current: CurrentState): Decision {
  const { idempotencyRecord } = current;
  const caller = callerOf(write);
  if (idempotencyRecord !== undefined)
    return replay(idempotencyRecord, caller?.idempotency ?? null);
  switch (write.kind) {
    case 'pet':
      return decidePet(write.command, write.caller, current);
    case 'batch':
      return decideRows(write.commands, write.caller, current);
    case 'details':
      return decideDetails(write.command, write.caller, current);
    case 'import':
      return decideImport(write.command, current);
    case 'reservation': {
      const decision = decideReservation(write.command, write.caller, current);
      if ('refusal' in decision) return refused(decision.refusal);
      const { effect, changed } = decision;
      const changes = { entries: entriesOf(effect), details: [], reservation: changed };
      return { result: 'applied', effect, changes };
    }
  }
}

const refused = (refusal: Refusal): Decision => ({ result: 'refused', refusal });

/** Accepts a change of pets, unless two pets would have the same barcode after it. */
function accepted(
  effect: Effect,
  commands: readonly (StockCommand | DetailsCommand)[],
  current: CurrentState,
): Decision {
  const entries = entriesOf(effect);
  if (!commands.some(namesDetails))
    return { result: 'applied', effect, changes: { entries, details: [], reservation: null } };

  const details = detailsAfterWrite(commands, current);
  const clash = barcodeClash(details, current.barcodeHolder);
  if (clash !== undefined) {
    const index = commands.findIndex(({ petId }) => petId === clash.petId);
    return refused(effect.kind === 'batch' ? atRow(clash.refusal, index) : clash.refusal);
  }
  const changes = { entries, details: [...details.values()], reservation: null };
  return { result: 'applied', effect, changes };
}

function decidePet(command: StockCommand, caller: Caller, current: CurrentState): Decision {
  const item = current.item(command.petId);
  const refusal = refusalOf(command, item, caller, current);
  if (refusal !== undefined) return refused(refusal);
  const entry = entryFor(command, item, caller, current, current.nextSeq);
  return accepted({ kind: 'pet', entry }, [command], current);
}

function decideRows(
  commands: readonly StockCommand[],
  caller: Caller,
  current: CurrentState,
): Decision {
  const entries: LedgerEntry[] = [];
  for (const [index, command] of commands.entries()) {
    const item = current.item(command.petId);
    const refusal = refusalOf(command, item, caller, current);
    if (refusal !== undefined) return refused(atRow(refusal, index));
    entries.push(entryFor(command, item, caller, current, current.nextSeq + index));
  }
  return accepted({ kind: 'batch', entries }, commands, current);
}

function decideDetails(command: DetailsCommand, caller: Caller, current: CurrentState): Decision {
  const { petId } = command;
  const refusal = refusalOf(command, current.item(petId), caller, current);
  if (refusal !== undefined) return refused(refusal);
  const details = { petId, ...detailsAfter(current.details(petId), command) };
  return accepted({ kind: 'details', details }, [command], current);
}

function decideImport(command: StockCommand | DetailsCommand, current: CurrentState): Decision {
  const item = current.item(command.petId);
  const refusal = refusalOf(command, item, null, current);
  if (refusal !== undefined) return refused(refusal);
  const entry =
    command.kind === 'details' || isUnchangedImport(command, item)
      ? null
      : entryFor(command, item, null, current, current.nextSeq);
  return accepted({ kind: 'import', entry }, [command], current);
}

function entryFor(
  command: StockCommand,
  item: Item | undefined,
  caller: Caller | null,
  current: CurrentState,
  seq: number,
): LedgerEntry {
  return {
    seq,
    petId: command.petId,
    kind: command.kind,
    before: item?.quantity ?? null,
    after: quantityAfter(command, item),
    status: statusAfter(command, item),
    reason: command.reason ?? null,
    note: command.note ?? null,
    key: caller?.key ?? null,
    keyId: caller?.keyId ?? null,
    requestId: caller?.requestId ?? null,
    traceparent: caller?.traceparent ?? null,
    atMs: current.atMs,
    reservation: null,
  };
}

/** The pets' details after a write. A removed pet loses its details. */
function detailsAfterWrite(
  commands: readonly (StockCommand | DetailsCommand)[],
  current: CurrentState,
): Map<PetId, PetDetails> {
  const details = new Map<PetId, PetDetails>();
  for (const command of commands.filter(namesDetails)) {
    const { petId } = command;
    const after =
      command.kind === 'delete' ? noDetails : detailsAfter(current.details(petId), command);
    details.set(petId, { petId, ...after });
  }
  return details;
}

type DescribingCommand = Extract<StockCommand | DetailsCommand, DetailsUpdate | { kind: 'delete' }>;

export function namesDetails(command: StockCommand | DetailsCommand): command is DescribingCommand {
  if (command.kind === 'set' || command.kind === 'adjust') return false;
  if (command.kind === 'delete') return true;
  return detailFields.some((field) => command[field] !== undefined);
}

/**
 * Says why a command is refused; undefined if it is not. A missing version is checked first, and
 * the stock last.
 */
function refusalOf(
  command: StockCommand | DetailsCommand,
  item: Item | undefined,
  caller: Caller | null,
  { reservations }: CurrentState,
): Refusal | undefined {
  const { petId, expected } = command;
  const adds = item === undefined && (command.kind === 'put' || command.kind === 'import');
  if (caller?.requireVersion && expected === null && !adds) return petVersionRequired(petId);
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

function quantityAfter(command: StockCommand, item: Item | undefined): number | null {
  if (command.kind === 'delete') return null;
  return command.kind === 'adjust' ? (item?.quantity ?? 0) + command.delta : command.quantity;
}

/**
 * Only the commands `put` and `import` set a pet's status. Selling the last one does not:
 * docs/decisions/0001.
 */
function statusAfter(command: StockCommand, item: Item | undefined): PetStatus {
  const status = command.kind === 'put' || command.kind === 'import' ? command.status : null;
  return status ?? item?.status ?? 'available';
}

/**
 * An unchanged row of an imported file writes nothing, so importing the file again does not fill
 * the ledger.
 */
function isUnchangedImport(command: StockCommand, item: Item | undefined): boolean {
  if (command.kind !== 'import' || item === undefined) return false;
  return command.quantity === item.quantity && statusAfter(command, item) === item.status;
}
