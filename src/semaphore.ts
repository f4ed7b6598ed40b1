import type { Timers } from './platform.ts';

type SemaphoreOptions = {
  readonly places: number;
  /** How many callers may wait for their turn. Default: unlimited. */
  readonly waitingMax?: number;
  /**
   * How long a caller may wait for its turn (default: unlimited), or for room in a full queue
   * (default: 0).
   */
  readonly wait?: { readonly ms: number; readonly timers: Timers };
  /** The error that a caller gets if too many callers wait, or if it has waited for too long. */
  readonly refusal?: Error;
};

/**
 * Limits how many callers work at the same time. All others wait in a queue. Even if the queue is
 * full, a caller is refused only after a wait, so that clients that retry at once do not slow
 * down others: docs/decisions/0011.
 */
export class Semaphore {
  readonly #options: SemaphoreOptions;
  readonly #waiting = new Set<() => void>();
  #taken = 0;

  constructor(options: SemaphoreOptions) {
    this.#options = options;
  }

  async run<T>(work: () => T | Promise<T>): Promise<T> {
    const release = await this.acquire();
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
  async acquire(): Promise<() => void> {
    if (this.#isFull) await this.requireRoom();
    if (this.#taken < this.#options.places) this.#taken++;
    else await this.#wait();
    let isHeld = true;
    return () => {
      if (isHeld) this.#release();
      isHeld = false;
    };
  }

  /** Throws `refusal` if the queue is full, and still full after the wait. */
  async requireRoom(): Promise<void> {
    const { wait, refusal } = this.#options;
    if (this.#isFull && wait !== undefined) {
      const { promise, resolve } = Promise.withResolvers<void>();
      wait.timers.after(wait.ms, resolve);
      await promise;
    }
    if (this.#isFull) throw refusal;
  }

  get #isFull(): boolean {
    const { places, waitingMax = Number.POSITIVE_INFINITY } = this.#options;
    return this.#taken >= places && this.#waiting.size >= waitingMax;
  }

  async #wait(): Promise<void> {
    const { wait, refusal } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = () => {
      this.#waiting.delete(resolve);
      reject(refusal);
    };
    const cancel = wait?.timers.after(wait.ms, refuse);
    this.#waiting.add(resolve);
    await promise.finally(() => cancel?.());
  }

  /** Lets the caller that has waited longest begin. No new caller can get ahead of it. */
  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#taken--;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}

export const oneAtATime = () => new Semaphore({ places: 1 });
