import { test } from 'node:test';
import { inForm, long } from '../support/long-form.ts';
import { seedFor } from '../support/random.ts';
import { runWorlds } from '../support/simulator/run-worlds.ts';

const steps = inForm({ short: 250_000, long: 5_000_000 });
const timeout = inForm({ short: 1_800_000, long: 3_600_000 });

/**
 * The short form repeats the same four worlds, so that a commit does the same on every machine. The
 * long form, the ten thousand steps of `npm test` and `npm run simulate` draw new ones.
 */
const quarters = { first: 21, second: 22, third: 23, last: 24 };

for (const [part, repeated] of Object.entries(quarters)) {
  test(`in a million steps of the simulated world nothing is wrong: the ${part} quarter`, {
    timeout,
  }, async (t) => {
    const seed = long ? seedFor(t) : repeated;
    t.diagnostic(await runWorlds({ seed, steps }));
  });
}
