/**
 * One piece of work shared by all who ask for it before it begins. A call while it runs waits for the next run:
 * the running one may have looked before the asker's question arose.
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let next: Promise<void> | undefined;
  let running: Promise<unknown> = Promise.resolve();

  async function run(): Promise<void> {
    await running;
    // All calls in one turn of the event loop share the run.
    await new Promise(setImmediate);
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
