import type { limits } from '../../../src/limits.ts';

/** The environment of a service, in a process of its own, with other limits than its own. */
export function withLimits(values: Partial<Record<keyof typeof limits, number>>): Record<string, string> {
  const preload = new URL('./limits-preload.ts', import.meta.url).href;
  return { NODE_OPTIONS: `--import=${preload}`, TEST_LIMITS: JSON.stringify(values) };
}
