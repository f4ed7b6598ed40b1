import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a test waits for a condition. Far more than any condition takes, because a machine may be slow and busy. */
export const patienceMs = 60_000;

/** The first looks follow each other closely, because most conditions come true within a few milliseconds. */
const pauseMs = { first: 1, longest: 20 };

/** Looks again and again until the condition holds. The clock is not Date, which a test may set. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  otherwise: () => string | Promise<string> = () => 'the condition did not come true',
): Promise<void> {
  const endAtMs = performance.now() + patienceMs;
  for (let ms = pauseMs.first; !(await holds()); ms = Math.min(2 * ms, pauseMs.longest)) {
    if (performance.now() > endAtMs) assert.fail(await otherwise());
    await delay(ms);
  }
}
