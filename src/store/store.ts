import { setTimeout as delay } from 'node:timers/promises';
import type { Action, ActionOutcome, ActionRecord } from '../domain/action.ts';
import type { ApiKey } from '../domain/api-key.ts';
import type { Item, PetId } from '../domain/item.ts';
import type { LedgerEntry, Reason } from '../domain/ledger-entry.ts';
import type { Reservation } from '../domain/reservation.ts';
import type { ClockReading } from '../domain/store-clock.ts';
import type { Attempt, ListedAttempt, Webhook, WebhookProgress } from '../domain/webhook.ts';
import type { Command, ImportOutcome, Outcome, Write } from '../domain/write.ts';
import type { Limits } from '../limits.ts';
import type { OnUpgrade } from './migrations.ts';
import type { StoredDetails, Table } from './tables.ts';

/** How far a store has come, and its time. Sequence and revisions only grow, so they tell a process what is new to it. */
export type Head = ClockReading & {
  readonly seq: number;
  readonly keysRevision: number;
  /** The highest revision of the deleted keys. A process that has not seen it must read all keys again. */
  readonly keysTrimmed: number;
  readonly detailsRevision: number;
  readonly webhooksRevision: number;
  readonly reservationsRevision: number;
  readonly schema: number;
};

/** A store that is opened to write is upgraded to this version's schema. One that is only read must have it already. */
export type Access = 'read' | 'write';

export type OpenOptions = {
  readonly access?: Access;
  readonly onUpgrade?: OnUpgrade;
  readonly isService?: boolean;
  /** Called when the store can no longer be trusted. The process should end. */
  readonly onFatal?: ((error: Error) => void) | undefined;
  /** Called with the time that each commit of an embedded store took, its sync included. */
  readonly onSync?: (durationMs: number) => void;
  readonly limits?: Limits;
  /** The clock of an embedded store: this machine's, unless a test has another. */
  readonly now?: (() => number) | undefined;
};

/** The entries to find, which may have any petId, key or reason that is not given. */
export type EntryFilter = {
  readonly limit: number;
  readonly petId?: PetId | undefined;
  readonly key?: string | undefined;
  readonly reason?: Reason | undefined;
};

export type EntryQuery = EntryFilter & LedgerSpan & { readonly isAscending: boolean };

/** The entries from `firstSeq` up to, but not including, `endSeq`. */
export type LedgerSpan = { readonly firstSeq: number; readonly endSeq: number };

export type HistoryPage = { readonly before: number | null; readonly limit: number };

export type KeyUse = { readonly id: string; readonly usedAtMs: number };

/** How many rows of an import had each outcome. `details` counts the rows that changed details. */
export type ImportTotals = Readonly<Record<ImportOutcome | 'details', number>>;

/**
 * What the service needs of a database. An engine has no rules about stock or keys: it reads, lets the domain decide,
 * and stores the decision in one transaction. It fails with DomainErrors: `store_unavailable` if nothing was changed,
 * `outcome_unknown` if that cannot be known, and `storage_full` if there is no room.
 *
 * Most methods are the same for both engines: see engine.ts. Some return a value or a promise: the embedded engine reads
 * synchronously, and an `await` would only cost time.
 */
export interface Store {
  /** How far the store has come through the writes of all processes. Cheap enough for every request. */
  head(): Head | Promise<Head>;
  /** The entries after `seq`, ascending. */
  entriesAfter(seq: number, limit: number): LedgerEntry[] | Promise<LedgerEntry[]>;
  findEntries(query: EntryQuery): LedgerEntry[] | Promise<LedgerEntry[]>;
  timeOf(seq: number): number | Promise<number>;
  /** JSON arrays of `PetSums`, ascending by pet. May take seconds, during which other reads go on. */
  petSums(span: LedgerSpan): Promise<string[]>;
  /** JSON arrays of `QuarterSums`, ascending. May take seconds, too. */
  quarterSums(span: LedgerSpan): Promise<string[]>;
  /** A pet's entries, newest first, whether or not the pet is still there. */
  history(petId: PetId, page: HistoryPage): LedgerEntry[] | Promise<LedgerEntry[]>;
  /** At most `limit` of the details that were changed after that revision. */
  detailsChangedAfter(revision: number, limit: number): StoredDetails[] | Promise<StoredDetails[]>;

  /** Decides and stores each write, in order, all in one transaction that is durable when this resolves. */
  commit(writes: readonly Write[]): Promise<Outcome[]>;
  /** Stores one command per pet, all or nothing. `plan` reads in the same transaction. */
  importItems(
    plan: (contents: StoreContents) => ImportPlan | Promise<ImportPlan>,
    onProgress: (done: number) => void,
  ): Promise<ImportTotals>;
  /** Notes which reservations have expired, and deletes what is to be forgotten: reservations and idempotency records. */
  sweep(): Promise<Swept>;

