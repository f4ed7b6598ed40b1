import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Item, type PetStatus, petStatuses } from '@pawstock/shared/item.ts';
import { itemAfter, type LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import fc from 'fast-check';
import type { BodyStream } from '../../src/http/server/message.ts';
import { blocksOf, gzipBody, plainBody } from '../../src/inventory/snapshot/list-body.ts';
import { segmentRowsMax } from '../../src/inventory/snapshot/segmented-list.ts';
import { Snapshot } from '../../src/inventory/snapshot/snapshot.ts';
import { itemJson } from '../../src/json/item-json.ts';

type Change = { readonly petId: bigint; readonly after: number | null; readonly status: PetStatus };

function entryOf({ petId, after, status }: Change, seq: number): LedgerEntry {
  const rest = {
    before: null,
    reason: null,
    note: null,
    key: null,
    keyId: null,
    requestId: null,
    traceparent: null,
    atMs: 0,
    reservation: null,
  };
  return { seq, petId, kind: after === null ? 'delete' : 'put', after, status, ...rest };
}

/**
 * The ranges of pet IDs are small, so pets change repeatedly. JavaScript numbers are inexact at the
 * ends of int64.
 */
const change: fc.Arbitrary<Change> = fc.record({
  petId: fc.oneof(
    fc.bigInt({ min: -20n, max: 20n }),
    fc.bigInt({ min: 0n, max: 5_000n }),
    fc.bigInt({ min: 2n ** 63n - 50n, max: 2n ** 63n - 1n }),
    fc.bigInt({ min: -(2n ** 63n), max: -(2n ** 63n) + 50n }),
  ),
  after: fc.option(fc.nat(), { nil: null, freq: 3 }),
  status: fc.constantFrom(...petStatuses),
});

const jsonOf = (items: Iterable<Item>) => `[${[...items].map(itemJson).join(',')}]`;

async function bodyOf(body: Uint8Array | BodyStream): Promise<Buffer> {
  return body instanceof Uint8Array
    ? Buffer.from(body)
    : Buffer.concat((await Array.fromAsync(body.chunks)).flat());
}

const many = (count: number) =>
  Array.from(
    { length: count },
    (_, index): Item => ({
      petId: BigInt(index * 3),
      quantity: index,
      status: 'sold',
      version: index + 1,
    }),
  );

test('a list after any changes is that of a plain Map, and so are its bytes', async () => {
  const counts = fc.constantFrom(0, 0, 1, segmentRowsMax, segmentRowsMax + 1, 1_400);
  const batches = fc.array(fc.array(change, { maxLength: 100 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(counts, batches, async (count, changes) => {
      let snapshot = Snapshot.of(count, many(count));
      const map = new Map([...snapshot.rowsAfter(null)].map((item) => [item.petId, item]));
      // A snapshot stores its pets in segments. A faulty search would miss the first pet of a
      // segment.
      const firsts = snapshot.segments.map(
        ({ first }): Change => ({ petId: first, after: 1, status: 'pending' }),
      );
      for (const batch of [firsts, ...changes]) {
        const entries = batch.map((one, index) => entryOf(one, snapshot.seq + index + 1));
        snapshot = snapshot.apply(entries);
        for (const entry of entries) {
          const item = itemAfter(entry);
          if (item === undefined) map.delete(entry.petId);
          else map.set(entry.petId, item);
        }
        const model = [...map.values()].sort((a, b) => (a.petId < b.petId ? -1 : 1));
        assert.deepEqual([...snapshot.rowsAfter(null)], model);
        assert.equal(snapshot.seq, entries.at(-1)?.seq ?? snapshot.seq);
        for (const { petId } of entries) {
          assert.deepEqual(snapshot.get(petId), map.get(petId));
          const next = model.find((item) => item.petId > petId);
          assert.deepEqual(snapshot.rowsAfter(petId).next().value, next);
        }
        const body = plainBody(snapshot);
        const bytes = await bodyOf(body);
        assert.equal(bytes.toString(), jsonOf(model));
        assert.equal(bytes.length, body.length);
        assert.equal(gunzipSync(await bodyOf(await gzipBody(snapshot))).toString(), jsonOf(model));
        assert.ok(
          snapshot.segments.every(
            (segment) => segment.count > 0 && segment.count <= segmentRowsMax,
          ),
        );
      }
    }),
    { numRuns: 50 },
  );
});

describe('after pets have arrived in any order', () => {
  let snapshot = Snapshot.of(0, []);
  for (let round = 0; round < 20; round++) {
    const entries = Array.from({ length: 500 }, (_, index) => {
      const petId = BigInt(index * 20 + round);
      return entryOf({ petId, after: 1, status: 'sold' }, snapshot.seq + index + 1);
    });
    snapshot = snapshot.apply(entries);
  }

  test('segments are few', () => {
    const count = snapshot.segments.length;
    assert.equal(snapshot.count, 10_000);
    assert.ok(count < 4 * (10_000 / segmentRowsMax), `there are ${count} segments`);
  });

  test('the gzip of the list is one stream that any reader takes', async () => {
    const plain = gunzipSync(await bodyOf(await gzipBody(snapshot)));
    assert.equal(plain.toString(), jsonOf(snapshot.rowsAfter(null)));
  });

  test('the gzip of the list is about as small as that of the whole', async () => {
    const { length } = await bodyOf(await gzipBody(snapshot));
    const whole = gzipSync(await bodyOf(plainBody(snapshot))).length;
    assert.ok(length < 1.1 * whole, `${length} bytes in place of ${whole}`);
  });
});

describe('a change of one pet', () => {
  const before = Snapshot.of(1, many(40_000));
  const blocks = blocksOf(before.segments);
  const petId = before.segments[100]?.first ?? 0n;
  const changed = entryOf({ petId, after: 123_456, status: 'sold' }, 2);

  test('makes one segment anew', () => {
    const { segments } = before.apply([changed]);
    const remade = segments.filter((segment, index) => segment !== before.segments[index]);
    assert.equal(remade.length, 1);
  });

  test('makes one block anew, and not the first', () => {
    assert.ok(blocks.length >= 3, 'the list has several blocks');
    assert.deepEqual(blocksOf(before.segments), blocks, 'without a change, blocks are the same');

    const { segments } = before.apply([changed]);
    const isRemade = blocksOf(segments).map((block, index) => block !== blocks[index]);
    assert.equal(isRemade[0], false);
    assert.equal(isRemade.filter(Boolean).length, 1);
  });

  test('is in the new list', async () => {
    const after = before.apply([changed]);
    const text = (await bodyOf(plainBody(after))).toString();
    assert.equal(text, jsonOf(after.rowsAfter(null)));
  });

  test('is not in the list that a reader has begun', async () => {
    const text = (await bodyOf(plainBody(before))).toString();
    before.apply([changed]);
    assert.equal((await bodyOf(plainBody(before))).toString(), text);
  });
});
