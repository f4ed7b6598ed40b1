import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ActionOrigin, ActionOutcome, ActionRequest } from '../domain/action.ts';
import type { ApiKey } from '../domain/api-key.ts';
import { DomainError } from '../domain/errors.ts';
import type { PetId } from '../domain/item.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { ShopDays } from '../domain/shop-days.ts';
import { aheadMs, type ClockReading, storeTime } from '../domain/store-clock.ts';
import type { Outcome, Write } from '../domain/write.ts';
import type { Limits } from '../limits.ts';
import { oneAtATime, Semaphore } from '../semaphore.ts';
import { SchemaError } from '../store/migrations.ts';
import type { Head, HistoryPage, ReservedQuery, Store } from '../store/store.ts';
import { atMost, closingMs } from '../store/store.ts';
import { coalesce } from './coalesce.ts';
import type { DetailsList } from './details-cache.ts';
import { DetailsCache } from './details-cache.ts';
import { Feed } from './feed.ts';
import { type FoundHistory, type HistoryFilter, lastSeqBefore, searchHistory } from './history-search.ts';
import { Keyring } from './keyring.ts';
import { createReport, type ReportSpan, type StreamedReport } from './report.ts';
import { Snapshot } from './snapshot/snapshot.ts';
import { type Transaction, WriteQueue } from './write-queue.ts';

const keyUseFlushIntervalMs = 30_000;
const sweepIntervalMs = 600_000;
const catchUpEntriesPerTurn = 5_000;

type Options = {
  readonly limits: Limits;
  /** Told of every transaction. */
  readonly onTransaction?: (transaction: Transaction) => void;
  /** Told whenever the store is asked how far it has come. */
  readonly onHeadCheck?: () => void;
  /** Told when the store's times are found to be ahead of its clock by more than a minute. */
  readonly onClockBehind?: (reading: ClockReading) => void;
  /** Told that another process has upgraded the store, which this one can no longer serve. */
  readonly onNewSchema?: (error: SchemaError) => void;
  /** Told how many reservations have expired, when their rows are deleted. */
  readonly onExpired?: (reservations: number) => void;
  readonly onRegression?: (regression: Regression) => void;
};

/** The store's head is behind the last one known: an old server answers, or the store has lost something. */
export type Regression = { readonly known: Head; readonly found: Head; readonly action: 'reconnect' | 'reload' };

/**
 * The service itself: writes in, reads out. Reads come from a snapshot in memory that is guaranteed to
 * hold every change that any process had acknowledged when the read arrived.
 */
export class Inventory {
  readonly #openStore: () => Promise<Store>;
  readonly #options: Options;
  readonly #keyring = new Keyring();
  readonly #details = new DetailsCache(() => this.store);
  readonly #queue: WriteQueue;
  readonly feed: Feed;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #lists: Semaphore;
  readonly #pages: Semaphore;
  readonly #actions: Semaphore;
  readonly #reports: Semaphore;
  readonly #reporting = oneAtATime();
  #snapshot = Snapshot.of(0, []);
  #opened: Store | undefined;
  #head: Head = noHead;
  isLoaded = false;
  /** Whether the store answered when it was asked last. */
  storeIsUp = false;

