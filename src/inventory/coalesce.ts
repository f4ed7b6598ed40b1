import type { Platform } from '../platform.ts';

/**
 * Shares one run of `work` among all calls that come before the run begins. A call during a run
 * waits for the next run: the current run may have read the store before the call. See
 * docs/decisions/0017.
 */
export function coalesce<T>(
  { nextTurn }: Pick<Platform, 'nextTurn'>,
  work: () => Promise<T>,
): () => Promise<T> {
  let next: Promise<T> | undefined;
  let running: Promise<unknown> = Promise.resolve();

  async function run(): Promise<T> {
    await running;
    // `work` starts in the next turn of the event loop, so that all calls of one turn share one run
    // of it.
    await nextTurn();
    next = undefined;
    const current = work();
    running = current.catch(() => undefined);
    return current;
  }

  return () => {
    next ??= run();
    return next;
  };
}
