import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { Limits } from '../limits.ts';
import { oneAtATime } from '../semaphore.ts';
import type { Store } from '../store/store.ts';

/** The inventory of this process. While the feed has subscriptions, it calls `ensureFresh` regularly. */
type FeedSource = {
  readonly store: Pick<Store, 'entriesAfter'>;
  readonly snapshot: { readonly seq: number };
  readonly ensureFresh: () => Promise<void>;
};

const pageEntries = 200;

/** How many recent ledger entries are kept in memory, for subscriptions that keep up. */
const recentMax = 2_048;

/**
 * Gives ledger entries to subscriptions, in order. A subscription that keeps up reads from memory, one that lags or
 * resumes reads from the store. Both follow the sequence, so no entry is missed or repeated. See docs/decisions/0023.
 */
export class Feed {
  readonly #source: FeedSource;
  readonly #limits: Limits;
  readonly #subscriptions = new Set<Subscription>();
  #recent: readonly LedgerEntry[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #pages = oneAtATime();

  constructor(source: FeedSource, limits: Limits) {
    this.#source = source;
    this.#limits = limits;
  }

  /** Takes the newest ledger entries. If there is a gap before them, subscriptions read the store instead. */
  publish(entries: readonly LedgerEntry[]): void {
    if (this.#subscriptions.size === 0) {
      this.#recent = [];
      return;
    }
    const follows = entries[0]?.seq === (this.#recent.at(-1)?.seq ?? 0) + 1;
    this.#recent = [...(follows ? this.#recent : []), ...entries].slice(-recentMax);
    for (const subscription of this.#subscriptions) subscription.wake();
  }

  subscribe(afterSeq: number): Subscription {
    const subscription = new Subscription(afterSeq, this);
    this.#subscriptions.add(subscription);
    this.#timer ??= setInterval(() => this.#source.ensureFresh().catch(() => undefined), this.#limits.eventPollMs);
    return subscription;
  }

  unsubscribe(subscription: Subscription): void {
    this.#subscriptions.delete(subscription);
    if (this.#subscriptions.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Ends every subscription and forgets all entries: a restored store may not have them. Readers can resume. */
  close(): void {
    this.#recent = [];
    for (const subscription of this.#subscriptions) subscription.end();
  }

  get lastSeq(): number {
    return this.#source.snapshot.seq;
  }

  /** Reads at most one page of entries in a turn of the event loop, so that requests are served in between. */
  async entriesAfter(seq: number): Promise<readonly LedgerEntry[]> {
    await this.#pages.run(() => nextTurn());
    const first = this.#recent[0]?.seq;
    if (first === undefined || first > seq + 1) return this.#source.store.entriesAfter(seq, pageEntries);
    const start = seq + 1 - first;
    return this.#recent.slice(start, start + pageEntries);
  }
}

/** One reader of the feed, with its place in the ledger. */
export class Subscription {
  readonly #feed: Feed;
  #seq: number;
  #waiting: (() => void) | undefined;
  #ended = false;

  constructor(afterSeq: number, feed: Feed) {
    this.#seq = afterSeq;
    this.#feed = feed;
  }

  /** Whether `next` returns without waiting for a change of the stock. */
  get hasNext(): boolean {
    return this.#ended || this.#seq < this.#feed.lastSeq;
  }

  /** The next entries: an empty array if there are none within `waitMs`, undefined if the subscription has ended. */
  async next(waitMs: number): Promise<readonly LedgerEntry[] | undefined> {
    if (!this.hasNext) await this.#wait(waitMs);
    if (this.#ended) return undefined;
    if (!this.hasNext) return [];
    const entries = await this.#feed.entriesAfter(this.#seq);
    // The store may have been restored meanwhile, so these entries may be from another ledger.
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
    const timer = setTimeout(resolve, waitMs);
    this.#waiting = resolve;
    await promise;
    this.#waiting = undefined;
    clearTimeout(timer);
  }
}
