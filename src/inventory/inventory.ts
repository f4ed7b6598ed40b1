import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import type { Action, ActionOutcome } from '../domain/action.ts';
import { DomainError, entriesLost } from '../domain/errors.ts';
import { lowAtAtFirst, type Shop } from '../domain/shop.ts';
import { aheadMs, type ClockReading } from '../domain/store-clock.ts';
import { Lane, type OnLaneWait } from '../lanes.ts';
import type { Limits } from '../limits.ts';
import type { Platform } from '../platform.ts';
import { SchemaError } from '../store/migrations.ts';
import type { Head, Store, Swept } from '../store/store.ts';
import { atMost, closingMs } from '../time-limit.ts';
import { coalesce } from './coalesce.ts';
import { DetailsCache } from './details-cache.ts';
import { Feed } from './feed.ts';
import { Keyring } from './keyring.ts';
import { LimitedReads } from './reads.ts';
import { Snapshot } from './snapshot/snapshot.ts';
import { type Transaction, WriteQueue } from './write-queue.ts';

const keyUseFlushIntervalMs = 30_000;
const sweepIntervalMs = 600_000;
const catchUpEntriesPerTurn = 5_000;

type InventoryOptions = {
  readonly limits: Limits;
  readonly platform: Platform;
  readonly onTransaction?: (transaction: Transaction) => void;
  readonly onHeadCheck?: () => void;
  /** Called when the last change in the store is more than a minute ahead of the store's clock. */
  readonly onClockBehind?: (reading: ClockReading) => void;
  /**
   * Called when another process has upgraded the store, so that this process can no longer serve
   * it.
   */
  readonly onNewSchema?: (error: SchemaError) => void;
  readonly onSweep?: (swept: Swept) => void;
  readonly onRegression?: (regression: Regression) => void;
  readonly onLaneWait?: OnLaneWait;
};

/**
 * The store lacks changes that this process has seen: an old database server answers, or changes
 * were lost.
 */
export type Regression = {
  readonly known: Head;
  readonly found: Head;
  readonly action: 'reconnect' | 'reload';
};

/**
 * The inventory in the memory of one process. After `ensureFresh`, reads show every change that any
 * process had acknowledged before the call.
 */
export class Inventory {
  readonly #openStore: () => Promise<Store>;
  readonly #options: InventoryOptions;
  keyring = new Keyring();
  /** The settings of the shop, as they were at the last `ensureFresh`. */
  shop: Shop = { lowAt: lowAtAtFirst };
  details: DetailsCache;
  readonly queue: WriteQueue;
  readonly feed: Feed;
  readonly #platform: Platform;
  readonly #stopHousekeeping: (() => void)[] = [];
  readonly reads: LimitedReads;
  readonly #actions: Lane;
  #opened: Store | undefined;
  snapshot = Snapshot.of(0, []);
  /** The store's last sequence number, revisions and time, as of the last `ensureFresh`. */
  head = noHead;
  isLoaded = false;
  #isSweeping = false;
  readonly #closing = new AbortController();
  /** Whether the store could be reached at the last check. */
  storeIsUp = false;

  /**
   * Resolves when the stock and API keys in memory have every change that any process acknowledged
   * before the call.
   */
  readonly ensureFresh: () => Promise<void>;

  constructor(openStore: () => Promise<Store>, options: InventoryOptions) {
    const { limits, platform } = options;
    this.#openStore = openStore;
    this.#options = options;
    this.#platform = platform;
    this.ensureFresh = coalesce(platform, () => this.#catchUp());
    this.details = new DetailsCache(() => this.store, platform);
    const { onLaneWait } = options;
    this.reads = new LimitedReads(this, limits, platform, onLaneWait);
    this.#actions = new Lane('actions', limits, { platform, onWait: onLaneWait });
    this.queue = new WriteQueue({
      store: () => this.store,
      limits,
      platform,
      onWait: (waitMs) => onLaneWait?.('writes', waitMs),
      onTransaction: (transaction) => {
        const { entries } = transaction;
        // If the snapshot lacks earlier ledger entries of another process, `ensureFresh` fetches
        // them and the new ones.
        if (entries[0]?.seq === this.snapshot.seq + 1)
          this.#advance(this.snapshot.apply(entries), entries);
        options.onTransaction?.(transaction);
      },
    });
    this.feed = new Feed(this, limits, platform);
  }

  /**
   * Opens the store and reads all stock. Until this is done, reads and writes fail. A failed load
   * may be repeated.
   */
  async load(): Promise<void> {
    this.#opened ??= await this.#openStore();
    const store = this.#opened;
    this.snapshot = await loadSnapshot(store);
    this.shop = await store.shop();
    this.isLoaded = true;
    await this.ensureFresh();
    this.#every(keyUseFlushIntervalMs, () => this.keyring.storeUses(this.store));
    this.#every(sweepIntervalMs, () => this.#sweep());
  }

  /**
   * Deletes what is forgotten, step by step. Between two steps the store is left to others for as
   * long as the step took, so that they get half of its time, and a write waits for one step at most.
   */
  async #sweep(): Promise<void> {
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    try {
      for (let isDone = false; !isDone && !this.#closing.signal.aborted; ) {
        const startedMs = this.#platform.monotonicMs();
        const swept = await this.store.sweep();
        const stepMs = this.#platform.monotonicMs() - startedMs;
        this.#options.onSweep?.(swept);
        isDone = swept.isDone;
        if (!isDone) await this.#platform.delay(stepMs, this.#closing.signal);
      }
    } finally {
      this.#isSweeping = false;
    }
  }

