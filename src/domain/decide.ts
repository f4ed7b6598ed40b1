import { type Item, type PetId, type PetStatus, quantityMax } from './item.ts';
import { itemAfter, type LedgerEntry } from './ledger-entry.ts';
import {
  type Details,
  type DetailsUpdate,
  detailsAfter,
  detailsJson,
  noDetails,
  type PetDetails,
  sameDetails,
} from './pet-details.ts';
import type { Command, ExpectedVersion, Idempotency, IdempotencyRecord, Outcome, Refusal, Write } from './write.ts';

/**
 * Every rule about changing stock, and the only place for one. An engine reads what a write names, asks here what is
 * to happen, and stores the result; so all engines agree, and the rules are tested without any. See
 * docs/decisions/0012.
 */

export type CurrentState = {
  readonly item: (petId: PetId) => Item | undefined;
  readonly details: (petId: PetId) => Details;
  /** The pet that has this barcode. */
  readonly barcodeHolder: (barcode: string) => PetId | undefined;
  readonly idempotencyRecord: IdempotencyRecord | undefined;
  readonly nextSeq: number;
  readonly atMs: number;
};

export function decide(write: Write, current: CurrentState): Outcome {
  const { idempotencyRecord } = current;
  if (idempotencyRecord !== undefined) {
    const { fingerprint, entries, body } = idempotencyRecord;
    return fingerprint === write.idempotency?.fingerprint
      ? { result: 'replayed', entries, body }
      : { result: 'refused', refusal: keyReused };
  }
  const entries: LedgerEntry[] = [];
  for (const [index, command] of write.commands.entries()) {
    const item = current.item(command.petId);
    const refusal = refusalOf(command, item, write.requireVersion);
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
  const details = detailsAfterWrite(write.commands, current);
  if (details.size === 0) return { result: 'applied', entries };
  const clash = barcodeClash(details, current);
  if (clash !== undefined) {
    const index = write.commands.findIndex(({ petId }) => petId === clash.petId);
    return { result: 'refused', refusal: write.batch ? atRow(clash.refusal, index) : clash.refusal };
  }
  const [first] = details.values();
  const body = first !== undefined && write.commands[0]?.kind === 'details' ? detailsJson(first) : null;
  return { result: 'applied', entries, details: [...details.values()], body };
}

/** The details after the write, of the pets whose details it names. They go with their pet. */
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

function namesDetails(command: Command): command is DetailsCommand {
  if (command.kind === 'set' || command.kind === 'adjust') return false;
  if (command.kind === 'delete') return true;
  return command.name !== undefined || command.barcode !== undefined || command.lowAt !== undefined;
}

/** A barcode stands for one pet. Pets of one write may exchange theirs. */
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

/** In order of precedence: precondition required, not found, version mismatch, then what the change itself runs into. */
function refusalOf(command: Command, item: Item | undefined, requireVersion: boolean): Refusal | undefined {
  const { petId, expected } = command;
  const adds = item === undefined && (command.kind === 'put' || command.kind === 'import');
  if (requireVersion && expected === null && !adds) return preconditionRequired(petId);
  if (item === undefined && !adds) return petNotFound(petId);
  if (expected !== null && !matches(expected, item)) return versionMismatch(petId, item, expected);
  if (command.kind === 'adjust' && item !== undefined) return adjustmentRefusal(command.delta, item);
  return undefined;
}

function matches(expected: ExpectedVersion, item: Item | undefined): boolean {
  return expected === '*' ? item !== undefined : expected.includes(item?.version ?? 0);
}

function adjustmentRefusal(delta: number, { petId, quantity }: Item): Refusal | undefined {
  if (delta < -quantity) {
    return {
      code: 'insufficient_stock',
      message:
        quantity === 0
          ? `Pet ${petId} is out of stock. Add stock before you remove any.`
          : `Pet ${petId} has only ${quantity} in stock. Remove at most ${quantity}.`,
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
  if (command.kind === 'delete' || command.kind === 'details') return null;
  return command.kind === 'adjust' ? (item?.quantity ?? 0) + command.delta : command.quantity;
}

/** Only a put or an import changes the status, a change of quantity never does: docs/decisions/0002. */
function statusAfter(command: Command, item: Item | undefined): PetStatus {
  const status = command.kind === 'put' || command.kind === 'import' ? command.status : null;
  return status ?? item?.status ?? 'available';
}

/** Importing what is there already writes nothing, so a file can be imported again without filling the ledger. */
function isUnchangedImport(command: Command, item: Item | undefined): boolean {
  if (command.kind !== 'import' || item === undefined) return false;
  return command.quantity === item.quantity && statusAfter(command, item) === item.status;
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
  message: `There is no pet ${petId} in the inventory. List the inventory to see which pets exist.`,
});

function versionMismatch(petId: PetId, item: Item | undefined, expected: ExpectedVersion): Refusal {
  if (item === undefined) {
    return { code: 'version_mismatch', message: `There is no pet ${petId}, so no version of it matches.` };
  }
  const { version } = item;
  const message =
    expected !== '*' && expected.includes(0)
      ? `Pet ${petId} is in the inventory already, at version ${version}. Read it and decide whether to replace it.`
      : `Pet ${petId} has changed: it is at version ${version} now. Read it again, then decide.`;
  return { code: 'version_mismatch', message, version };
}

const barcodeTaken = (barcode: string, holder: PetId): Refusal => ({
  code: 'barcode_taken',
  message: `Pet ${holder} has the barcode ${barcode} already. Give each pet its own, or take it from pet ${holder} first.`,
});

function atRow(refusal: Refusal, index: number): Refusal {
  return { ...refusal, message: `Row ${index + 1}: ${refusal.message}` };
}

/** What an engine has read for a batch: the items and details it names, and the idempotency records its keys have. */
export type BatchState = {
  readonly items: ReadonlyMap<PetId, Item>;
  /** Of the pets and of the barcodes that `detailsNamedIn` has. */
  readonly details: readonly PetDetails[];
  readonly idempotencyRecords: ReadonlyMap<string, IdempotencyRecord>;
  readonly lastSeq: number;
  /** The time of the last entry. */
  readonly lastAtMs: number;
  readonly atMs: number;
};

type NewIdempotencyRecord = Idempotency & {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly body: string | null;
};

/** What an engine has to store, and what the callers are told. */
export type BatchDecision = {
  readonly outcomes: readonly Outcome[];
  readonly entries: readonly LedgerEntry[];
  /** The last state of every pet that was changed; undefined for one that was removed. */
  readonly items: ReadonlyMap<PetId, Item | undefined>;
  /** The last details of every pet whose details have changed. */
  readonly details: ReadonlyMap<PetId, PetDetails>;
  readonly newIdempotencyRecords: readonly NewIdempotencyRecord[];
};

/** The key of an idempotency record in a batch's state. */
export function idempotencyRecordName({ caller, key }: Idempotency): string {
  return `${caller} ${key}`;
}

/** The pets that a batch names, each once. */
export function petIdsIn(writes: readonly Write[]): PetId[] {
  return [...new Set(writes.flatMap(({ commands }) => commands.map(({ petId }) => petId)))];
}

/** The pets whose details a batch may change, and the barcodes that it gives to pets. */
export function detailsNamedIn(writes: readonly Write[]): { petIds: PetId[]; barcodes: string[] } {
  const commands = writes.flatMap((write) => write.commands.filter(namesDetails));
  const barcodes = commands.flatMap((command) => (command.kind === 'delete' ? [] : (command.barcode ?? [])));
  return { petIds: commands.map(({ petId }) => petId), barcodes };
}

/** Decides writes one after the other, each in the light of those before it. */
export function decideBatch(writes: readonly Write[], current: BatchState): BatchDecision {
  const items = new Map<PetId, Item | undefined>();
  const known = new Map(current.details.map((details) => [details.petId, details]));
  const holders = new Map(current.details.map(({ barcode, petId }) => [barcode, petId]));
  const details = new Map<PetId, PetDetails>();
  const entries: LedgerEntry[] = [];
  const idempotencyRecords = new Map(current.idempotencyRecords);
  const newIdempotencyRecords: NewIdempotencyRecord[] = [];
  // Clocks differ and step back; the times of the ledger never do.
  const atMs = Math.max(current.atMs, current.lastAtMs);
  const item = (petId: PetId) => (items.has(petId) ? items.get(petId) : current.items.get(petId));

  const outcomes = writes.map((write) => {
    const { idempotency } = write;
    const firstSeq = current.lastSeq + entries.length + 1;
    const idempotencyRecord = idempotency ? idempotencyRecords.get(idempotencyRecordName(idempotency)) : undefined;
    const outcome = decide(write, {
      item,
      details: (petId) => known.get(petId) ?? noDetails,
      barcodeHolder: (barcode) => holders.get(barcode),
      idempotencyRecord,
      nextSeq: firstSeq,
      atMs,
    });
    if (outcome.result !== 'applied') return outcome;
    entries.push(...outcome.entries);
    for (const entry of outcome.entries) items.set(entry.petId, itemAfter(entry));
    const changed = (outcome.details ?? []).filter((after) => !sameDetails(after, known.get(after.petId) ?? noDetails));
    for (const { petId } of changed) holders.delete(known.get(petId)?.barcode ?? null);
    for (const after of changed) {
      known.set(after.petId, after);
      details.set(after.petId, after);
      holders.set(after.barcode, after.petId);
    }
    if (idempotency !== null) {
      const { fingerprint } = idempotency;
      const { body = null } = outcome;
      idempotencyRecords.set(idempotencyRecordName(idempotency), { fingerprint, entries: outcome.entries, body });
      newIdempotencyRecords.push({ ...idempotency, firstSeq, lastSeq: current.lastSeq + entries.length, body });
    }
    return outcome;
  });
  return { outcomes, entries, items, details, newIdempotencyRecords };
}
