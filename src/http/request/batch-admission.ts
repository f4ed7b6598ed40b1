import { setTimeout as delay } from 'node:timers/promises';
import type { Limits } from '../../limits.ts';
import { HttpError } from '../errors.ts';

type BatchLimits = Pick<Limits, 'batchSlotsMax' | 'batchesWaitingMax' | 'batchWaitMsMax'>;

/**
 * Keeps work from being spent on batches that cannot be stored. A refusal comes after a wait, so that clients which
 * repeat at once do not take the time that the accepted batches need: docs/decisions/0011.
 */
export class BatchAdmission {
  readonly #limits: BatchLimits;
  /** In order of arrival. */
  readonly #waiting = new Set<() => void>();
  #taken = 0;

  constructor(limits: BatchLimits) {
    this.#limits = limits;
  }

  /** Called before a body is read. */
  async requireRoom(): Promise<void> {
    const { batchesWaitingMax, batchWaitMsMax } = this.#limits;
    if (this.#waiting.size < batchesWaitingMax) return;
    await delay(batchWaitMsMax);
    if (this.#waiting.size >= batchesWaitingMax) throw overloaded;
  }

  /** Runs the work when there is a slot for it. */
  async run<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#taken < this.#limits.batchSlotsMax) this.#taken++;
    else await this.#wait();
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  #wait(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#waiting.delete(resolve);
      reject(overloaded);
    }, this.#limits.batchWaitMsMax);
    this.#waiting.add(resolve);
    return promise.finally(() => clearTimeout(timer));
  }

  /** A slot goes on to the batch that has waited longest, without being free in between. */
  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#taken--;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}

const overloaded = new HttpError('overloaded', 'Too many batches are under way. Try again in a moment.');
