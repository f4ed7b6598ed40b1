import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { seedFor } from '../support/random.ts';
import { runWorld } from '../support/simulator/run-world.ts';
import { runWorlds } from '../support/simulator/run-worlds.ts';

const command = fileURLToPath(new URL('./run.ts', import.meta.url));

test('the same seed gives the same run to the byte, and another seed another one', async () => {
  const digests = [];
  for (const seed of [11, 11, 12]) digests.push((await runWorld({ seed, steps: 1_500 })).digest);
  assert.equal(digests[0], digests[1]);
  assert.notEqual(digests[0], digests[2]);
});

test('another process runs the same world for the same seed', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [command], {
    env: { ...process.env, SEED: '11', STEPS: '1500' },
  });
  assert.equal(stdout.trim(), await runWorlds({ seed: 11, steps: 1_500 }));
});

test('leaving out actions leaves them out, and nothing else', async () => {
  const seed = 11;
  const skipped = new Set(['admin-0', 'till-1-1']);
  const whole = await runWorld({ seed, steps: 1_500 });
  const without = await runWorld({ seed, steps: 1_500, skipped });
  assert.notEqual(whole.digest, without.digest);
  assert.equal(without.failure, undefined);
});

test('in ten thousand steps of instances, clients, receivers and faults nothing is wrong', async (t) => {
  const totals = await runWorlds({ seed: seedFor(t), steps: 10_000 });
  t.diagnostic(totals);
});
