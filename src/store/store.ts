import { setTimeout as delay } from 'node:timers/promises';
import type { Action, ActionOutcome, ActionRecord } from '../domain/action.ts';
import type { ApiKey } from '../domain/api-key.ts';
import type { Item, PetId } from '../domain/item.ts';
import type { LedgerEntry, Reason } from '../domain/ledger-entry.ts';
import type { Reservation } from '../domain/reservation.ts';
import type { ClockReading } from '../domain/store-clock.ts';
import type { Attempt, Webhook, WebhookProgress } from '../domain/webhook.ts';
import type { Command, Outcome, Write } from '../domain/write.ts';
import type { Query, StoredDetails, Table } from './tables.ts';

/**
 * How far a store has come, and the time there. Sequence and revisions only grow, so a process that knows them knows what
 * is new to it.
 */
export type Head = ClockReading & {
  readonly seq: number;
  readonly keysRevision: number;
  /** The highest revision of the keys that were deleted: a process that knows less must read all keys again. */
  readonly keysTrimmed: number;
  readonly detailsRevision: number;
  readonly webhooksRevision: number;
  readonly schema: number;
};

/** A store that is only read must have this version's schema already; one that is written to is upgraded. */
export type Access = 'read' | 'write';

/** Entries from `firstSeq` to before `endSeq`; `key` and `reason` are null for any. */
export type EntryQuery = Readonly<Record<'firstSeq' | 'endSeq' | 'limit', number>> & {
  readonly key: string | null;
  readonly reason: Reason | null;
  readonly isAscending: boolean;
};

/** The entries from `firstSeq` to before `endSeq`. */
export type LedgerSpan = Readonly<Record<'firstSeq' | 'endSeq', number>>;

export type HistoryPage = { readonly before: number | null; readonly limit: number };

export type KeyUse = { readonly id: string; readonly usedAtMs: number };

/** What became of the rows of an import; `details` counts those that changed details. */
export type ImportTotals = {
  readonly added: number;
  readonly replaced: number;
  readonly unchanged: number;
  readonly details: number;
};

/**
 * What the service needs of a database. An engine has no rules about stock or keys: it reads, lets the domain decide,
 * and stores the decision in one transaction. Its failures are DomainErrors: `store_unavailable` where nothing was
 * changed, `outcome_unknown` where that cannot be known, `storage_full` where there is no room.
 *
 * Most methods are the same for both engines: see engine.ts. Some return a value or a promise: the embedded engine reads
 * synchronously, and an `await` would only cost time.
 */
export interface Store
  extends ReadStore,
    WriteStore,
    ReservationStore,
    KeyStore,
    ActionStore,
    WebhookStore,
    ContentsStore {
  /** The room that it takes, for operators. Throws an Error that says what to do where it can only be read. */
  bytes(): Promise<number>;
  /** For engines behind a network: lets later calls use new connections. Work under way goes on undisturbed. */
  reconnect?(): void;
  close(): Promise<void>;
}

interface ReadStore {
  /** How far the store has come through the writes of all processes. Cheap. */
  head(): Head | Promise<Head>;
  /** The entries after `seq`, ascending. */
  entriesAfter(seq: number, limit: number): LedgerEntry[] | Promise<LedgerEntry[]>;
  findEntries(query: EntryQuery): LedgerEntry[] | Promise<LedgerEntry[]>;
  /** The time of an entry. */
  timeOf(seq: number): number | Promise<number>;
  /** JSON arrays of `PetSums`, ascending by pet. May take long, and keeps no other read waiting. */
  petSums(span: LedgerSpan): Promise<string[]>;
  /** JSON arrays of `QuarterSums`, ascending. May take as long. */
  quarterSums(span: LedgerSpan): Promise<string[]>;
  /** A pet's entries, newest first, whether or not the pet is still there. */
  history(petId: PetId, page: HistoryPage): LedgerEntry[] | Promise<LedgerEntry[]>;
  /** Details changed after that revision, but no more than `limit`. */
  detailsChangedAfter(revision: number, limit: number): StoredDetails[] | Promise<StoredDetails[]>;
}

/** The reservation with an id, or a page of those after an id, of one pet or of all (null). */
export type ReservationQuery =
  | { readonly id: string }
  | { readonly petId: PetId | null; readonly after: string; readonly limit: number };

export type ReservedQuery = { readonly after: PetId | null; readonly limit: number };

/** What is reserved of each pet, as callers see it; `next` is the last petId of the page if there is another one. */
export type ReservedPage = { readonly json: string; readonly next: PetId | null };

