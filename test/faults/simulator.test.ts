import { test } from 'node:test';
import { inForm } from '../support/long-form.ts';
import { seedFor } from '../support/random.ts';
import { runWorlds } from '../support/simulator/run-worlds.ts';

const steps = inForm({ short: 250_000, long: 5_000_000 });
const timeout = inForm({ short: 1_800_000, long: 3_600_000 });

for (const part of ['first', 'second', 'third', 'last']) {
  test(`in a million steps of the simulated world nothing is wrong: the ${part} quarter`, {
    timeout,
  }, async (t) => {
    t.diagnostic(await runWorlds({ seed: seedFor(t), steps }));
  });
}
