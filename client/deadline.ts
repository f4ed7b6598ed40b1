import { PawstockError } from './error.ts';

/**
 * The longest delay of setTimeout, about 25 days. With a longer delay, setTimeout fires at once.
 */
export const maxTimerMs = 2 ** 31 - 1;

/**
 * A signal that aborts at a time limit or when the caller's own signal aborts, and knows which of
 * them came first.
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #callerSignal: AbortSignal | undefined;
  readonly #onCallerAbort = () => this.#controller.abort(this.#callerSignal?.reason);
  #exceededMs: number | undefined;

  constructor(callerSignal: AbortSignal | undefined) {
    this.#callerSignal = callerSignal;
    callerSignal?.addEventListener('abort', this.#onCallerAbort);
    if (callerSignal?.aborted) this.#onCallerAbort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /**
   * Runs `work`, and aborts the deadline's signal if `work` takes longer than `leftMs`, the rest of
   * `limitMs`.
   */
  async within<T>(limitMs: number, work: () => Promise<T>, leftMs = limitMs): Promise<T> {
    const onTimeout = () => {
      this.#exceededMs = limitMs;
      this.#controller.abort();
    };
    const timer = setTimeout(onTimeout, Math.max(0, Math.min(leftMs, maxTimerMs)));
    try {
      return await work();
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Converts an error of fetch, or of reading the response, into the error that the caller gets.
   */
  toError(error: unknown, url: string): unknown {
    if (this.#callerSignal?.aborted) return this.#callerSignal.reason;
    if (error instanceof PawstockError) return error;
    if (this.#exceededMs !== undefined) {
      return new PawstockError(
        'timed_out',
        `${url} did not respond within ${this.#exceededMs} ms.`,
        {
          cause: error,
        },
      );
    }
    const cause = causeOf(error);
    return new PawstockError('unreachable', `${url} cannot be reached: ${reasonOf(cause)}.`, {
      neverSent: connectFailures.includes(codeOf(cause)),
      cause: error,
    });
  }

  /** Stops listening to the caller's signal, and aborts a request that is still in flight. */
  dispose(): void {
    this.#callerSignal?.removeEventListener('abort', this.#onCallerAbort);
    this.#controller.abort();
  }
}

/**
 * Node's error code for a server that responds to a TLS handshake with something other than TLS.
 */
const noTls = 'ERR_SSL_WRONG_VERSION_NUMBER';

/** Node's error message for a port that the Fetch standard forbids. The error has no code. */
const badPort = 'bad port';

/** Codes of errors that happen before the request is sent. */
const connectFailures = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', noTls, badPort];

/**
 * Returns the actual reason of a failure. Node's fetch throws a general error, whose `cause` is the
 * reason.
 */
function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause instanceof Error ? error.cause : error;
}

/** The code of an error; its message if it has no code. */
function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause ? String(cause.code) : cause.message;
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = codeOf(cause);
  if (code === noTls) return 'it does not speak TLS there. Use http://';
  if (code === badPort) return 'its port is reserved for another protocol. Use another one';
  return cause.message.replace(/\.$/, '') || code || cause.name;
}
