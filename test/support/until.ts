import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * How long a test waits for a condition: far longer than necessary, because a machine may be slow
 * and busy.
 */
export const patienceMs = 60_000;

/**
 * The pause between two checks starts short, because most conditions come true within a few
 * milliseconds.
 */
const pauseMs = { first: 1, longest: 20 };

/**
 * Checks a condition repeatedly until it holds. The time limit does not use Date, which a test may
 * set.
 */
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
