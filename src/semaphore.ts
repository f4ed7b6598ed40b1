import { setTimeout as delay } from 'node:timers/promises';

type SemaphoreOptions = {
  /** How many may work at a time. */
  readonly places: number;
  /** How many may wait for a place: any number if left out. */
  readonly waitingMax?: number;
  /** How long each may wait: as long as it takes if left out. */
  readonly waitMs?: number;
  /** The error of work that finds no room, or waits for too long. */
  readonly refusal?: Error;
};

/**
 * Limits how much is done at a time; the rest waits in line. A refusal comes after `waitMs`, so that clients which repeat
 * at once do not take the time that accepted work needs: docs/decisions/0011.
 */
export class Semaphore {
  readonly #options: SemaphoreOptions;
  /** In order of arrival. */
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

  /** Resolves to the function that gives the place back. Only its first call counts. */
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

  /** Refuses what could not even wait in line, before anything is spent on it. */
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

  /** A place goes on to the work that has waited longest, without being free in between. */
  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#taken--;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}

/** Runs pieces of work one after the other. */
export const oneAtATime = () => new Semaphore({ places: 1 });
