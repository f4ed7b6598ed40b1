import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';

/** Runs work later. Each function returns another one, which cancels the work. */
export type Timers = {
  /** Runs `work` once, after `ms`. */
  readonly after: (ms: number, work: () => void) => () => void;
  /** Runs `work` every `ms`. This alone does not keep the process running. */
  readonly every: (ms: number, work: () => void) => () => void;
};

/**
 * The clocks, timers and random numbers of a process. The service takes them from here, and reads
 * no global ones, so that a test can run several instances of it in virtual time.
 */
export type Platform = Timers & {
  /** This machine's clock, in milliseconds since 1970. It may be set forward or back. */
  readonly now: () => number;
  /** A clock that measures durations, in milliseconds. It never goes back. */
  readonly monotonicMs: () => number;
  /** Resolves in the next turn of the event loop, so that other requests are served before. */
  readonly nextTurn: () => Promise<void>;
  /** Resolves after `ms`, or as soon as the signal is aborted. */
  readonly delay: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** A random integer from 0 to `end` - 1 that cannot be guessed. */
  readonly randomInt: (end: number) => number;
  readonly randomBytes: (count: number) => Buffer;
  readonly randomUUID: () => string;
};

export const systemPlatform: Platform = {
  now: Date.now,
  monotonicMs: () => performance.now(),
  nextTurn: () => nextTurn(),
  delay: (ms, signal) => delay(ms, undefined, { signal }).catch(() => undefined),
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
  every: (ms, work) => {
    const timer = setInterval(work, ms).unref();
    return () => clearInterval(timer);
  },
  randomInt: (end) => randomInt(end),
  randomBytes: (count) => randomBytes(count),
  randomUUID: () => randomUUID(),
};
