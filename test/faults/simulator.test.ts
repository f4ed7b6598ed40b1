import { test } from 'node:test';
import { long } from '../support/long-form.ts';
import { seedFor } from '../support/random.ts';
import { runWorlds } from '../support/simulator/run-worlds.ts';

/**
 * The seeds of the short form are fixed, so that a commit does the same everywhere. The long form
 * and `npm run simulate` draw new ones. One fault that they find is known and not mended yet: the
 * details of a pet can be read as empty in the moment of its removal (SEED=33009340).
 */
const quarters = { first: 11, second: 12, third: 13, last: 14 };

for (const [part, seed] of Object.entries(quarters)) {
  test(`in a million steps of the simulated world nothing is wrong: the ${part} quarter`, async (t) => {
    const run = long ? { seed: seedFor(t), steps: 5_000_000 } : { seed, steps: 250_000 };
    t.diagnostic(await runWorlds(run));
  });
}
