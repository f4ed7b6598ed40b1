import { PawstockError } from './error.ts';

/** How long to wait for something, and whether the caller still wants it: one signal for both. */
export class Patience {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #onAbort = () => this.#controller.abort(this.#caller?.reason);
  #timedOutAfterMs: number | undefined;

  constructor(caller: AbortSignal | undefined) {
    this.#caller = caller;
    caller?.addEventListener('abort', this.#onAbort);
    if (caller?.aborted) this.#onAbort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Aborts the signal where `work` takes longer. */
  async within<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
    const timer = setTimeout(() => {
      this.#timedOutAfterMs = limitMs;
      this.#controller.abort();
    }, limitMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
    }
  }

  /** What to throw for whatever fetch, or reading its body, has thrown. */
  explain(error: unknown, url: string): unknown {
    if (this.#caller?.aborted) return this.#caller.reason;
    if (error instanceof PawstockError) return error;
    if (this.#timedOutAfterMs !== undefined) {
      const message = `Nothing came from ${url} within ${this.#timedOutAfterMs} ms.`;
      return new PawstockError('timed_out', message, { cause: error });
    }
    return new PawstockError('unreachable', `${url} cannot be reached: ${reasonOf(error)}.`, { cause: error });
  }

  /** Lets go of the caller's signal, and of what may still be under way. */
  end(): void {
    this.#caller?.removeEventListener('abort', this.#onAbort);
    this.#controller.abort();
  }
}

/** Node hides the reason in the cause; Bun ends it with a question. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return cause.message.replace(/[.?!]+$/, '') || ('code' in cause && String(cause.code)) || cause.name;
}
