import type { Item, PetId } from '@pawstock/shared/item.ts';
import type { LedgerEntry, Reason } from '@pawstock/shared/ledger-entry.ts';
import type { PetDetails } from '@pawstock/shared/pet-details.ts';
import type { Action, ActionOutcome, ActionRecord } from '../domain/action.ts';
import type { ApiKey } from '../domain/api-key.ts';
import type { MailAttempt, MailProgress, MailRecord, MailStatus } from '../domain/mail-progress.ts';
import type { Reservation } from '../domain/reservation.ts';
import type { Shop } from '../domain/shop.ts';
import type { ClockReading } from '../domain/store-clock.ts';
import type { Webhook } from '../domain/webhook.ts';
import type { Attempt, ListedAttempt } from '../domain/webhook-attempt.ts';
import type { WebhookProgress } from '../domain/webhook-progress.ts';
import type { ImportOutcome, Outcome, StockCommand, Write } from '../domain/write.ts';
import type { OnLaneWait } from '../lanes.ts';
import type { Limits } from '../limits.ts';
import type { Platform } from '../platform.ts';
import type { OnUpgrade } from './migrations.ts';
import type { RevisedDetails, StoredDetails, StoreIdentity, Table } from './tables.ts';

/**
 * A store's last sequence number, revisions and time. Numbers that have grown tell a process what
 * to read again.
 */
export type Head = ClockReading & {
  readonly seq: number;
  /**
   * Grows with each action on API keys or webhook endpoints. After an action, a process reads all
   * of them again.
   */
  readonly actionsRevision: number;
  readonly detailsRevision: number;
  readonly reservationsRevision: number;
  readonly schema: number;
  /** Whether entries are gone that this process knew, even if the ledger has as many again. */
  readonly hasLostEntries?: boolean;
  /**
   * The number of the connection to the database, which grows when the store connects again. What
   * was read over an earlier connection may be of a server that has lost it in a failover.
   */
  readonly connection?: number;
};

/**
 * A store opened to write is upgraded to this code's schema. A store that is only read must already
 * have it.
 */
export type Access = 'read' | 'write';

export type OpenOptions = {
  readonly access?: Access;
  readonly onUpgrade?: OnUpgrade;
  readonly isService?: boolean;
  /**
   * Called when the thread that writes to a SQLite store has failed. The process should then end.
   */
  readonly onFatal?: ((error: Error) => void) | undefined;
  /**
   * Called after each commit of a SQLite store with the commit's duration, including the sync to
   * the disk.
   */
  readonly onSync?: ((durationMs: number) => void) | undefined;
  readonly onLaneWait?: OnLaneWait | undefined;
  readonly limits: Limits;
  /** The timers, and the clock of a SQLite store. Default: those of this machine. */
  readonly platform?: Platform | undefined;
};

/** Which ledger entries to find. A field that is undefined matches every entry. */
export type EntryFilter = {
  readonly limit: number;
  readonly petId?: PetId | undefined;
  readonly key?: string | undefined;
  readonly keyId?: number | undefined;
  readonly reason?: Reason | undefined;
};

export type EntryQuery = EntryFilter & LedgerSpan & { readonly isAscending: boolean };

/** The ledger entries from `firstSeq` up to, but not including, `endSeq`. */
export type LedgerSpan = { readonly firstSeq: number; readonly endSeq: number };

/** What a report sums: a part of the ledger, of some pets or, if `petIds` is null, of all. */
export type ReportSpan = LedgerSpan & { readonly petIds: readonly PetId[] | null };

export type HistoryPage = { readonly before: number | null; readonly limit: number };

/** `digest` is that of the secret that was used. */
export type KeyUse = { readonly digest: string; readonly usedAtMs: number };

/**
 * How many rows of an import file had each outcome. `details` counts the rows that changed a pet's
 * details.
 */
export type ImportTotals = Readonly<Record<ImportOutcome | 'details', number>>;

/**
 * What the service needs of a database. An engine has no rules about stock or keys: it reads, lets
 * the domain decide, and stores the decision in one transaction. It fails with DomainErrors:
 * `store_unavailable` if nothing was changed, `outcome_unknown` if a change may have been stored,
 * and `storage_full` if the disk is full.
 *
 * Most methods are the same for both engines: see engine.ts. Some methods return a value or a
 * promise: SQLite reads synchronously, and an `await` would only cost time.
 */
