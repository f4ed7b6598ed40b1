import { setTimeout as delay } from 'node:timers/promises';

/** For the last work of a part that closes. */
export const closingMs = 1_000;

/** Waits until the work has ended or failed, but no longer than this. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work.catch(() => undefined), delay(ms, undefined, { ref: false })]);
}
