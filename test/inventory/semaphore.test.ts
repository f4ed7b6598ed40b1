import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { systemPlatform } from '../../src/platform.ts';
import { Semaphore } from '../../src/semaphore.ts';

const noRoom = new Error('there is no room');
const refusal = () => noRoom;

type Step = 'acquire' | 'release first' | 'release last' | 'release again';
const step = fc.constantFrom<Step>(
  'acquire',
  'acquire',
  'release first',
  'release last',
  'release again',
);

test('in any order of steps, the places and the line are never overfull', async () => {
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
        let asked = 0;
        let refused = 0;
        let waiting = 0;
        let taken = 0;

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
                assert.equal(error, noRoom);
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
          assert.equal(held.length, taken, 'as much work is under way as may be');
          assert.equal(refused, 0, 'work that finds no room is refused at once');
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

test('a sharer that has its share, working and waiting, leaves room for others', async () => {
  const semaphore = new Semaphore({ places: 1, perSharerMax: 2, refusal });
  const release = await semaphore.acquire(1);
  const waiting = semaphore.acquire(1);
  await assert.rejects(semaphore.acquire(1), noRoom);
  const other = semaphore.acquire(2);

  release();
  (await waiting)();
  (await other)();
  (await semaphore.acquire(1))();
});

test('a sharer gets no more places than its share, though others are free', async () => {
  const semaphore = new Semaphore({ places: 3, waitingMax: 0, perSharerMax: 2, refusal });
  const releases = [await semaphore.acquire(1), await semaphore.acquire(1)];
  await assert.rejects(semaphore.acquire(1), noRoom);
  (await semaphore.acquire(2))();

  releases[0]?.();
  (await semaphore.acquire(1))();
});

describe('work that fails gives its place back', () => {
  const fail = () => {
    throw new Error('failed');
  };
  const failures = [
    { title: 'if it throws', work: fail },
    { title: 'if it rejects', work: async () => fail() },
  ];

  for (const { title, work } of failures) {
    test(title, async () => {
      const semaphore = new Semaphore({ places: 1, waitingMax: 0, refusal });

      await assert.rejects(semaphore.run(work), /failed/);

      assert.equal(await semaphore.run(() => 5), 5);
    });
  }
});

const shortWait = { ms: 50, timers: systemPlatform };

test('a caller that has waited for too long in the queue is refused', async () => {
  const semaphore = new Semaphore({ places: 1, wait: shortWait, refusal });
  const release = await semaphore.acquire();
  await assert.rejects(semaphore.acquire(), noRoom);

  const late = semaphore.acquire();
  release();
  (await late)();
});

test('a caller that finds the queue full is refused at once, however long one may wait', async () => {
  const wait = { ms: 60_000, timers: systemPlatform };
  const semaphore = new Semaphore({ places: 1, waitingMax: 0, wait, refusal });
  await semaphore.acquire();
  await assert.rejects(semaphore.acquire(), noRoom);
});

test('a delayed refusal is none if there is room by then', async () => {
  const semaphore = new Semaphore({
    places: 1,
    waitingMax: 0,
    refusalDelay: shortWait,
    refusal,
  });
  const release = await semaphore.acquire();
  await assert.rejects(semaphore.acquire(), noRoom);
  await assert.rejects(semaphore.requireRoom(), noRoom);

  const late = semaphore.acquire();
  release();
  (await late)();
  await semaphore.requireRoom();
});
