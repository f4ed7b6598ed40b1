import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { ListReaders } from '../../src/http/list-readers.ts';
import { Snapshot } from '../../src/inventory/snapshot.ts';

const items = (count: number, quantity: number) =>
  Array.from({ length: count }, (_, petId) => ({
    petId: BigInt(petId),
    quantity,
    status: 'available' as const,
    version: 1,
  }));

const empty = Snapshot.of(0, []);

test('of readers that keep old lists, the oldest are given up past the limit; those of one list cost it once', () => {
  const lists = Array.from({ length: 6 }, (_, quantity) => Snapshot.of(1, items(5_000, quantity)).segments);
  const [first] = lists as [(typeof lists)[number]];
  const bytes = 80 * first.reduce((sum, { count }) => sum + count, 0);
  const readers = new ListReaders(3 * bytes);
  const begun = lists.map((segments) => {
    const reading = readers.read(segments, empty, 1);
    assert.deepEqual(reading.next().value, [segments[0]]);
    return reading;
  });
  assert.equal(readers.bytes, 3 * bytes);
  for (const [index, reading] of begun.entries()) {
    if (index < 3) assert.throws(() => [...reading], { code: 'overloaded' }, `reader ${index}`);
    else assert.deepEqual([...reading].flat(), lists[index]?.slice(1), `reader ${index}`);
  }
  assert.equal(readers.bytes, 0);

  const together = Array.from({ length: 100 }, () => readers.read(first, empty, 1));
  for (const reading of together) reading.next();
  assert.equal(readers.bytes, bytes);
  for (const reading of together) reading.return(undefined);
  assert.equal(readers.bytes, 0);
});

test('the inventory as it is now does not count, however large, and one reader is never given up', () => {
  const current = Snapshot.of(1, items(5_000, 1));
  const readers = new ListReaders(0);
  const whole = readers.read(current.segments, current, 1);
  const part = readers.read(current.segments.slice(3), current, 1);
  whole.next();
  part.next();
  assert.equal([...whole].length, current.segments.length - 1);
  const old = Snapshot.of(1, items(5_000, 2)).segments;
  assert.equal([...readers.read(old, empty, 1)].length, old.length);
});

test('pieces come several at a time, and one by one to whoever lets them lie', async () => {
  const { segments } = Snapshot.of(1, items(5_000, 1));
  const readers = new ListReaders(0);
  const sizes = [...readers.read(segments, empty, 8)].map((pieces) => pieces.length);
  assert.deepEqual(sizes, [8, 8, segments.length - 16]);
  const slow = readers.read(segments, empty, 8);
  assert.deepEqual(slow.next().value, segments.slice(0, 8));
  await delay(1_100);
  assert.deepEqual(slow.next().value, segments.slice(8, 9));
  assert.deepEqual([...slow].flat(), segments.slice(9));
  assert.equal(readers.bytes, 0);
});
