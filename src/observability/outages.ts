import type { Logger } from 'pino';

const intervalMs = 60_000;

/**
 * Requests that are refused for a reason that passes by itself, such as a store that is down: a line when it begins and
 * when it is over, and their number every minute. A line for each request would bury everything else.
 */
export class Outages {
  readonly #log: Logger;
  readonly #current = new Map<string, { requests: number; cause: string | undefined }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  count(code: string, cause: string | undefined): void {
    const outage = this.#current.get(code);
    this.#current.set(code, { requests: (outage?.requests ?? 0) + 1, cause });
    if (outage === undefined) this.#log.warn({ code, cause }, 'requests are refused');
    this.#timer ??= setInterval(() => this.report(), intervalMs).unref();
  }

  /** Logs what was refused since the last report, or that it is over. */
  report(): void {
    for (const [code, { requests, cause }] of this.#current) {
      if (requests === 0) {
        this.#current.delete(code);
        this.#log.info({ code }, 'requests are no longer refused');
      } else {
        this.#current.set(code, { requests: 0, cause });
        this.#log.warn({ code, requests, cause }, 'requests were refused in the last minute');
      }
    }
    if (this.#current.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
