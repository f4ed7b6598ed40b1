import { setTimeout as delay } from 'node:timers/promises';

type RetryOptions = {
  readonly isRetryable: (error: unknown) => boolean;
  readonly forMs: number;
  readonly pauseMs: () => number;
};

/** Attempts the same again for a while, as long as it fails in a way that a later attempt may not. */
export async function retry<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  const startedMs = performance.now();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!options.isRetryable(error) || performance.now() - startedMs > options.forMs) throw error;
      await delay(options.pauseMs());
    }
  }
}
