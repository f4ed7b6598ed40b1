import type { Timers } from './platform.ts';

/** Waiting for work that is under way, but not for ever. */

/** How long closing a store waits for work that is under way, such as a query or a last write. */
export const closingMs = 1_000;

/** Waits until `work` has ended or failed, but not longer than `ms`. */
export async function atMost(timers: Timers, ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = timers.after(ms, resolve);
  await Promise.race([work.catch(() => undefined), promise]);
  cancel();
}
