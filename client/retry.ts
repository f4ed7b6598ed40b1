import { PawstockError } from './error.ts';

const firstWaitMs = 200;
const longestWaitMs = 5_000;

type Bounds = { readonly retries: number; readonly deadlineAtMs: number; readonly signal?: AbortSignal | undefined };

/** Tries again what may well work a moment later, for as long as the deadline allows. */
export async function retrying<T>(attempt: () => Promise<T>, { retries, deadlineAtMs, signal }: Bounds): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (!passes(error) || failures === retries) throw error;
      const waitMs = waitAfter(failures, error);
      // The last failure says more than a time-out would.
      if (Date.now() + waitMs >= deadlineAtMs) throw error;
      await delay(waitMs, signal);
    }
  }
}

/**
 * Whether the same request may succeed later. A refusal is never tried again; nor is a fault of the service, which a
 * person should see.
 */
export function passes(error: unknown): error is PawstockError {
  if (!(error instanceof PawstockError)) return false;
  return error.code === 'unreachable' || error.code === 'timed_out' || [429, 502, 503, 504].includes(error.status);
}

/** Twice as long with each failure, spread out so that many callers do not come back all at once. */
export function waitAfter(failures: number, error?: PawstockError): number {
  const longMs = Math.min(firstWaitMs * 2 ** failures, longestWaitMs);
  return Math.max(longMs * (0.5 + Math.random() / 2), error?.retryAfterMs ?? 0);
}

/** Rejects with the signal's reason where that comes first. */
export function delay(waitMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, waitMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
  });
}
