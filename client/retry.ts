import { maxTimerMs } from './deadline.ts';
import { PawstockError } from './error.ts';

const firstBackoffMs = 200;
const maxBackoffMs = 5_000;

const retryableStatuses = [408, 429, 502, 503, 504];

type RetryPolicy = {
  readonly retries: number;
  /**
   * When the call must end, by performance.now, which does not jump when the system's clock is set.
   */
  readonly endsAtMs: number;
  readonly signal: AbortSignal | undefined;
};

/**
 * Repeats an attempt after a retryable error, while retries and time are left. See
 * docs/decisions/0015.
 */
export async function retry<T>(
  attempt: () => Promise<T>,
  { retries, endsAtMs, signal }: RetryPolicy,
): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRetryable(error) || failures >= retries) throw error;
      const waitMs = backoffMs(failures, error);
      // If too little time is left for a retry, the last error is thrown, which says more than a
      // time-out would.
      if (performance.now() + waitMs >= endsAtMs) throw error;
      await delay(waitMs, signal);
    }
  }
}

/**
 * Whether a retry may succeed. A request is not retried after a 500: the cause is a bug, which a
 * retry would hide.
 */
export function isRetryable(error: unknown): error is PawstockError {
  if (!(error instanceof PawstockError)) return false;
  return (
    error.code === 'unreachable' ||
    error.code === 'timed_out' ||
    retryableStatuses.includes(error.status)
  );
}

/**
 * The pause before a retry. It doubles with each failure, varies at random, and is never below
 * `Retry-After`.
 */
export function backoffMs(failures: number, error?: PawstockError): number {
  const ceilingMs = Math.min(firstBackoffMs * 2 ** failures, maxBackoffMs);
  return Math.max(ceilingMs * (0.5 + Math.random() / 2), error?.retryAfterMs ?? 0);
}

/**
 * Waits for some time. If the signal aborts first, the promise rejects with the signal's reason.
 */
export function delay(waitMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const onTimeout = () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    };
    const timer = setTimeout(onTimeout, Math.min(waitMs, maxTimerMs));
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
  });
}
