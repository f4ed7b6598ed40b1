import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a test waits for what must come: far longer than that takes, because a machine may be slow and busy. */
export const patienceMs = 60_000;

/** Looks again and again until it holds. The clock is not Date, which a test may set. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  otherwise: () => string | Promise<string> = () => 'it did not come about',
): Promise<void> {
  const endAtMs = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > endAtMs) assert.fail(await otherwise());
    await delay(20);
  }
}