  perform(action: Action): Promise<ActionOutcome> {
    return this.#actions.run(() => this.store.perform(action), action.by?.keyId);
  }

  /** Resolves when every accepted write has an outcome and the store is closed. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const stop of this.#stopHousekeeping) stop();
    await this.queue.settled();
    if (this.isLoaded) await atMost(this.#platform, closingMs, this.keyring.storeUses(this.store));
    await this.#opened?.close();
  }

  /**
   * The database store, for reading what is not in memory. Throws until the inventory is loaded.
   */
  get store(): Store {
    if (this.#opened === undefined || !this.isLoaded) throw starting;
    return this.#opened;
  }

  async #catchUp(): Promise<void> {
    const known = { ...this.head, seq: this.snapshot.seq };
    let head = await this.#checkHead();
    if (isBehind(head, known) && this.store.reconnect !== undefined) {
      // After a failover, an old connection may still lead to the old database server, so the store
      // reconnects.
      this.#options.onRegression?.({ known, found: head, action: 'reconnect' });
      this.store.reconnect();
      head = await this.#checkHead();
    }
    if (isBehind(head, known)) {
      this.#options.onRegression?.({ known, found: head, action: 'reload' });
      head = await this.#startOver();
    }
    // A failover that has lost nothing but details shows in no number: they may have as many
    // changes again.
    if (head.connection !== known.connection) this.#forgetDetails();
    this.details.revision = head.detailsRevision;
    if (head.actionsRevision !== this.head.actionsRevision) this.shop = await this.store.shop();
    await this.keyring.catchUp(this.store, head);
    // While this process stores writes, the new ledger entries may be its own, which need not be
    // read from the store.
    if (head.seq > this.snapshot.seq && this.queue.isStoring) await this.#platform.nextTurn();
    if (head.seq > this.snapshot.seq) await this.#fetchEntries(head.seq);
    const { clockBehindMs } = this.#options.limits;
    if (aheadMs(head) > clockBehindMs && aheadMs(known) <= clockBehindMs)
      this.#options.onClockBehind?.(head);
    this.head = head;
  }

  async #checkHead(): Promise<Head> {
    this.#options.onHeadCheck?.();
    this.storeIsUp = false;
    try {
      const head = await this.store.head();
      this.storeIsUp = true;
      return head;
    } catch (error) {
      if (error instanceof Error && error.cause instanceof SchemaError)
        this.#options.onNewSchema?.(error.cause);
      throw error;
    }
  }

  /** Reads the whole store again after a restore, or after a failover that has lost changes. */
  async #startOver(): Promise<Head> {
    this.snapshot = await loadSnapshot(this.store);
    this.keyring = new Keyring();
    this.#forgetDetails();
    this.feed.close();
    return this.#checkHead();
  }

  /** Reads the details of pets again when they are next needed. */
  #forgetDetails(): void {
    // Queries under way may still put outdated details of pets into the old cache, so a new cache
    // replaces the old one.
    this.details = new DetailsCache(() => this.store, this.#platform);
  }

  /**
   * Applies new ledger entries to the snapshot all at once, so that no reader sees half of a
   * transaction.
   */
  async #fetchEntries(upTo: number): Promise<void> {
    let snapshot = this.snapshot;
    let newest: readonly LedgerEntry[] = [];
    while (snapshot.seq < upTo) {
      const limit = Math.min(upTo - snapshot.seq, catchUpEntriesPerTurn);
      const entries = await this.store.entriesAfter(snapshot.seq, limit);
      // After the head was read, a failover may have lost the entries that it counts.
      if (entries[0]?.seq !== snapshot.seq + 1) throw entriesLost();
      snapshot = snapshot.apply(entries);
      newest = entries;
      if (limit === catchUpEntriesPerTurn) await this.#platform.nextTurn();
    }
    // While the entries were read, own commits of this process may have made `this.snapshot` newer
    // than these entries.
    if (snapshot.seq > this.snapshot.seq) this.#advance(snapshot, newest);
  }

  #advance(snapshot: Snapshot, entries: readonly LedgerEntry[]): void {
    this.snapshot = snapshot;
    this.feed.publish(entries);
  }

  /**
   * Repeats housekeeping work. Its failures are ignored, since writes fail for the same reason and
   * report it.
   */
  #every(intervalMs: number, work: () => Promise<void>): void {
    const stop = this.#platform.every(intervalMs, () => {
      Promise.try(work).catch(() => undefined);
    });
    this.#stopHousekeeping.push(stop);
  }
}

const noRevisions = { seq: 0, actionsRevision: 0, detailsRevision: 0, reservationsRevision: 0 };
const noHead: Head = { ...noRevisions, schema: 0, clockMs: 0, atMs: 0 };

const revisions = ['seq', 'actionsRevision', 'detailsRevision'] as const;

function isBehind(head: Head, known: Head): boolean {
  return head.hasLostEntries === true || revisions.some((name) => head[name] < known[name]);
}

function loadSnapshot(store: Store): Promise<Snapshot> {
  return store.reload(({ head, items }) => Snapshot.load(head.seq, items()));
}

const starting = new DomainError(
  'store_unavailable',
  'The service is starting. Try again in a moment.',
);
