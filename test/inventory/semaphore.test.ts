import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { systemPlatform } from '../../src/platform.ts';
import { Semaphore } from '../../src/semaphore.ts';

const refusal = new Error('there is no room');

type Step = 'acquire' | 'release first' | 'release last' | 'release again';
const step = fc.constantFrom<Step>(
  'acquire',
  'acquire',
  'release first',
  'release last',
  'release again',
);

test('in any order of steps no more work than there are places, and no more wait than may', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.nat({ max: 3 }),
      fc.array(step, { maxLength: 60 }),
      async (places, waitingMax, steps) => {
        const semaphore = new Semaphore({ places, waitingMax, refusal });
        const held: (() => void)[] = [];
        const given: (() => void)[] = [];
        const acquired: number[] = [];
        let [asked, refused, waiting, taken] = [0, 0, 0, 0];
        for (const next of steps) {
          if (next === 'acquire') {
            const number = asked++;
            const isRefused = taken === places && waiting === waitingMax;
            if (isRefused) refused++;
            else if (taken === places) waiting++;
            else taken++;
            semaphore.acquire().then(
              (release) => {
                acquired.push(number);
                held.push(release);
              },
              (error) => {
                assert.equal(error, refusal);
                refused--;
              },
            );
          } else if (next === 'release again') given.at(-1)?.();
          else {
            const release = next === 'release first' ? held.shift() : held.pop();
            if (release === undefined) continue;
            release();
            given.push(release);
            if (waiting > 0) waiting--;
            else taken--;
          }
          await nextTurn();
          assert.equal(held.length, taken);
          assert.equal(refused, 0, 'who finds no room is told at once');
        }
        assert.deepEqual(
          acquired,
          acquired.toSorted((a, b) => a - b),
          'in order of arrival',
        );
      },
    ),
  );
});

test('sharers take turns, so one with many callers delays another by one turn', async () => {
  const semaphore = new Semaphore({ places: 1 });
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(name);
    await nextTurn();
  };
  await Promise.all([
    semaphore.run(work('a1'), 1),
    semaphore.run(work('a2'), 1),
    semaphore.run(work('a3'), 1),
    semaphore.run(work('a4'), 1),
    semaphore.run(work('b1'), 2),
    semaphore.run(work('b2'), 2),
    semaphore.run(work('c1'), 3),
  ]);
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('a sharer whose line is full leaves room for others', async () => {
  const semaphore = new Semaphore({ places: 1, waitingPerSharerMax: 1, refusal });
  const release = await semaphore.acquire(1);
  const waiting = semaphore.acquire(1);
  await assert.rejects(semaphore.acquire(1), refusal);
  const other = semaphore.acquire(2);

  release();
  (await waiting)();
  (await other)();
  (await semaphore.acquire(1))();
});

test('work that fails gives its place back', async () => {
  const semaphore = new Semaphore({ places: 1, waitingMax: 0, refusal });
  const fail = () => {
    throw new Error('failed');
  };
  for (const work of [fail, async () => fail(), fail])
    await assert.rejects(semaphore.run(work), /failed/);
  assert.equal(await semaphore.run(() => 5), 5);
});

test('a refusal comes after the wait, in line and without room in it; a place that is free by then is taken', async () => {
  const wait = { ms: 50, timers: systemPlatform };
  for (const waitingMax of [0, 1]) {
    const semaphore = new Semaphore({ places: 1, waitingMax, wait, refusal });
    const release = await semaphore.acquire();
    const startedMs = performance.now();
    await assert.rejects(semaphore.acquire(), refusal);
    assert.ok(performance.now() - startedMs > 45);
    if (waitingMax === 0) await assert.rejects(semaphore.requireRoom(), refusal);
    const late = semaphore.acquire();
    release();
    (await late)();
    await semaphore.requireRoom();
    assert.equal(await semaphore.run(() => 7), 7);
  }
});