  constructor(openStore: () => Promise<Store>, options: Options) {
    this.#openStore = openStore;
    this.#options = options;
    const { requestsWaitingMax: waitingMax, reportsMax } = options.limits;
    this.#lists = new Semaphore({ places: 1, waitingMax, refusal: tooManyReads });
    this.#pages = new Semaphore({ places: 1, waitingMax, refusal: tooManyReads });
    this.#actions = new Semaphore({ places: 1, waitingMax, refusal: tooManyActions });
    this.#reports = new Semaphore({ places: reportsMax, waitingMax: 0, refusal: tooManyReports });
    this.#queue = new WriteQueue({
      store: () => this.store,
      limits: options.limits,
      onTransaction: (transaction) => {
        const { entries } = transaction;
        // If another process wrote in between, the next read's check fetches the entries of both.
        if (entries[0]?.seq === this.#snapshot.seq + 1) this.#advance(this.#snapshot.apply(entries), entries);
        options.onTransaction?.(transaction);
      },
    });
    this.feed = new Feed({
      read: (seq, limit) => this.store.entriesAfter(seq, limit),
      poll: () => this.ensureFresh(),
      limits: options.limits,
    });
  }

  /** Opens the store and reads all of it. Until then every other call is refused. A failed load may be tried again. */
  async load(): Promise<void> {
    this.#opened ??= await this.#openStore();
    const store = this.#opened;
    this.#snapshot = await loadSnapshot(store);
    this.isLoaded = true;
    await this.ensureFresh();
    this.#every(keyUseFlushIntervalMs, () => this.#flushKeyUses());
    this.#every(sweepIntervalMs, () => store.deleteIdempotencyRecords());
    this.#every(sweepIntervalMs, async () => this.#options.onExpired?.(await store.deleteExpiredReservations()));
  }

  /** Resolves when snapshot and keys hold all that was acknowledged, by any process, before the call. */
  readonly ensureFresh = coalesce(() => this.#catchUp());

  /** As of the last `ensureFresh`. */
  get head(): Head {
    return this.#head;
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  /** About what the inventory takes in memory as JSON. */
  get snapshotBytes(): number {
    return this.#snapshot.byteLength + this.#details.byteLength;
  }

  /** Changes that wait for their transaction. */
  get queuedCommands(): number {
    return this.#queue.commands;
  }

  /** All details, as of the last `ensureFresh` or later. */
  details(): Promise<DetailsList> {
    return this.#details.list();
  }

  /** The active key with this digest, as of the last `ensureFresh`. */
  findKey(digest: string): ApiKey | undefined {
    return this.#keyring.use(digest, storeTime(this.#head));
  }

  /** Whether the key with this digest, which is not active, has not been revoked. */
  hasExpired(digest: string): boolean {
    return this.#keyring.knows(digest);
  }

  isActive(key: ApiKey): boolean {
    return this.#keyring.has(key, storeTime(this.#head));
  }

  /** Resolves when the write is durable, or was refused and changed nothing. */
  write(write: Write): Promise<Outcome> {
    return this.#queue.add(write);
  }

  perform(action: ActionRequest & ActionOrigin): Promise<ActionOutcome> {
    return this.#actions.run(() => this.store.perform(action));
  }

  /** The last sequence before this time. */
  async lastSeqBefore(atMs: number): Promise<number> {
    return lastSeqBefore(this.store, this.#snapshot.seq, atMs);
  }

  /**
   * Makes one after the other, each in a turn of the event loop of its own. For lists that can be large and are for one
   * caller: else all that are asked for at once would be in memory before the first is sent.
   */
  makeInTurn<T>(make: () => T | Promise<T>): Promise<T> {
    return this.#lists.run(async () => {
      await nextTurn();
      return make();
    });
  }

  /** A page of the history of one pet. Pages begin in turn, too; a store that does not answer one holds up no other. */
  async history(petId: PetId, page: HistoryPage): Promise<LedgerEntry[]> {
    await this.#pages.run(() => nextTurn());
    return this.store.history(petId, page);
  }

  /** What is reserved of each pet as JSON, and a digest of it. */
  async reservedPage(query: ReservedQuery) {
    const { json, next } = await this.store.reservedStock(query);
    return { json: Buffer.from(json), next, tag: hash('sha1', json, 'base64url') };
  }

  /** Of all pets, read once for all who ask at the same time. */
  readonly reservedList = coalesce(() => this.reservedPage({ after: null, limit: Number.MAX_SAFE_INTEGER - 1 }));

  readonly reservationTotals = coalesce(() => this.store.reservationTotals());

  /** A page of the history of all pets. */
  async searchHistory(filter: HistoryFilter): Promise<FoundHistory> {
    await this.#pages.run(() => nextTurn());
    return searchHistory(this.store, this.#snapshot.seq, filter, this.#options.limits.historyScanEntriesMax);
  }

  /** As of the last `ensureFresh` or later. It takes a place among the reports until `release` is called. */
  async report(
    span: ReportSpan,
    { isWanted = () => true, ...options }: { shopDays: ShopDays; withDays: boolean; isWanted?: () => boolean },
  ): Promise<StreamedReport & { readonly release: () => void }> {
    const release = await this.#reports.acquire();
    try {
      const asOf = { headSeq: this.#snapshot.seq, nowMs: storeTime(this.#head) };
      const report = await this.#reporting.run(() => {
        // A client that has gone while others had their turn must not keep those behind it waiting.
        if (!isWanted()) throw tooManyReports;
        return createReport(this.store, span, { ...options, ...asOf });
      });
      return { ...report, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Ends when every accepted write has its answer. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#queue.settled();
    if (this.isLoaded) await atMost(closingMs, this.#flushKeyUses());
    await this.#opened?.close();
  }

  /** The store itself, for what is not kept in memory. */
  get store(): Store {
    if (this.#opened === undefined || !this.isLoaded) throw starting;
    return this.#opened;
  }

  async #catchUp(): Promise<void> {
    const known = { ...this.#head, seq: this.#snapshot.seq };
    let head = await this.#checkHead();
    if (isBehind(head, known) && this.store.reconnect !== undefined) {
      // After a failover an old connection may still lead to the old server: docs/decisions/0017.
      this.#options.onRegression?.({ known, found: head, action: 'reconnect' });
      this.store.reconnect();
      head = await this.#checkHead();
    }
    if (isBehind(head, known)) {
      this.#options.onRegression?.({ known, found: head, action: 'reload' });
      head = await this.#startOver();
    }
    this.#details.revision = head.detailsRevision;
    if (head.keysRevision !== this.#keyring.revision) await this.#fetchKeys(head);
    // What we have stored ourselves is about to be reported, and need not be read back.
    if (head.seq > this.#snapshot.seq && this.#queue.isStoring) await nextTurn();
    if (head.seq > this.#snapshot.seq) await this.#fetchEntries(head.seq);
    const { clockBehindMs } = this.#options.limits;
    if (aheadMs(head) > clockBehindMs && aheadMs(known) <= clockBehindMs) this.#options.onClockBehind?.(head);
    this.#head = head;
  }

  /** Keys that were deleted are among no changes, so a process that has missed them reads all keys again. */
  async #fetchKeys({ keysRevision, keysTrimmed }: Head): Promise<void> {
    const isMissed = this.#keyring.revision < keysTrimmed;
    const keys = await this.store.keysChangedAfter(isMissed ? 0 : this.#keyring.revision);
    if (isMissed) this.#keyring.clear();
    this.#keyring.update(keys, keysRevision);
  }

  async #checkHead(): Promise<Head> {
    this.#options.onHeadCheck?.();
    this.storeIsUp = false;
    try {
      const head = await this.store.head();
      this.storeIsUp = true;
      return head;
    } catch (error) {
      if (error instanceof Error && error.cause instanceof SchemaError) this.#options.onNewSchema?.(error.cause);
      throw error;
    }
  }

  /** The store was restored, or a failover lost something: what is in memory no longer matches it. */
  async #startOver(): Promise<Head> {
    this.#snapshot = await loadSnapshot(this.store);
    this.#keyring.clear();
    this.#details.clear();
    // Subscribers resume, and are told where they stand.
    this.feed.close();
    return this.#checkHead();
  }

  /** Shows no entry before it has all of them, so that no reader sees half of a transaction. */
  async #fetchEntries(upTo: number): Promise<void> {
    let snapshot = this.#snapshot;
    let newest: readonly LedgerEntry[] = [];
    while (snapshot.seq < upTo) {
      const limit = Math.min(upTo - snapshot.seq, catchUpEntriesPerTurn);
      const entries = await this.store.entriesAfter(snapshot.seq, limit);
      if (entries[0]?.seq !== snapshot.seq + 1) throw new Error(`the ledger has no entry ${snapshot.seq + 1}`);
      snapshot = snapshot.apply(entries);
      newest = entries;
      if (limit === catchUpEntriesPerTurn) await nextTurn();
    }
    // Our own commits may have run ahead meanwhile.
    if (snapshot.seq > this.#snapshot.seq) this.#advance(snapshot, newest);
  }

  #advance(snapshot: Snapshot, entries: readonly LedgerEntry[]): void {
    this.#snapshot = snapshot;
    this.feed.publish(entries);
  }

  async #flushKeyUses(): Promise<void> {
    const uses = this.#keyring.takeUses();
    if (uses.length > 0) await this.store.recordKeyUses(uses);
  }

  /** Housekeeping: a failure here shows in the writes too, and is answered there. */
  #every(intervalMs: number, work: () => Promise<void>): void {
    this.#timers.push(setInterval(() => Promise.try(work).catch(() => undefined), intervalMs).unref());
  }
}

const noHead: Head = {
  seq: 0,
  keysRevision: 0,
  keysTrimmed: 0,
  detailsRevision: 0,
  webhooksRevision: 0,
  schema: 0,
  clockMs: 0,
  atMs: 0,
};

const revisions = ['seq', 'keysRevision', 'detailsRevision', 'webhooksRevision'] as const;

function isBehind(head: Head, known: Head): boolean {
  return revisions.some((name) => head[name] < known[name]);
}

function loadSnapshot(store: Store): Promise<Snapshot> {
  return store.reload(({ lastSeq, items }) => Snapshot.load(lastSeq, items()));
}

const starting = new DomainError('store_unavailable', 'The service is starting. Try again in a moment.');
const overloaded = (text: string) => new DomainError('overloaded', `${text} Try again in a moment.`);
const tooManyReads = overloaded('Too many lists and pages are waiting to be made.');
const tooManyActions = overloaded('Too many changes of keys and webhooks are waiting to be stored.');
const tooManyReports = overloaded('Too many reports are being made or sent.');