/** How many active reservations there are, and how much they hold. */
export type ReservationTotals = { readonly reservations: number; readonly quantity: number };

/** Of active reservations: those that end later than now by the store's clock. */
interface ReservationStore {
  /** In the order of their ids. */
  reservations(query: ReservationQuery): Promise<Reservation[]>;
  /** Ascending by petId. May take long, and keeps no other read waiting. */
  reservedStock(query: ReservedQuery): Promise<ReservedPage>;
  reservationTotals(): Promise<ReservationTotals>;
  /** Makes room. Returns how many there were. */
  deleteExpiredReservations(): Promise<number>;
}

interface WriteStore {
  /** Decides and stores each write, in order, all in one transaction that is durable when this resolves. */
  commit(writes: readonly Write[]): Promise<Outcome[]>;
  /** Stores one command per pet, all or nothing. */
  importItems(commands: readonly Command[], options: ImportOptions): Promise<ImportTotals>;
  /** Deletes those that are too old to be replayed. */
  deleteIdempotencyRecords(): Promise<void>;
}

interface KeyStore {
  /** Keys changed after that revision, revoked and expired ones included. */
  keysChangedAfter(revision: number): ApiKey[] | Promise<ApiKey[]>;
  keys(): Promise<ApiKey[]>;
  recordKeyUses(uses: readonly KeyUse[]): Promise<void>;
}

interface ActionStore {
  /** Lets the domain decide an action, and stores what it changes and the action itself, in one transaction. */
  perform(action: Action): Promise<ActionOutcome>;
  /** The latest actions, newest first. */
  actions(limit: number): Promise<ActionRecord[]>;
}

export interface WebhookStore {
  /** All endpoints, and the lease as it was just before they were read. */
  webhooks(): Promise<{ readonly lease: WebhookLease; readonly webhooks: Webhook[] }>;
  /** The last attempts of the endpoint of this name, newest first. */
  attempts(name: string): Promise<Attempt[]>;
  /** Makes `holder` the one that delivers, unless the lease has changed since it was `seen`. */
  takeWebhookLease(seen: WebhookLease, holder: string): Promise<boolean>;
  /**
   * Renews the lease and stores progress and attempts, or does nothing and resolves to undefined if another holds the
   * lease. Progress of an endpoint that an action has changed or removed is left out: resolves to the ids of the others.
   * `nextHolder` is '' to give the lease up.
   */
  saveWebhooks(
    holder: string,
    progress: readonly WebhookUpdate[],
    options?: SaveOptions,
  ): Promise<string[] | undefined>;
}

export interface ContentsStore {
  /** Runs `work` on the whole contents at one moment. */
  readAll<T>(work: (contents: StoreContents) => Promise<T>): Promise<T>;
  /** The same for a process that goes on from these contents and forgets what it knew of the store before. */
  reload<T>(work: (contents: StoreContents) => Promise<T>): Promise<T>;
  /** Stores all of another store's contents, or nothing. False where this store is not empty. */
  restore(contents: StoreContents, onProgress: (entries: number) => void): Promise<boolean>;
}

/** Everything in a store. The entries may not fit into memory. */
export type StoreContents = {
  readonly lastSeq: number;
  /** The latest time that the store holds. */
  readonly atMs: number;
  /** In pages, ascending. */
  readonly entries: () => AsyncIterable<readonly LedgerEntry[]>;
  /** In pages, ascending by petId. */
  readonly items: () => AsyncIterable<readonly Item[]>;
  readonly detailsRevision: number;
  /** In pages, ascending by petId, removed ones included. */
  readonly details: () => AsyncIterable<readonly StoredDetails[]>;
  readonly select: <T>(query: Query<T>) => T[] | Promise<T[]>;
  /** All rows of a table that fits into memory. */
  readonly rows: <T extends object>(table: Table<T>) => Promise<T[]>;
};

/** Which instance delivers webhooks: `renewal` counts up for as long as it lives. '' is no holder. */
export type WebhookLease = { readonly holder: string; readonly renewal: number };

export type WebhookUpdate = WebhookProgress & Pick<Webhook, 'id' | 'revision'>;

type SaveOptions = { readonly nextHolder?: string; readonly attempts?: readonly Attempt[] };

export type ImportOptions = {
  readonly onProgress: (done: number) => void;
  /** Pets that lose their barcode before the first command. */
  readonly freed?: readonly PetId[];
};

/** For the last work of a part that closes. */
export const closingMs = 1_000;

/** Waits until the work has ended or failed, but no longer than this. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => undefined), delay(ms, undefined, { ref: false })]);
}
