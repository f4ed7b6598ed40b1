import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import type { Outcome, Write } from '../../src/domain/write.ts';
import { type Transaction, WriteQueue } from '../../src/inventory/write-queue.ts';
import { limits } from '../../src/limits.ts';
import { type Platform, systemPlatform } from '../../src/platform.ts';
import type { Store } from '../../src/store/store.ts';
import { batchOf, unsaid } from '../support/store/write.ts';

const applied: Outcome = { result: 'applied', effect: { kind: 'batch', entries: [] } };

const writeOfMany = (commands: number, keyId = 1) =>
  batchOf(
    Array.from({ length: commands }, () => ({ kind: 'delete', petId: 1n, ...unsaid })),
    { keyId },
  );

function queueFor(
  commit: Store['commit'],
  onTransaction: (transaction: Transaction) => void = () => undefined,
  platform: Platform = systemPlatform,
) {
  return new WriteQueue({
    store: () => ({ commit }),
    limits,
    platform,
    onTransaction,
  });
}

test('while one batch is stored the next one fills, up to the size of a transaction', async () => {
  const batches: number[] = [];
  const gate = Promise.withResolvers<void>();
  const queue = queueFor(async (writes) => {
    batches.push(writes.length);
    await gate.promise;
    return writes.map(() => applied);
  });
  const first = queue.add(writeOfMany(1));
  await turnsPass(2);
  const rest = Array.from({ length: 10 }, () => queue.add(writeOfMany(1_000)));
  gate.resolve();
  await Promise.all([first, ...rest]);
  await queue.settled();
  assert.deepEqual(batches, [1, 4, 4, 2]);
});

async function turnsPass(count: number): Promise<void> {
  for (let turns = 0; turns < count; turns++) await nextTurn();
}

/**
 * Creates a write queue whose batches take so long that further writes arrive during a batch, as on
 * a real disk.
 */
function slowQueue(): { queue: WriteQueue; batches: number[] } {
  const batches: number[] = [];
  const queue = queueFor(async (writes) => {
    batches.push(writes.length);
    await turnsPass(20);
    return writes.map(() => applied);
  });
  return { queue, batches };
}

test('callers who write again when they are answered come to share one transaction', async () => {
  const { queue, batches } = slowQueue();
  const caller = async () => {
    for (let times = 0; times < 10; times++) {
      await queue.add(writeOfMany(1));
      // Two turns of the event loop simulate the time until the client's next request.
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

test('a caller who does not write again does not hold up others for long', async () => {
  const { queue, batches } = slowQueue();
  const first = queue.add(writeOfMany(1));
  await turnsPass(2);
  const second = queue.add(writeOfMany(1));
  await first;
  let turns = 0;
  for (; batches.length < 2 && turns < 100; turns++) await nextTurn();
  await second;
  assert.deepEqual(batches, [1, 1]);
  assert.ok(turns <= 10, `began after ${turns} turns`);
});

test('a full queue refuses a write at once, and takes writes again when it has room', async () => {
  const gate = Promise.withResolvers<void>();
  const queue = queueFor(async (writes) => {
    await gate.promise;
    return writes.map(() => applied);
  });
  const waiting = Array.from({ length: limits.queuedCommandsMax / 1_000 }, (_, nth) =>
    queue.add(writeOfMany(1_000, nth)),
  );
  await assert.rejects(queue.add(writeOfMany(1, 99)), { code: 'overloaded' });
  gate.resolve();
  await Promise.all(waiting);
  assert.equal(await queue.add(writeOfMany(1, 99)), applied);
});

test('a key that has its share of the queue leaves room for others', async () => {
  const gate = Promise.withResolvers<void>();
  const queue = queueFor(async (writes) => {
    await gate.promise;
    return writes.map(() => applied);
  });
  const waiting = Array.from({ length: limits.queuedCommandsPerKeyMax / 1_000 }, () =>
    queue.add(writeOfMany(1_000, 1)),
  );
  await assert.rejects(queue.add(writeOfMany(1, 1)), { code: 'overloaded' });
  waiting.push(queue.add(writeOfMany(1, 2)));
  gate.resolve();
  await Promise.all(waiting);
  assert.equal(await queue.add(writeOfMany(1, 1)), applied);
});

test('writes whose transaction does not begin in time are refused, and never stored', async () => {
  let nowMs = 0;
  let check: () => void = () => undefined;
  const every: Platform['every'] = (_, work) => {
    check = work;
    return () => undefined;
  };
  const platform = { ...systemPlatform, monotonicMs: () => nowMs, every };
  const gate = Promise.withResolvers<void>();
  const stored: number[] = [];
  const queue = queueFor(
    async (writes) => {
      await gate.promise;
      stored.push(writes.length);
      return writes.map(() => applied);
    },
    undefined,
    platform,
  );
  const first = queue.add(writeOfMany(1));
  await turnsPass(2);
  const late = [queue.add(writeOfMany(1)), queue.add(writeOfMany(1))];
  nowMs += limits.requestWaitMsMax - 1;
  check();
  const inTime = queue.add(writeOfMany(1));
  nowMs += 1;
  check();
  for (const write of late) await assert.rejects(write, { code: 'overloaded' });
  gate.resolve();

  assert.deepEqual(await Promise.all([first, inTime]), [applied, applied]);
  assert.deepEqual(stored, [1, 1]);
  assert.equal(queue.commands, 0);
});

test('a batch that fails fails its own writes, and not those after it', async () => {
  let failures = 1;
  const queue = queueFor(async (writes) => {
    if (failures-- > 0) throw new Error('no disk');
    return writes.map(() => applied);
  });
  await assert.rejects(queue.add(writeOfMany(1)), /no disk/);
  assert.equal(await queue.add(writeOfMany(1)), applied);
});

test('a transaction is reported with all its entries before any of its writes is answered', async () => {
  const events: unknown[] = [];
  const entriesOf = (seq: number) => [{ seq }] as unknown as readonly LedgerEntry[];
  const queue = queueFor(
    async (writes) => {
      events.push('stored');
      return writes.map((_, index) => ({
        result: 'applied',
        effect: { kind: 'batch', entries: entriesOf(index + 1) },
      }));
    },
    ({ writes, entries }) => events.push([writes, entries.map(({ seq }) => seq)]),
  );
  await Promise.all(
    [1, 2].map((commands) => queue.add(writeOfMany(commands)).then(() => events.push('answered'))),
  );
  assert.deepEqual(events, ['stored', [2, [1, 2]], 'answered', 'answered']);
});

test('a batch that fails after it was stored is not stored again', async () => {
  let commits = 0;
  const store = async (writes: readonly Write[]) => {
    commits++;
    return writes.map(() => applied);
  };
  const queue = queueFor(store, () => {
    throw new Error('the snapshot has a gap');
  });
  const settled = await Promise.allSettled([1, 2, 3].map(() => queue.add(writeOfMany(1))));
  assert.ok(settled.every(({ status }) => status === 'rejected'));
  assert.equal(commits, 1);
});

test('a store that refuses every write is asked a bounded number of times for each batch', async () => {
  let commits = 0;
  const queue = queueFor(async () => {
    commits++;
    throw new Error('permission denied');
  });
  const writes = Array.from({ length: 2_000 }, () => queue.add(writeOfMany(1)));
  const settled = await Promise.allSettled(writes);
  assert.ok(settled.every(({ status }) => status === 'rejected'));
  assert.ok(commits <= 100, `${commits}`);
});
