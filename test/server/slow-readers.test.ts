import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SlowReaders } from '../../src/http/slow-readers.ts';

const bytes = (byteLength: number) => ({ byteLength });

test('past the limit the readers that have waited longest are disconnected', () => {
  const disconnected: number[] = [];
  const readers = new SlowReaders(() => 300);
  const ends = Array.from({ length: 5 }, (_, n) =>
    readers.add([bytes(100)], () => disconnected.push(n)),
  );
  assert.deepEqual(disconnected, [0, 1]);
  assert.equal(readers.bytes, 300);
  for (const end of ends) end();
  assert.equal(readers.bytes, 0);
});

test('what several readers hold counts once, and goes with the last of them', () => {
  const readers = new SlowReaders(() => 150);
  const shared = bytes(100);
  const ends = Array.from({ length: 100 }, () => readers.add([shared], assert.fail));
  assert.equal(readers.bytes, 100);
  for (const end of ends.slice(1)) end();
  assert.equal(readers.bytes, 100);
  ends[0]?.();
  assert.equal(readers.bytes, 0);
});
