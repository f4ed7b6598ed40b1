import { elementAt } from '@pawstock/shared/element-at.ts';
import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import { DomainError, isUnavailable, overloaded } from '../domain/errors.ts';
import { appliedEntries, callerOf, type Outcome, sizeOf, type Write } from '../domain/write.ts';
import { type LaneRule, laneRules, secondsOf } from '../lanes.ts';
import type { Limits } from '../limits.ts';
import type { Platform } from '../platform.ts';
import type { Store } from '../store/store.ts';

export type Transaction = {
  readonly writes: number;
  readonly entries: readonly LedgerEntry[];
  readonly durationMs: number;
};

type WriteQueueOptions = {
  /**
   * Returns the database store for the writes. Throws a DomainError until the inventory is read
   * into memory.
   */
  readonly store: () => Pick<Store, 'commit'>;
  readonly limits: Limits;
  readonly platform: Platform;
  /** Called for each transaction, with the longest time that one of its writes has waited for it. */
  readonly onWait?: (waitMs: number) => void;
  /**
   * Called after each commit, before the writers get their results: a writer's next read must show
   * its own write.
   */
  readonly onTransaction: (transaction: Transaction) => void;
};

/**
 * After a transaction, the queue waits at most this many turns of the event loop for its clients'
 * next writes.
 */
const followUpTurnsMax = 4;

/** How often late writes are looked for, within the time that a write may wait. */
const checksPerWait = 5;

/**
 * How many parts of a batch may be refused before the rest of it fails. One write that cannot be
 * stored causes 12 at most, because a batch has up to 4,000 writes.
 */
const refusalsMax = 64;

type Pending = PromiseWithResolvers<Outcome> & {
  readonly write: Write;
  readonly addedMs: number;
};

/** How much the latest transaction counts in the mean of their durations. */
const latestShare = 0.2;

/**
 * Group commit: while one batch of writes is stored, the next batch fills, so that many writes
 * share one sync of the disk. A write is refused at once if too many wait, or too many of its API
 * key, and later if its transaction does not begin in time. See docs/decisions/0019.
 */
