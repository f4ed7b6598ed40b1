import type { Timers } from './platform.ts';

type SemaphoreOptions = {
  readonly places: number;
  /** How many callers may wait for their turn. Default: unlimited. */
  readonly waitingMax?: number;
  /** How many callers of one sharer may work or wait. Default: unlimited. */
  readonly perSharerMax?: number;
  /** How long a caller may wait for its turn. Default: unlimited. */
  readonly wait?: Wait;
  /**
   * How long the refusal of a caller is held back that finds no room in the queue. If there is room
   * by then, the caller may wait after all. Default: not at all.
   */
  readonly refusalDelay?: Wait;
  /** Makes the error for a caller if too many callers wait, or if it has waited for too long. */
  readonly refusal?: () => Error;
};

type Wait = { readonly ms: number; readonly timers: Timers };

/**
 * Those between whom the turns of a semaphore go round, such as the ids of API keys. Callers that
 * name none count as one.
 */
export type Sharer = number | undefined;

/**
 * Limits how many callers work at the same time. All others wait in a queue, in which sharers take
 * turns: one with a thousand callers delays another one by one turn.
 */
export class Semaphore {
  readonly #options: SemaphoreOptions;
  /** The waiting callers of each sharer. The first sharer has the next turn. No line is empty. */
  readonly #lines = new Map<Sharer, Set<() => void>>();
  /** How many callers of each sharer work. Sharers without any are left out. */
  readonly #working = new Map<Sharer, number>();
  #waiting = 0;
  #taken = 0;

  constructor(options: SemaphoreOptions) {
    this.#options = options;
  }

  /** How many callers work, and how many wait. */
  get load() {
    return { working: this.#taken, waiting: this.#waiting };
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
    if (this.#taken < this.#options.places) this.#begin(sharer);
    else await this.#wait(sharer);

    let isHeld = true;
    return () => {
      if (isHeld) this.#release(sharer);
      isHeld = false;
    };
  }

  /** Throws the refusal if the queue is full, and still full after the delay. */
  async requireRoom(sharer?: Sharer): Promise<void> {
    const { refusalDelay, refusal } = this.#options;
    if (this.#isFull(sharer) && refusalDelay !== undefined && refusalDelay.ms > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      refusalDelay.timers.after(refusalDelay.ms, resolve);
      await promise;
    }
    if (this.#isFull(sharer)) throw refusal?.();
  }

  #begin(sharer: Sharer): void {
    this.#taken++;
    this.#working.set(sharer, this.#workingOf(sharer) + 1);
  }

  #workingOf(sharer: Sharer): number {
    return this.#working.get(sharer) ?? 0;
  }

  #isFull(sharer: Sharer): boolean {
    const { places, waitingMax = Number.POSITIVE_INFINITY } = this.#options;
    const { perSharerMax = Number.POSITIVE_INFINITY } = this.#options;
    const waitingOfSharer = this.#lines.get(sharer)?.size ?? 0;
    if (this.#workingOf(sharer) + waitingOfSharer >= perSharerMax) return true;
    return this.#taken >= places && this.#waiting >= waitingMax;
  }

  async #wait(sharer: Sharer): Promise<void> {
    const { wait, refusal } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = () => {
      const error = refusal?.();
      this.#leave(sharer, resolve);
      reject(error);
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

  #release(sharer: Sharer): void {
    const stillWorking = this.#workingOf(sharer) - 1;
    if (stillWorking === 0) this.#working.delete(sharer);
    else this.#working.set(sharer, stillWorking);
    this.#taken--;
    this.#beginNext();
  }

  /**
   * Lets the caller begin that has waited longest, of the sharer whose turn it is. The sharer then
   * goes behind the others.
   */
  #beginNext(): void {
    const [turn] = this.#lines;
    if (turn === undefined) return;
    const [sharer, line] = turn;
    const [next] = line;
    if (next === undefined) throw new Error('a line of the semaphore is empty');
    this.#leave(sharer, next);
    if (this.#lines.delete(sharer)) this.#lines.set(sharer, line);
    this.#begin(sharer);
    next();
  }
}

export const oneAtATime = () => new Semaphore({ places: 1 });