  // The domain decides which reservations have ended or are forgotten, by the store's clock. Lists have active ones only.
  reservation(id: string): Promise<Reservation | undefined>;
  /** Active reservations in the order of their ids. */
  reservations(query: ReservationQuery): Promise<Reservation[]>;
  /** What is reserved, ascending by petId. May take a fraction of a second, during which other reads go on. */
  reservedStock(query: ReservedQuery): Promise<ReservedPage>;
  reservationTotals(): Promise<ReservationTotals>;

  /** Keys changed after that revision, revoked and expired ones included. */
  keysChangedAfter(revision: number): ApiKey[] | Promise<ApiKey[]>;
  keys(): Promise<ApiKey[]>;
  recordKeyUses(uses: readonly KeyUse[]): Promise<void>;

  /** Lets the domain decide an action, and stores what it changes and the action itself, in one transaction. */
  perform(action: Action): Promise<ActionOutcome>;
  /** The latest actions, newest first. */
  actions(limit: number): Promise<ActionRecord[]>;

  /** All endpoints, and the lease as it was just before they were read. */
  webhooks(): Promise<{ readonly lease: WebhookLease; readonly webhooks: Webhook[] }>;
  /** The last attempts of the endpoint of this name, newest first. */
  attempts(name: string): Promise<ListedAttempt[]>;
  addAttempts(attempts: readonly Attempt[]): Promise<void>;
  /** Makes `holder` the instance that delivers, unless the lease has changed since it was `seen`. */
  takeWebhookLease(seen: WebhookLease, holder: string): Promise<boolean>;
  /**
   * Renews the lease and stores progress and attempts. Resolves to the ids of the endpoints whose progress was stored:
   * an action may have changed or removed the others. If another instance holds the lease, this changes nothing and
   * resolves to undefined. A `nextHolder` of '' gives the lease up.
   */
  saveWebhooks(
    holder: string,
    progress: readonly WebhookUpdate[],
    options?: { readonly nextHolder?: string; readonly attempts?: readonly Attempt[] },
  ): Promise<string[] | undefined>;

  /** Runs `work` on the contents as they are at one moment. */
  readAll<T>(work: (contents: StoreContents) => Promise<T>): Promise<T>;
  /** Like `readAll`, for a process that replaces all that it knows of the store by these contents. */
  reload<T>(work: (contents: StoreContents) => Promise<T>): Promise<T>;
  /** Stores all contents of another store, or nothing. Resolves to false if this store is not empty. */
  restore(contents: StoreContents, onProgress: (entries: number) => void): Promise<boolean>;

  /** The bytes that the store takes, for operators. Throws an Error that says what to do if it can only be read. */
  bytes(): Promise<number>;
  /** Lets later calls use new connections. Work under way goes on undisturbed. Only for engines behind a network. */
  reconnect?(): void;
  close(): Promise<void>;
}

/** A page of the reservations after an id. `petId` is null for those of all pets. */
export type ReservationQuery = { readonly petId: PetId | null; readonly after: string; readonly limit: number };

export type ReservedQuery = { readonly after: PetId | null; readonly limit: number };

/** What is reserved of each pet, as JSON for callers. `next` is the last petId of the page if there is another page. */
export type ReservedPage = { readonly json: string; readonly next: PetId | null };

/** How many active reservations there are, and how much they hold. */
export type ReservationTotals = { readonly reservations: number; readonly quantity: number };

/** How many reservations had expired since the last sweep, and how many were forgotten. */
export type Swept = { readonly expired: number; readonly forgotten: number };

/** Everything in a store. The entries may not fit into memory. */
export type StoreContents = {
  readonly head: Pick<Head, 'seq' | 'atMs' | 'detailsRevision' | 'reservationsRevision'>;
  /** The ledger in pages, ascending by sequence. */
  readonly entries: () => AsyncIterable<readonly LedgerEntry[]>;
  /** The pets in pages, ascending by petId. */
  readonly items: () => AsyncIterable<readonly Item[]>;
  /** The details in pages, ascending by petId. Includes the empty details of removed pets. */
  readonly details: () => AsyncIterable<readonly StoredDetails[]>;
  /** All rows of another table. They fit into memory. */
  readonly rows: <T extends object>(table: Table<T>) => Promise<T[]>;
};

/** Says which instance delivers webhooks. It counts `renewal` up for as long as it lives. '' means no holder. */
export type WebhookLease = { readonly holder: string; readonly renewal: number };

export type WebhookUpdate = WebhookProgress & Pick<Webhook, 'id' | 'revision'>;

export type ImportPlan = {
  readonly commands: readonly Command[];
  /** Pets that lose their barcode before the first command. */
  readonly freed?: readonly PetId[];
};

/** How long a part that closes waits for its last work. */
export const closingMs = 1_000;

/** Waits until the work has ended or failed, but not longer than `ms`. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => undefined), delay(ms, undefined, { ref: false })]);
}
