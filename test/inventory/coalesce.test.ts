import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coalesce } from '../../src/inventory/coalesce.ts';
import { systemPlatform } from '../../src/platform.ts';

/**
 * Waits for a few turns of the event loop. The tested function begins its next run by then if
 * nothing holds it up.
 */
async function turn(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise(setImmediate);
}

test('those who ask before a run begins share it; those who ask during it share the next', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const ask = coalesce(systemPlatform, () => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  const done: string[] = [];
  const asked = (name: string) => ask().then(() => done.push(name));
  const early = [asked('a'), asked('b')];
  await turn();
  assert.equal(runs.length, 1);
  const late = [asked('c'), asked('d')];
  await turn();
  assert.equal(runs.length, 1, 'the running one may have looked too early for these');
  runs[0]?.resolve();
  await Promise.all(early);
  assert.deepEqual(done, ['a', 'b']);
  await turn();
  assert.equal(runs.length, 2);
  runs[1]?.resolve();
  await Promise.all(late);
  assert.deepEqual(done, ['a', 'b', 'c', 'd']);
});

test('a failed run fails those who shared it, and the next one runs all the same', async () => {
  let fail = true;
  const ask = coalesce(systemPlatform, async () => {
    if (fail) throw new Error('no');
  });
  await assert.rejects(Promise.all([ask(), ask()]), /no/);
  fail = false;
  await ask();
});
