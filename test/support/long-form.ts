import type { TestContext } from 'node:test';

/** Fault tests run for seconds, or with FAULTS=long for as long as the guarantees are stated for. */
export const long = process.env['FAULTS'] === 'long';

/** What a random run begins with. It is printed, and SEED=… repeats the run. */
export function seedOf(t: TestContext): number {
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  t.diagnostic(`SEED=${seed}`);
  return seed;
}
