import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { crc32Combine, powerOfLength } from '../../src/inventory/snapshot/gzip.ts';

test('the checksum of the whole follows from those of its parts', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (a, b) => {
      assert.equal(
        crc32Combine(crc32(a), { crc: crc32(b), power: powerOfLength(b.length) }),
        crc32(Buffer.concat([a, b])),
      );
    }),
  );
});

test('a part of many gibibytes is as easy', () => {
  const zeros = Buffer.alloc(1 << 20);
  let expected = crc32('head');
  for (let i = 0; i < 64; i++) expected = crc32(zeros, expected);
  const part = { crc: crc32(Buffer.alloc(64 << 20)), power: powerOfLength(64 << 20) };
  assert.equal(crc32Combine(crc32('head'), part), expected);
});
