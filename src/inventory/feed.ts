import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import type { Limits } from '../limits.ts';
import type { Platform, Timers } from '../platform.ts';
import { oneAtATime } from '../semaphore.ts';
import type { Store } from '../store/store.ts';

/**
 * The inventory of this process. The change feed calls `ensureFresh` regularly while the feed has
 * subscriptions.
 */
type FeedSource = {
  readonly store: Pick<Store, 'entriesAfter'>;
  readonly snapshot: { readonly seq: number };
  readonly ensureFresh: () => Promise<void>;
};

const pageEntries = 200;

/**
 * How many of the newest ledger entries the change feed has in memory. A reader that keeps up needs
 * no older ones.
 */
const recentMax = 2_048;

/**
 * How much longer changes are collected before subscriptions hear of them, for each subscription. A
 * thousand event streams hear of changes ten times a second, because each time costs each of them a
 * write to its connection. A few hear of each change at once.
 */
const collectMsPerSubscription = 0.1;

/**
 * The change feed passes each new ledger entry once to every subscription, in order. A subscription
 * that keeps up reads from memory. A subscription that lags or resumes reads them from the store:
 * docs/decisions/0023.
 */
export class Feed {
  readonly #source: FeedSource;
  readonly #limits: Limits;
  readonly #subscriptions = new Set<Subscription>();
  #recent: readonly LedgerEntry[] = [];
  /** The pages of the ledger entries in memory that have been read, by the entry before each. */
  readonly #recentPages = new Map<number, readonly LedgerEntry[]>();
  readonly #platform: Platform;
  #stopPolling: (() => void) | undefined;
  readonly #storePages = oneAtATime();
  /** When subscriptions may next be woken, on the monotonic clock. */
  #nextWakeMs = Number.NEGATIVE_INFINITY;
  #isWakePlanned = false;

  constructor(source: FeedSource, limits: Limits, platform: Platform) {
    this.#source = source;
    this.#limits = limits;
    this.#platform = platform;
  }

  /**
   * Adds new ledger entries to those in memory, and wakes waiting subscriptions. Without
   * subscriptions, drops all.
   */
  publish(entries: readonly LedgerEntry[]): void {
    this.#recentPages.clear();
    if (this.#subscriptions.size === 0) {
      this.#recent = [];
      return;
    }
    const follows = entries[0]?.seq === (this.#recent.at(-1)?.seq ?? 0) + 1;
    this.#recent = [...(follows ? this.#recent : []), ...entries].slice(-recentMax);
    this.#planWake();
  }

  /** Wakes subscriptions now, or when enough time has passed since they were last woken. */
  #planWake(): void {
    if (this.#isWakePlanned) return;
    const waitMs = this.#nextWakeMs - this.#platform.monotonicMs();
    if (waitMs <= 0) {
      this.#wake();
      return;
    }
    this.#isWakePlanned = true;
    this.#platform.after(waitMs, () => {
      this.#isWakePlanned = false;
      this.#wake();
    });
  }

  #wake(): void {
    const collectMs = collectMsPerSubscription * this.#subscriptions.size;
    this.#nextWakeMs = this.#platform.monotonicMs() + collectMs;
    for (const subscription of this.#subscriptions) subscription.wake();
  }

  subscribe(afterSeq: number): Subscription {
    const subscription = new Subscription(afterSeq, this, this.#platform);
    this.#subscriptions.add(subscription);
    this.#stopPolling ??= this.#platform.every(this.#limits.eventPollMs, () => {
      this.#source.ensureFresh().catch(() => undefined);
    });
    return subscription;
  }

  unsubscribe(subscription: Subscription): void {
    this.#subscriptions.delete(subscription);
    if (this.#subscriptions.size > 0) return;
    this.#stopPolling?.();
    this.#stopPolling = undefined;
  }

  /**
   * Ends every subscription and drops all ledger entries in memory: after a restore, the store may
   * not have them.
   */
  close(): void {
    this.#recent = [];
    this.#recentPages.clear();
    for (const subscription of this.#subscriptions) subscription.end();
  }

  get lastSeq(): number {
    return this.#source.snapshot.seq;
  }

  /**
   * A page of the ledger entries after `seq`. All subscriptions that have come as far get the same
   * array, so that what one of them makes of it serves the others, too.
   */
  async entriesAfter(seq: number): Promise<readonly LedgerEntry[]> {
    return this.#recentAfter(seq) ?? (await this.#storedAfter(seq));
  }

  /** Undefined if the entries are not in memory. */
  #recentAfter(seq: number): readonly LedgerEntry[] | undefined {
    const known = this.#recentPages.get(seq);
    if (known !== undefined) return known;
    const first = this.#recent[0]?.seq;
    if (first === undefined || first > seq + 1) return undefined;
    const start = seq + 1 - first;
    const page = this.#recent.slice(start, start + pageEntries);
    this.#recentPages.set(seq, page);
    return page;
  }

  /** Reads one page in a turn of the event loop, so that requests are served in between. */
  async #storedAfter(seq: number): Promise<readonly LedgerEntry[]> {
    await this.#storePages.run(this.#platform.nextTurn);
    return this.#source.store.entriesAfter(seq, pageEntries);
  }
}

/** A reader of the change feed. It continues after the last ledger entry that it has read. */
export class Subscription {
  readonly #feed: Feed;
  readonly #timers: Timers;
  #seq: number;
  #waiting: (() => void) | undefined;
  #ended = false;

  constructor(afterSeq: number, feed: Feed, timers: Timers) {
    this.#seq = afterSeq;
    this.#feed = feed;
    this.#timers = timers;
  }

  /**
   * Whether the reader need not wait: there are new ledger entries, or the subscription has ended.
   */
  get hasNext(): boolean {
    return this.#ended || this.#seq < this.#feed.lastSeq;
  }

  /**
   * The next ledger entries; an empty array if none come within `waitMs`, undefined if the
   * subscription has ended.
   */
  async next(waitMs: number): Promise<readonly LedgerEntry[] | undefined> {
    if (!this.hasNext) await this.#wait(waitMs);
    if (this.#ended) return undefined;
    if (!this.hasNext) return [];
    const entries = await this.#feed.entriesAfter(this.#seq);
    // If a restore of the store has ended the subscription meanwhile, the ledger entries just read
    // may be outdated.
    if (this.#ended) return undefined;
    this.#seq = entries.at(-1)?.seq ?? this.#seq;
    return entries;
  }

  wake(): void {
    this.#waiting?.();
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#waiting?.();
    this.#feed.unsubscribe(this);
  }

  async #wait(waitMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#timers.after(waitMs, resolve);
    this.#waiting = resolve;
    await promise;
    this.#waiting = undefined;
    cancel();
  }
}
