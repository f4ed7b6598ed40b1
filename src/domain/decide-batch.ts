import { decide } from './decide.ts';
import type { Item } from './item.ts';
import { itemAfter, type LedgerEntry } from './ledger-entry.ts';
import type { PetId } from './pet-id.ts';
import type { Idempotency, Outcome, Remembered, Write } from './write.ts';

/** What an engine has read for a batch: the items it names, and what is remembered under its idempotency keys. */
export type BatchKnowledge = {
  readonly items: ReadonlyMap<PetId, Item>;
  readonly remembered: ReadonlyMap<string, Remembered>;
  readonly lastSeq: number;
  readonly atMs: number;
};

/** What an engine has to store, and what the callers are told. */
export type BatchDecision = {
  readonly outcomes: readonly Outcome[];
  readonly entries: readonly LedgerEntry[];
  /** The last state of every pet that was changed; undefined for one that was removed. */
  readonly items: ReadonlyMap<PetId, Item | undefined>;
  readonly remember: readonly (Idempotency & { readonly firstSeq: number; readonly lastSeq: number })[];
};

/** Under which name a batch's knowledge holds what is remembered for a caller's key. */
export function rememberedName({ caller, key }: Idempotency): string {
  return `${caller} ${key}`;
}

/** The pets that a batch names, each once. */
export function petIdsIn(writes: readonly Write[]): PetId[] {
  return [...new Set(writes.flatMap(({ commands }) => commands.map(({ petId }) => petId)))];
}

/** Decides writes one after the other, each in the light of those before it. */
export function decideBatch(writes: readonly Write[], known: BatchKnowledge): BatchDecision {
  const items = new Map<PetId, Item | undefined>();
  const remembered = new Map(known.remembered);
  const entries: LedgerEntry[] = [];
  const remember: (Idempotency & { firstSeq: number; lastSeq: number })[] = [];
  const item = (petId: PetId) => (items.has(petId) ? items.get(petId) : known.items.get(petId));

  const outcomes = writes.map((write) => {
    const { idempotency } = write;
    const outcome = decide(write, {
      item,
      remembered: idempotency === null ? undefined : remembered.get(rememberedName(idempotency)),
      nextSeq: known.lastSeq + entries.length + 1,
      atMs: known.atMs,
    });
    if (outcome.result !== 'applied') return outcome;
    const firstSeq = known.lastSeq + entries.length + 1;
    for (const entry of outcome.entries) {
      entries.push(entry);
      items.set(entry.petId, itemAfter(entry));
    }
    if (idempotency !== null) {
      remembered.set(rememberedName(idempotency), { fingerprint: idempotency.fingerprint, entries: outcome.entries });
      remember.push({ ...idempotency, firstSeq, lastSeq: known.lastSeq + entries.length });
    }
    return outcome;
  });
  return { outcomes, entries, items, remember };
}

/** Entries that have been decided before, e.g. those of another store. */
export function decisionOf(entries: readonly LedgerEntry[]): BatchDecision {
  return {
    outcomes: [],
    entries,
    items: new Map(entries.map((entry) => [entry.petId, itemAfter(entry)])),
    remember: [],
  };
}