export class WriteQueue {
  readonly #options: WriteQueueOptions;
  readonly #rule: LaneRule;
  #pending: Pending[] = [];
  /** The approximate number of pets in all waiting writes: the sum of `sizeOf`. */
  commands = 0;
  /** The same by the id of the API key that the writes are of. */
  readonly #commandsOfKeys = new Map<number | undefined, number>();
  #meanTransactionMs = 0;
  #draining: Promise<void> | undefined;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
    this.#rule = laneRules(options.limits).writes;
  }

  /** Resolves when the write is durable, or was refused and changed nothing. */
  add(write: Write): Promise<Outcome> {
    const size = sizeOf(write);
    const keyId = callerOf(write)?.keyId;
    const commandsOfKey = (this.#commandsOfKeys.get(keyId) ?? 0) + size;
    const { waitingMax, perKeyMax } = this.#rule;
    if (this.commands + size > waitingMax || commandsOfKey > (perKeyMax ?? waitingMax))
      return Promise.reject(this.#refusal());

    this.commands += size;
    this.#commandsOfKeys.set(keyId, commandsOfKey);
    const addedMs = this.#options.platform.monotonicMs();
    const pending = { write, addedMs, ...Promise.withResolvers<Outcome>() };
    this.#pending.push(pending);
    this.#draining ??= this.#drain();
    return pending.promise;
  }

  get isStoring(): boolean {
    return this.#draining !== undefined;
  }

  /** Resolves when every queued write has its outcome. */
  async settled(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    const { nextTurn } = this.#options.platform;
    const stopRefusing = this.#refuseLateWrites();
    await nextTurn();
    while (this.#pending.length > 0) {
      const batch = this.#takeBatch();
      await this.#store(batch);
      // Clients often write again as soon as they get a response. If the next transaction did not
      // wait for them, two groups of clients would take turns, and each transaction would have only
      // half of the writes.
      const expected = this.#pending.length + batch.length;
      for (let turns = 0; turns < followUpTurnsMax && this.#pending.length < expected; turns++)
        await nextTurn();
    }
    stopRefusing();
    this.#draining = undefined;
  }

  /** Refuses writes that have waited for too long, until the returned function is called. */
  #refuseLateWrites(): () => void {
    const { platform } = this.#options;
    const { waitMsMax } = this.#rule;
    return platform.every(waitMsMax / checksPerWait, () => {
      const addedBeforeMs = platform.monotonicMs() - waitMsMax;
      const firstInTime = this.#pending.findIndex(({ addedMs }) => addedMs > addedBeforeMs);
      const late = firstInTime === -1 ? this.#pending.length : firstInTime;
      if (late > 0) fail(this.#take(late), this.#refusal());
    });
  }

  #refusal(): DomainError {
    const transactions = 1 + this.commands / this.#rule.placesMax;
    return overloaded(this.#rule.refusal, secondsOf(transactions * this.#meanTransactionMs));
  }

  #takeBatch(): Pending[] {
    let commands = 0;
    let count = 0;
    for (const { write } of this.#pending) {
      commands += sizeOf(write);
      if (count > 0 && commands > this.#rule.placesMax) break;
      count++;
    }
    return this.#take(count);
  }

  #take(count: number): Pending[] {
    const taken = this.#pending.splice(0, count);
    for (const { write } of taken) this.#forget(write);
    return taken;
  }

  #forget(write: Write): void {
    const keyId = callerOf(write)?.keyId;
    const ofKey = (this.#commandsOfKeys.get(keyId) ?? 0) - sizeOf(write);
    this.commands -= sizeOf(write);
    if (ofKey > 0) this.#commandsOfKeys.set(keyId, ofKey);
    else this.#commandsOfKeys.delete(keyId);
  }

  async #store(batch: readonly Pending[]): Promise<void> {
    const [oldest] = batch;
    if (oldest !== undefined)
      this.#options.onWait?.(this.#options.platform.monotonicMs() - oldest.addedMs);
    const stored = await this.#storeTogether(batch);
    if (stored.result === 'stored') return;
    const { error } = stored;
    if (!(error instanceof DomainError)) return this.#storeInParts(batch, error);
    // If the store is unavailable, all queued writes fail at once. Otherwise they would wait for
    // another time limit.
    const others = isUnavailable(error) ? this.#take(this.#pending.length) : [];
    fail([...batch, ...others], error);
  }

  /**
   * Stores a batch that the database has refused as a whole, although the refusal may be due to one
   * of its writes: halves it, and halves what is refused again, until single writes are left.
   */
  async #storeInParts(batch: readonly Pending[], cause: unknown): Promise<void> {
    const parts = halvesOf(batch);
    if (parts.length === 1) return fail(batch, cause);
    for (let refusals = 0, part = parts.shift(); part !== undefined; part = parts.shift()) {
      const stored = await this.#storeTogether(part);
      if (stored.result === 'stored') continue;
      refusals++;
      const { error } = stored;
      const isLast = part.length === 1 || refusals > refusalsMax || error instanceof DomainError;
      if (isLast) fail(part, error);
      else parts.unshift(...halvesOf(part));
    }
  }

  /** Stores writes in one transaction, which fails as a whole, and tells the writers. */
  async #storeTogether(batch: readonly Pending[]): Promise<Stored> {
    const { store, platform, onTransaction } = this.#options;
    const startedMs = platform.monotonicMs();
    let outcomes: Outcome[];
    try {
      outcomes = await store().commit(batch.map(({ write }) => write));
    } catch (error) {
      return { result: 'failed', error };
    }
    const durationMs = platform.monotonicMs() - startedMs;
    this.#meanTransactionMs += latestShare * (durationMs - this.#meanTransactionMs);
    try {
      onTransaction({ writes: batch.length, entries: appliedEntries(outcomes), durationMs });
      for (const [index, { resolve }] of batch.entries()) resolve(elementAt(outcomes, index));
    } catch (error) {
      // The writes are stored, so they must not be stored again.
      fail(batch, error);
    }
    return { result: 'stored' };
  }
}

type Stored =
  | { readonly result: 'stored' }
  | { readonly result: 'failed'; readonly error: unknown };

function fail(batch: readonly Pending[], error: unknown): void {
  for (const { reject } of batch) reject(error);
}

function halvesOf(batch: readonly Pending[]): (readonly Pending[])[] {
  if (batch.length === 1) return [batch];
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
}
