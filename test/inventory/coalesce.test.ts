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

/** A coalesced function whose runs end when the test says so. */
function heldRuns() {
  const runs: PromiseWithResolvers<void>[] = [];
  const ask = coalesce(systemPlatform, () => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  const done: string[] = [];
  const askAs = async (name: string) => {
    await ask();
    done.push(name);
  };
  return { runs, done, askAs };
}

test('those who ask before a run begins share it', async () => {
  const { runs, done, askAs } = heldRuns();

  const asked = [askAs('a'), askAs('b')];
  await turn();
  assert.equal(runs.length, 1);

  runs[0]?.resolve();
  await Promise.all(asked);
  assert.deepEqual(done, ['a', 'b']);
});

test('those who ask during a run share the next one', async () => {
  // The running one may have looked too early for them.
  const { runs, done, askAs } = heldRuns();
  const early = askAs('early');
  await turn();

  const late = [askAs('late'), askAs('later')];
  await turn();
  assert.equal(runs.length, 1, 'the next run waits for the running one');

  runs[0]?.resolve();
  await early;
  assert.deepEqual(done, ['early']);

  await turn();
  assert.equal(runs.length, 2);
  runs[1]?.resolve();
  await Promise.all(late);
  assert.deepEqual(done, ['early', 'late', 'later']);
});

test('a failed run fails all who shared it', async () => {
  const ask = coalesce(systemPlatform, () => Promise.reject(new Error('no')));
  const answers = await Promise.allSettled([ask(), ask()]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
});

test('after a failed run the next one runs all the same', async () => {
  let fail = true;
  const ask = coalesce(systemPlatform, async () => {
    if (fail) throw new Error('no');
  });
  await assert.rejects(ask(), /no/);

  fail = false;
  await ask();
});
