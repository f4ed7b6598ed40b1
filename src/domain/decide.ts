import { type Item, quantityMax } from './item.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import type { PetId } from './pet-id.ts';
import type { Command, Outcome, Refusal, Remembered, Write } from './write.ts';

/**
 * Every rule about changing stock, and the only place for one. An engine reads what a write names, asks here what is
 * to happen, and stores the entries of the answer; so all engines agree, and the rules are tested without any.
 */

export type Known = {
  readonly item: (petId: PetId) => Item | undefined;
  readonly remembered: Remembered | undefined;
  readonly nextSeq: number;
  readonly atMs: number;
};

export function decide(write: Write, known: Known): Outcome {
  const { remembered } = known;
  if (remembered !== undefined) {
    return remembered.fingerprint === write.idempotency?.fingerprint
      ? { result: 'replayed', entries: remembered.entries }
      : { result: 'refused', refusal: keyReused };
  }
  const entries: LedgerEntry[] = [];
  for (const [index, command] of write.commands.entries()) {
    const item = known.item(command.petId);
    const refusal = refusalOf(command, item, write.requireVersion);
    if (refusal !== undefined) return { result: 'refused', refusal: atRow(refusal, index, write) };
    entries.push(
      entryOf(write, command, {
        seq: known.nextSeq + index,
        before: item?.quantity ?? null,
        after: quantityAfter(command, item),
        status: statusAfter(command, item),
        atMs: known.atMs,
      }),
    );
  }
  return { result: 'applied', entries };
}

/** What a write alone does not tell of its entry. */
export type Decided = Pick<LedgerEntry, 'seq' | 'before' | 'after' | 'status' | 'atMs'>;

export function entryOf(write: Write, command: Command, { seq, before, after, status, atMs }: Decided): LedgerEntry {
  return {
    seq,
    petId: command.petId,
    kind: command.kind,
    before,
    after,
    status,
    reason: command.reason,
    note: command.note,
    key: write.key,
    requestId: write.requestId,
    atMs,
  };
}

/** In order of precedence: precondition required, not found, version mismatch, then what the change itself runs into. */
function refusalOf(command: Command, item: Item | undefined, requireVersion: boolean): Refusal | undefined {
  const { petId, expected } = command;
  const adds = item === undefined && (command.kind === 'put' || command.kind === 'import');
  if (requireVersion && expected === null && !adds) return preconditionRequired(petId);
  if (item === undefined && !adds) return petNotFound(petId);
  if (expected !== null && !matches(expected, item)) return versionMismatch(petId, item);
  if (command.kind === 'adjust' && item !== undefined) return adjustmentRefusal(command.delta, item);
  return undefined;
}

function matches(expected: '*' | readonly number[], item: Item | undefined): boolean {
  return item !== undefined && (expected === '*' || expected.includes(item.version));
}

function adjustmentRefusal(delta: number, { petId, quantity }: Item): Refusal | undefined {
  if (delta < -quantity) {
    return {
      code: 'insufficient_stock',
      message: `Pet ${petId} has ${quantity} in stock; a delta of ${delta} would leave fewer than none. Take away ${quantity} at most.`,
    };
  }
  if (delta > quantityMax - quantity) {
    return {
      code: 'invalid_value',
      message: `delta: pet ${petId} has ${quantity} in stock; a delta of ${delta} would pass the maximum of ${quantityMax}.`,
    };
  }
  return undefined;
}

function quantityAfter(command: Command, item: Item | undefined): number | null {
  switch (command.kind) {
    case 'set':
    case 'put':
    case 'import':
      return command.quantity;
    case 'adjust':
      return (item?.quantity ?? 0) + command.delta;
    case 'delete':
      return null;
  }
}

/** A change of quantity never changes the status; only an entry put as a whole does. */
function statusAfter(command: Command, item: Item | undefined): Item['status'] {
  return command.kind === 'put' || command.kind === 'import' ? command.status : (item?.status ?? 'available');
}

const keyReused: Refusal = {
  code: 'idempotency_key_reused',
  message:
    'This Idempotency-Key was used for a different request within the last 24 hours. Use a new key for a new request.',
};

const preconditionRequired = (petId: PetId): Refusal => ({
  code: 'precondition_required',
  message: `This API key must state which version of pet ${petId} it changes. Read the pet and send its ETag as If-Match (in a batch, its number as "version").`,
});

const petNotFound = (petId: PetId): Refusal => ({
  code: 'pet_not_found',
  message: `There is no pet ${petId} in the inventory. GET the inventory for the ids there are.`,
});

function versionMismatch(petId: PetId, item: Item | undefined): Refusal {
  if (item === undefined) {
    return { code: 'version_mismatch', message: `There is no pet ${petId}, so no version of it matches.` };
  }
  return {
    code: 'version_mismatch',
    message: `Pet ${petId} has changed: it is at version ${item.version} now. Read it again and decide anew.`,
    version: item.version,
  };
}

function atRow(refusal: Refusal, index: number, write: Write): Refusal {
  if (!write.batch) return refusal;
  return { ...refusal, message: `Row ${index + 1}: ${refusal.message}` };
}
