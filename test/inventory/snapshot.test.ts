import assert from 'node:assert/strict';
import { test } from 'node:test';
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

test('any batches of changes give what a plain Map gives, and its bytes are the JSON of its items', async () => {
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

test('segments stay few however pets arrive', async () => {
  let snapshot = Snapshot.of(0, []);
  for (let round = 0; round < 20; round++) {
    const entries = Array.from({ length: 500 }, (_, index) =>
      entryOf(
        { petId: BigInt(index * 20 + round), after: 1, status: 'sold' },
        snapshot.seq + index + 1,
      ),
    );
    snapshot = snapshot.apply(entries);
  }
  assert.equal(snapshot.count, 10_000);
  assert.ok(snapshot.segments.length < 4 * (10_000 / segmentRowsMax));
  const gzipped = await bodyOf(await gzipBody(snapshot));
  const plain = gunzipSync(gzipped);
  assert.equal(
    plain.toString(),
    jsonOf(snapshot.rowsAfter(null)),
    'its gzip is one stream that any reader takes',
  );
  assert.ok(gzipped.length < 1.1 * gzipSync(plain).length, 'and about as small');
});

test('a change makes one segment and one block anew, and a reader of the old list keeps it', async () => {
  const before = Snapshot.of(1, many(40_000));
  const blocks = blocksOf(before.segments);
  const text = (await bodyOf(plainBody(before))).toString();
  assert.ok(blocks.length >= 3);
  assert.deepEqual(blocksOf(before.segments), blocks);
  const petId = before.segments[100]?.first ?? 0n;
  const after = before.apply([entryOf({ petId, after: 123_456, status: 'sold' }, 2)]);
  assert.equal(
    after.segments.filter((segment, index) => segment !== before.segments[index]).length,
    1,
  );
  const remade = blocksOf(after.segments).map((block, index) => block !== blocks[index]);
  assert.deepEqual(remade.filter(Boolean), [true]);
  assert.equal(remade[0], false);
  assert.equal((await bodyOf(plainBody(after))).toString(), jsonOf(after.rowsAfter(null)));
  assert.equal((await bodyOf(plainBody(before))).toString(), text);
});
