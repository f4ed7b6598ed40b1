import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Shares one run among all calls before it begins. A call during a run waits for the next one: the current run may have
 * read the store before the call. See docs/decisions/0017.
 */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined;
  let running: Promise<unknown> = Promise.resolve();

  async function run(): Promise<T> {
    await running;
    // All calls in one turn of the event loop share the run.
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
