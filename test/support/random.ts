import { randomInt } from 'node:crypto';
import type { TestContext } from 'node:test';

/** Pseudo-random numbers, which are the same for the same seed. */
export type Random = {
  /** Returns an integer from 0 to `end` - 1. */
  readonly below: (end: number) => number;
  readonly pick: <T>(from: readonly T[]) => T;
  /**
   * Returns an independent generator of random numbers, for one of several clients that run in no
   * fixed order.
   */
  readonly branch: (index: number) => Random;
};

/**
 * Returns the seed of a test's random choices, and prints it. SEED=… in the environment repeats the
 * choices.
 */
export function seedFor(t: TestContext): number {
  const given = process.env['SEED'];
  const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
  if (!Number.isInteger(seed)) throw new Error(`SEED must be an integer; it is "${given}".`);
  t.diagnostic(`SEED=${seed} repeats the choices of: ${t.name}`);
  return seed;
}

export function randomFor(t: TestContext): Random {
  return randomFrom(seedFor(t));
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  // The generator is Mulberry32, which is short and uniform enough for tests.
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(fraction() * end);
  return {
    below,
    pick: <T>(from: readonly T[]) => from[below(from.length)] as T,
    branch: (index) => randomFrom(Math.imul(seed ^ 0x9e3779b9, index + 1)),
  };
}