export interface Store {
  /**
   * The store's last sequence number, revisions and time, after the writes of all processes. Takes
   * little time.
   */
  head(): Head | Promise<Head>;
  /** The ledger entries after the sequence number `seq`, ascending. */
  entriesAfter(seq: number, limit: number): LedgerEntry[] | Promise<LedgerEntry[]>;
  findEntries(query: EntryQuery): Promise<LedgerEntry[]>;
  timeOf(seq: number): number | Promise<number>;
  /**
   * A report's sums by pet: JSON arrays of `PetSums`, ascending by petId. May take seconds; other
   * reads go on.
   */
  petSums(span: ReportSpan): Promise<string[]>;
  /**
   * A report's sums by quarter of an hour: JSON arrays of `QuarterSums`, in the order of time. May
   * take seconds.
   */
  quarterSums(span: ReportSpan): Promise<string[]>;
  /** A pet's ledger entries, newest first, even if the pet has been removed. */
  history(petId: PetId, page: HistoryPage): LedgerEntry[] | Promise<LedgerEntry[]>;
  /** The details of a pet, all null if it has none; undefined if there is no such pet. */
  detailsOfPet(petId: PetId): Promise<PetDetails | undefined>;
  /** The details of the pet with this barcode, in the form of `barcodeKey`. */
  detailsOfBarcode(key: string): Promise<PetDetails | undefined>;
  /** The details of at most `limit` pets that were changed after this revision of the details. */
  detailsChangedAfter(revision: number, limit: number): StoredDetails[] | Promise<StoredDetails[]>;

  /**
   * Applies or refuses each write in order, all in one transaction, which is durable when the
   * promise resolves.
   */
  commit(writes: readonly Write[]): Promise<Outcome[]>;
  /**
   * Imports pets, all or none. `plan` reads the store in the same transaction and returns a command
   * for each pet, about `rowsExpected`. Other writes wait until all are stored; those that cannot wait
   * so long are told how long it is likely to take.
   */
  importItems(
    plan: (contents: QueriedContents) => ImportPlan | Promise<ImportPlan>,
    onProgress: (done: number) => void,
    rowsExpected: number,
  ): Promise<ImportTotals>;
  /**
   * Marks the reservations that have expired, and deletes reservations and idempotency records that
   * are too old: a bounded number at a time, so that writes need not wait for long.
   */
  sweep(): Promise<Swept>;

  reservation(id: string): Promise<Reservation | undefined>;
  /** Active reservations in the order of their ids. */
  reservations(query: ReservationQuery): Promise<ReservationPage>;
  /** How much of each pet is reserved, ascending by petId. */
  reservedStock(query: ReservedQuery): Promise<ReservedPage>;
  reservationTotals(): Promise<ReservationTotals>;

  /** The highest petId that the ledger ever had; null if the ledger is empty. */
  highestPetId(): Promise<PetId | null>;

  identity(): Promise<StoreIdentity>;
  shop(): Promise<Shop>;

  mailStatus(): Promise<MailStatus>;
  /** How far the mails of a day have come. The day is written like "2026-11-30". */
  mailProgress(day: string): Promise<MailProgress[]>;
  /** Notes which mails of an attempt are being sent now, and resolves to those that may be. */
  beginMails(attempt: MailAttempt): Promise<MailProgress[]>;
  recordMail(record: MailRecord): Promise<void>;

  /** All API keys in the order of their creation, including revoked and expired keys. */
  keys(): Promise<ApiKey[]>;
  recordKeyUses(uses: readonly KeyUse[]): Promise<void>;

  /**
   * Checks if a change to an API key or webhook endpoint is allowed. If so, stores it with a record
   * of who made it.
   */
  perform(action: Action): Promise<ActionOutcome>;
  /** The records of the latest changes to API keys and webhook endpoints, newest first. */
  actions(limit: number): Promise<ActionRecord[]>;

