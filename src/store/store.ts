import type { ApiKey, KeyDecision } from '../domain/api-key.ts';
import type { Item } from '../domain/item.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { PetId } from '../domain/pet-id.ts';
import type { Command, Idempotency, Outcome, Write } from '../domain/write.ts';

/** How far a store has come. Both numbers only grow, so whoever knows them knows what it has yet to read. */
export type Head = { readonly seq: number; readonly keysRevision: number };

export type HistoryPage = { readonly before: number | null; readonly limit: number };

export type KeyUse = { readonly id: string; readonly usedAtMs: number };

export type ImportTotals = { readonly added: number; readonly replaced: number };

/**
 * What the service needs of a database. An engine has no rule of its own about stock or keys: it reads, asks the
 * domain, and stores the answer in one transaction. Its failures are DomainErrors: `store_unavailable` where nothing
 * was changed, `outcome_unknown` where that cannot be told, `storage_full` where there is no room.
 *
 * Methods may answer at once or later: the embedded engine reads without waiting, and a read that need not wait
 * should not pay for waiting.
 */
export interface Store {
  /** A cheap look at how far the store has come, by whichever process. */
  head(): Head | Promise<Head>;
  /** All items ascending by petId, as one moment has them, and the sequence of that moment. */
  load(): Promise<{ readonly seq: number; readonly items: Item[] }>;
  /** The entries after `seq`, ascending. */
  entriesAfter(seq: number, limit: number): LedgerEntry[] | Promise<LedgerEntry[]>;
  /** A pet's entries, newest first, whether or not the pet is still there. */
  history(petId: PetId, page: HistoryPage): LedgerEntry[] | Promise<LedgerEntry[]>;

  /** Decides and stores each write, in order, all in one transaction that is durable when this resolves. */
  commit(writes: readonly Write[], atMs: number): Promise<Outcome[]>;
  /** Stores one command a pet, all or nothing. A dry run tells what would happen. */
  importItems(commands: readonly Command[], options: ImportOptions): Promise<ImportTotals>;
  forgetIdempotencyKeys(olderThanMs: number): Promise<void>;

  /** Keys changed after that revision, revoked and expired ones included. */
  keysChangedAfter(revision: number): ApiKey[] | Promise<ApiKey[]>;
  keys(): Promise<ApiKey[]>;
  /** Lets `decideKeys` see the keys of a name and stores what it decides, in one transaction. Returns the refusal, if any. */
  changeKeys(name: string, decideKeys: (named: ApiKey[]) => KeyDecision): Promise<string | undefined>;
  recordKeyUses(uses: readonly KeyUse[]): Promise<void>;

  /** Lets `work` go through everything, as one moment has it. */
  readAll<T>(work: (contents: StoreContents) => Promise<T>): Promise<T>;
  /** Stores all of another store's contents, or nothing. False where this store is not empty. */
  fill(contents: StoreContents, onProgress: (entries: number) => void): Promise<boolean>;

  close(): Promise<void>;
}

/** All that a store holds. Its entries may be more than fit into memory. */
export type StoreContents = {
  readonly lastSeq: number;
  /** In pages, ascending. */
  readonly entries: () => AsyncIterable<readonly LedgerEntry[]>;
  /** In pages, ascending by petId. */
  readonly items: () => AsyncIterable<readonly Item[]>;
  readonly keys: () => Promise<ApiKey[]>;
  readonly remembered: () => Promise<RememberedKey[]>;
};

export type RememberedKey = Idempotency & {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly atMs: number;
};

export type ImportOptions = {
  readonly atMs: number;
  readonly dryRun: boolean;
  readonly onProgress: (done: number) => void;
};
