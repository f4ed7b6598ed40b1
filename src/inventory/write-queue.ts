import { DomainError } from '../domain/errors.ts';
import type { Outcome, Write } from '../domain/write.ts';
import { limits } from '../limits.ts';

type Pending = PromiseWithResolvers<Outcome> & { readonly write: Write };

/**
 * Group commit: while one batch is being stored the next one fills, so many writers share one sync of the disk. Its
 * length is bounded; past that, callers are told at once. See docs/decisions/0019.
 */
export class WriteQueue {
  readonly #commit: (writes: readonly Write[]) => Promise<Outcome[]>;
  /** Set by every read, reset by every batch. */
  hasReaders = false;
  #pending: Pending[] = [];
  #commands = 0;
  #draining: Promise<void> | undefined;

  constructor(commit: (writes: readonly Write[]) => Promise<Outcome[]>) {
    this.#commit = commit;
  }

  add(write: Write): Promise<Outcome> {
    if (this.#commands + write.commands.length > limits.queuedCommandsMax) {
      return Promise.reject(new DomainError('overloaded', 'Too many writes are waiting. Try again in a moment.'));
    }
    this.#commands += write.commands.length;
    const pending = { write, ...Promise.withResolvers<Outcome>() };
    this.#pending.push(pending);
    this.#draining ??= this.#drain();
    return pending.promise;
  }

  get commands(): number {
    return this.#commands;
  }

  get isStoring(): boolean {
    return this.#draining !== undefined;
  }

  /** Resolves when nothing waits any more. */
  async settled(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    await new Promise(setImmediate);
    while (this.#pending.length > 0) {
      const batch = this.#takeBatch();
      await this.#store(batch);
      await this.#waitForFollowUps(batch.length);
    }
    this.#draining = undefined;
  }

  /**
   * A caller that was just answered often sends its next request at once; it arrives a few turns of the event loop
   * later. Without this wait, two groups of callers would take turns in transactions of half the possible size.
   */
  async #waitForFollowUps(answered: number): Promise<void> {
    const all = this.#pending.length + answered;
    for (let turns = 0; turns < limits.followUpTurnsMax; turns++) {
      if (this.#pending.length >= all || this.#commands >= limits.transactionCommandsMax) return;
      await new Promise(setImmediate);
    }
  }

  #takeBatch(): Pending[] {
    let commands = 0;
    let count = 0;
    for (const { write } of this.#pending) {
      commands += write.commands.length;
      if (count > 0 && commands > limits.transactionCommandsMax) break;
      count++;
    }
    return this.#take(count);
  }

  #take(count: number): Pending[] {
    const taken = this.#pending.splice(0, count);
    for (const { write } of taken) this.#commands -= write.commands.length;
    return taken;
  }

  async #store(batch: Pending[]): Promise<void> {
    try {
      const outcomes = await this.#commit(batch.map(({ write }) => write));
      void resolveOutcomes(batch, outcomes, this.hasReaders ? limits.resolvesPerTurn : batch.length);
      this.hasReaders = false;
    } catch (error) {
      // The others have waited just as long, and would wait as long again.
      const isUnavailable = error instanceof DomainError && error.code === 'store_unavailable';
      const others = isUnavailable ? this.#take(this.#pending.length) : [];
      for (const { reject } of [...batch, ...others]) reject(error);
    }
  }
}

/**
 * Each answer brings its caller's next request, so a whole batch keeps the event loop for milliseconds. A few at a time
 * let readers in between. That costs the writers a fifth more of the processor, so it is done only while there are readers.
 */
async function resolveOutcomes(
  batch: readonly Pending[],
  outcomes: readonly Outcome[],
  perTurn: number,
): Promise<void> {
  for (const [index, { resolve }] of batch.entries()) {
    if (index > 0 && index % perTurn === 0) await new Promise(setImmediate);
    resolve(outcomes[index] as Outcome);
  }
}