  /** All webhook endpoints, and the webhook lease as it was just before the endpoints were read. */
  webhooks(): Promise<{ readonly lease: WebhookLease; readonly webhooks: Webhook[] }>;
  /** The last attempts to deliver to the webhook endpoint of this name, newest first. */
  attempts(name: string): Promise<ListedAttempt[]>;
  addAttempts(attempts: readonly Attempt[]): Promise<void>;
  /**
   * Makes `holder` the instance that delivers webhooks, unless the lease has changed since it was
   * read as `seen`.
   */
  takeWebhookLease(seen: WebhookLease, holder: string): Promise<boolean>;
  /**
   * Renews the webhook lease, and stores the progress and delivery attempts of webhook endpoints.
   * Resolves to the ids of the endpoints whose progress was stored. Others were changed or removed,
   * or are ahead of a shortened ledger. If another instance holds the lease, changes nothing and
   * resolves to undefined. A `nextHolder` of '' ends the lease.
   */
  saveWebhooks(
    holder: string,
    progress: readonly WebhookProgress[],
    options?: { readonly nextHolder?: string; readonly attempts?: readonly Attempt[] },
  ): Promise<string[] | undefined>;

  /** Runs `work` on the contents of the store as they are at one moment. */
  readAll<T>(work: (contents: QueriedContents) => Promise<T>): Promise<T>;
  /**
   * Runs `work`, which replaces the stock in memory with that in the store, on the contents at one
   * moment.
   */
  reload<T>(work: (contents: StoreContents) => Promise<T>): Promise<T>;
  /**
   * Stores all contents of another store, or nothing. Resolves to false if this store is not empty.
   */
  restore(contents: StoreContents, onProgress: (entries: number) => void): Promise<boolean>;

  /**
   * The size of the store in bytes, for operators. Throws an Error with advice if the store cannot
   * be written to.
   */
  bytes(): Promise<number>;
  /**
   * The rights that the role lacks with which a PostgreSQL store was opened, such as "update on
   * head". Some writes fail without them.
   */
  missingRights(): Promise<string[]>;
  /**
   * Makes later calls open new connections. Calls under way are not disturbed. Only PostgreSQL has
   * this method.
   */
  reconnect?(): void;
  close(): Promise<void>;
}

/**
 * Asks for a page of the reservations after the id `after`. A `petId` of null asks for reservations
 * of all pets.
 */
export type ReservationQuery = {
  readonly petId: PetId | null;
  readonly after: string;
  readonly limit: number;
  /** The page ends before the reservation with which it would have more items than this. */
  readonly rowsMax: number;
};

/**
 * A page may have fewer reservations than the limit, because the number of their items is limited
 * too. `next` is the page's last id if another page follows.
 */
export type ReservationPage = {
  readonly reservations: readonly Reservation[];
  readonly next: string | null;
};

export type ReservedQuery = { readonly after: PetId | null; readonly limit: number };

/**
 * How much of each pet is reserved, as JSON for responses. `next` is the page's last petId if
 * another page follows.
 */
export type ReservedPage = { readonly json: string; readonly next: PetId | null };

/** The number of active reservations, and the total quantity that they hold. */
export type ReservationTotals = { readonly reservations: number; readonly quantity: number };

/**
 * How many reservations a sweep has marked as expired, and how many old reservations it has
 * deleted.
 */
export type Swept = {
  readonly expired: number;
  readonly forgotten: number;
  /** Whether nothing is left to sweep. */
  readonly isDone: boolean;
};

/** Everything in a store. The ledger may not fit into memory, so it is read in pages. */
export type StoreContents = {
  readonly head: Pick<
    Head,
    'seq' | 'atMs' | 'actionsRevision' | 'detailsRevision' | 'reservationsRevision'
  >;
  /** The ledger entries in pages, ascending by sequence number. */
  readonly entries: () => AsyncIterable<readonly LedgerEntry[]>;
  /** The stock of all pets in pages, ascending by petId. */
  readonly items: () => AsyncIterable<readonly Item[]>;
  /**
   * The details of all pets in pages, ascending by petId. The details of removed pets are empty.
   */
  readonly details: () => AsyncIterable<readonly RevisedDetails[]>;
  /** All rows of a table that fits into memory, such as the table of API keys. */
  readonly rows: <T extends object>(table: Table<T>) => Promise<T[]>;
};

/** The contents of a store that can be queried, and not only copied. */
export type QueriedContents = StoreContents & {
  /** The highest petId that the ledger ever had; null if the ledger is empty. */
  readonly highestPetId: () => Promise<PetId | null>;
};

/**
 * The instance `holder` delivers webhooks, and keeps increasing `renewal`. If `holder` is empty, no
 * instance does.
 */
export type WebhookLease = { readonly holder: string; readonly renewal: number };

export type ImportPlan = {
  readonly commands: readonly StockCommand[];
  /**
   * Pets that lose their barcode before the import begins, so that other pets can get the barcode.
   */
  readonly freed?: readonly PetId[];
};
