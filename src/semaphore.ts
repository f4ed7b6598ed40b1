import { setTimeout as delay } from 'node:timers/promises';

type SemaphoreOptions = {
  readonly places: number;
  /** How many callers may wait for a place; unlimited by default. */
  readonly waitingMax?: number;
  /** How long a caller may wait for a place. Unlimited by default. */
  readonly waitMs?: number;
  /** The error for a caller if too many wait, or if it has waited for too long. */
  readonly refusal?: Error;
};

/**
 * Limits how many callers work at a time; the others wait in line. Even if the line is full, a caller is refused only
 * after `waitMs`, so that clients that retry at once do not slow down accepted work: docs/decisions/0011.
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

  /** Takes a place, or waits for one. Resolves to a function that gives it back; only its first call counts. */
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

  /** Throws `refusal` if all places are taken and the line is full, even after `waitMs`. */
  async requireRoom(): Promise<void> {
    const { waitMs, refusal } = this.#options;
    if (this.#isFull && waitMs !== undefined) await delay(waitMs);
    if (this.#isFull) throw refusal;
  }

  get #isFull(): boolean {
    const { places, waitingMax = Number.POSITIVE_INFINITY } = this.#options;
    return this.#taken >= places && this.#waiting.size >= waitingMax;
  }

  async #wait(): Promise<void> {
    const { waitMs, refusal } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const refuse = () => {
      this.#waiting.delete(resolve);
      reject(refusal);
    };
    const timer = waitMs === undefined ? undefined : setTimeout(refuse, waitMs);
    this.#waiting.add(resolve);
    await promise.finally(() => clearTimeout(timer));
  }

  /** Hands the place to the caller that has waited longest. It is never free meanwhile, so nobody jumps the line. */
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
