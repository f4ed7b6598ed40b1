import { decide } from './decide.ts';
import type { Item } from './item.ts';
import { itemAfter, type LedgerEntry } from './ledger-entry.ts';
import type { PetId } from './pet-id.ts';
import type { Idempotency, IdempotencyRecord, Outcome, Write } from './write.ts';

/** What an engine has read for a batch: the items it names, and the idempotency records its keys have. */
export type BatchKnowledge = {
  readonly items: ReadonlyMap<PetId, Item>;
  readonly idempotencyRecords: ReadonlyMap<string, IdempotencyRecord>;
  readonly lastSeq: number;
  readonly atMs: number;
};

type NewIdempotencyRecord = Idempotency & { readonly firstSeq: number; readonly lastSeq: number };

/** What an engine has to store, and what the callers are told. */
export type BatchDecision = {
  readonly outcomes: readonly Outcome[];
  readonly entries: readonly LedgerEntry[];
  /** The last state of every pet that was changed; undefined for one that was removed. */
  readonly items: ReadonlyMap<PetId, Item | undefined>;
  /** The last name of every pet whose name was set; null where it goes, with the pet or without. */
  readonly names: ReadonlyMap<PetId, string | null>;
  readonly newIdempotencyRecords: readonly NewIdempotencyRecord[];
};

/** The key of an idempotency record in a batch's knowledge. */
export function idempotencyRecordName({ caller, key }: Idempotency): string {
  return `${caller} ${key}`;
}

/** The pets that a batch names, each once. */
export function petIdsIn(writes: readonly Write[]): PetId[] {
  return [...new Set(writes.flatMap(({ commands }) => commands.map(({ petId }) => petId)))];
}

/** Decides writes one after the other, each in the light of those before it. */
export function decideBatch(writes: readonly Write[], known: BatchKnowledge): BatchDecision {
  const items = new Map<PetId, Item | undefined>();
  const names = new Map<PetId, string | null>();
  const entries: LedgerEntry[] = [];
  const idempotencyRecords = new Map(known.idempotencyRecords);
  const newIdempotencyRecords: NewIdempotencyRecord[] = [];
  const item = (petId: PetId) => (items.has(petId) ? items.get(petId) : known.items.get(petId));

  const outcomes = writes.map((write) => {
    const { idempotency, commands } = write;
    const firstSeq = known.lastSeq + entries.length + 1;
    const idempotencyRecord = idempotency ? idempotencyRecords.get(idempotencyRecordName(idempotency)) : undefined;
    const outcome = decide(write, { item, idempotencyRecord, nextSeq: firstSeq, atMs: known.atMs });
    if (outcome.result !== 'applied') return outcome;
    entries.push(...outcome.entries);
    for (const entry of outcome.entries) items.set(entry.petId, itemAfter(entry));
    for (const command of commands) {
      if (command.kind === 'delete') names.set(command.petId, null);
      else if ('name' in command && command.name !== undefined) names.set(command.petId, command.name);
    }
    if (idempotency !== null) {
      const { fingerprint } = idempotency;
      idempotencyRecords.set(idempotencyRecordName(idempotency), { fingerprint, entries: outcome.entries });
      newIdempotencyRecords.push({ ...idempotency, firstSeq, lastSeq: known.lastSeq + entries.length });
    }
    return outcome;
  });
  return { outcomes, entries, items, names, newIdempotencyRecords };
}

/** Entries that have been decided before, e.g. those of another store. */
export function decisionOf(entries: readonly LedgerEntry[]): BatchDecision {
  return {
    outcomes: [],
    entries,
    items: new Map(entries.map((entry) => [entry.petId, itemAfter(entry)])),
    names: new Map(),
    newIdempotencyRecords: [],
  };
}
