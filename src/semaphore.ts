import type { Timers } from './platform.ts';

type SemaphoreOptions = {
  readonly places: number;
  /** How many callers may wait for their turn. Default: unlimited. */
  readonly waitingMax?: number;
  /** How many callers of one sharer may wait for their turn. Default: unlimited. */
  readonly waitingPerSharerMax?: number;
  /**
   * How long a caller may wait for its turn (default: unlimited), or for room in a full queue
   * (default: 0).
   */
  readonly wait?: { readonly ms: number; readonly timers: Timers };
  /** The error that a caller gets if too many callers wait, or if it has waited for too long. */
  readonly refusal?: Error;
};

/**
 * Those between whom the turns of a semaphore go round, such as the ids of API keys. Callers that
 * name none count as one.
 */
type Sharer = number | undefined;

/**
 * Limits how many callers work at the same time. All others wait in a queue, in which sharers take
 * turns: one with a thousand callers delays another one by one turn. Even if the queue is full, a
 * caller is refused only after a wait, so that clients that retry at once do not slow down others:
 * docs/decisions/0011.
 */
export class Semaphore {
  readonly #options: SemaphoreOptions;
  /** The waiting callers of each sharer. The first sharer has the next turn. No line is empty. */
  readonly #lines = new Map<Sharer, Set<() => void>>();
  #waiting = 0;
  #taken = 0;

  constructor(options: SemaphoreOptions) {
    this.#options = options;
  }

  async run<T>(work: () => T | Promise<T>, sharer?: Sharer): Promise<T> {
    const release = await this.acquire(sharer);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /**
   * Resolves when the caller may begin its work. The caller must call the returned function when it
   * has finished.
   */
  async acquire(sharer?: Sharer): Promise<() => void> {
    if (this.#isFull(sharer)) await this.requireRoom(sharer);
    if (this.#taken < this.#options.places) this.#taken++;
    else await this.#wait(sharer);
    let isHeld = true;
    return () => {
      if (isHeld) this.#release();
      isHeld = false;
    };
  }

  /** Throws `refusal` if the queue is full, and still full after the wait. */
  async requireRoom(sharer?: Sharer): Promise<void> {
    const { wait, refusal } = this.#options;
    if (this.#isFull(sharer) && wait !== undefined) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wait.timers.after(wait.ms, resolve);
      await promise;
    }
    if (this.#isFull(sharer)) throw refusal;
  }

  #isFull(sharer: Sharer): boolean {
    const { places, waitingMax = Number.POSITIVE_INFINITY } = this.#options;
    const { waitingPerSharerMax = Number.POSITIVE_INFINITY } = this.#options;
    if (this.#taken < places) return false;
    const waitingOfSharer = this.#lines.get(sharer)?.size ?? 0;
    return this.#waiting >= waitingMax || waitingOfSharer >= waitingPerSharerMax;
  }

  async #wait(sharer: Sharer): Promise<void> {
    const { wait, refusal } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = () => {
      this.#leave(sharer, resolve);
      reject(refusal);
    };
    const cancel = wait?.timers.after(wait.ms, refuse);
    const line = this.#lines.get(sharer) ?? new Set();
    this.#lines.set(sharer, line.add(resolve));
    this.#waiting++;
    await promise.finally(() => cancel?.());
  }

  #leave(sharer: Sharer, caller: () => void): void {
    const line = this.#lines.get(sharer);
    if (line?.delete(caller) !== true) return;
    this.#waiting--;
    if (line.size === 0) this.#lines.delete(sharer);
  }

  /**
   * Lets the caller begin that has waited longest, of the sharer whose turn it is. The sharer then
   * goes behind the others.
   */
  #release(): void {
    const [turn] = this.#lines;
    if (turn === undefined) {
      this.#taken--;
      return;
    }
    const [sharer, line] = turn;
    const [next] = line;
    if (next === undefined) throw new Error('a line of the semaphore is empty');
    this.#leave(sharer, next);
    if (this.#lines.delete(sharer)) this.#lines.set(sharer, line);
    next();
  }
}

export const oneAtATime = () => new Semaphore({ places: 1 });
