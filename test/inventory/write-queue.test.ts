import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome, Write } from '../../src/domain/write.ts';
import { WriteQueue } from '../../src/inventory/write-queue.ts';
import { limits } from '../../src/limits.ts';

const applied: Outcome = { result: 'applied', entries: [] };

function writeOf(commands: number): Write {
  const command = { kind: 'delete', petId: 1n, expected: null, reason: null, note: null } as const;
  return {
    commands: Array.from({ length: commands }, () => command),
    key: null,
    requestId: null,
    requireVersion: false,
    batch: false,
    idempotency: null,
  };
}

test('while one batch is stored the next one fills, within the size of a transaction', async () => {
  const batches: number[] = [];
  const gate = Promise.withResolvers<void>();
  const queue = new WriteQueue(async (writes) => {
    batches.push(writes.length);
    await gate.promise;
    return writes.map(() => applied);
  });
  const first = queue.add(writeOf(1));
  await turnsPass(2);
  const rest = Array.from({ length: 10 }, () => queue.add(writeOf(1_000)));
  gate.resolve();
  await Promise.all([first, ...rest]);
  await queue.settled();
  assert.deepEqual(batches, [1, 4, 4, 2]);
});

async function turnsPass(count: number): Promise<void> {
  for (let turns = 0; turns < count; turns++) await new Promise(setImmediate);
}

/** Its batches take long enough for others to come meanwhile, as they do on a disk. */
function slowQueue(): { queue: WriteQueue; batches: number[] } {
  const batches: number[] = [];
  const queue = new WriteQueue(async (writes) => {
    batches.push(writes.length);
    await turnsPass(20);
    return writes.map(() => applied);
  });
  return { queue, batches };
}

test('callers who ask again when they are answered come to share one transaction', async () => {
  const { queue, batches } = slowQueue();
  const caller = async () => {
    for (let times = 0; times < 10; times++) {
      await queue.add(writeOf(1));
      // The answer and the next request are on their way.
      await turnsPass(2);
    }
  };
  const half = Array.from({ length: 8 }, caller);
  await turnsPass(5);
  await Promise.all([...half, ...Array.from({ length: 8 }, caller)]);
  assert.deepEqual(batches.slice(0, 2), [8, 16]);
  assert.ok(
    batches.slice(1, -1).every((writes) => writes === 16),
    String(batches),
  );
});

test('a writer who does not come back keeps nobody waiting', async () => {
  const { queue, batches } = slowQueue();
  const first = queue.add(writeOf(1));
  await turnsPass(2);
  const second = queue.add(writeOf(1));
  await first;
  let turns = 0;
  const clock = () => {
    turns++;
    if (batches.length < 2) setImmediate(clock);
  };
  clock();
  await second;
  assert.deepEqual(batches, [1, 1]);
  assert.ok(turns <= 10, `began after ${turns} turns`);
});

test('past its bound the queue refuses at once, and takes writes again when it has room', async () => {
  const gate = Promise.withResolvers<void>();
  const queue = new WriteQueue(async (writes) => {
    await gate.promise;
    return writes.map(() => applied);
  });
  const waiting = Array.from({ length: limits.queuedCommandsMax / 1_000 }, () => queue.add(writeOf(1_000)));
  await assert.rejects(queue.add(writeOf(1)), { code: 'overloaded' });
  gate.resolve();
  await Promise.all(waiting);
  assert.equal(await queue.add(writeOf(1)), applied);
});

test('a batch that fails fails its own writes, and not those after it', async () => {
  let failures = 1;
  const queue = new WriteQueue(async (writes) => {
    if (failures-- > 0) throw new Error('no disk');
    return writes.map(() => applied);
  });
  await assert.rejects(queue.add(writeOf(1)), /no disk/);
  assert.equal(await queue.add(writeOf(1)), applied);
});

test('a batch is answered at once, but a few at a time where somebody reads', async () => {
  const queue = new WriteQueue(async (writes) => writes.map(() => applied));
  /** How many are answered in each turn of the event loop. */
  async function turns(): Promise<number[]> {
    const answered: number[] = [];
    const writes = Array.from({ length: 10 }, () => queue.add(writeOf(1)).then(() => answered.push(turn)));
    let turn = 0;
    const clock = () => {
      turn++;
      if (answered.length < writes.length) setImmediate(clock);
    };
    setImmediate(clock);
    await Promise.all(writes);
    return [...Map.groupBy(answered, (at) => at).values()].map(({ length }) => length);
  }
  assert.deepEqual(await turns(), [10]);
  queue.hasReaders = true;
  assert.deepEqual(await turns(), [2, 2, 2, 2, 2]);
  assert.deepEqual(await turns(), [10], 'until the next read');
});
