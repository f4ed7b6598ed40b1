import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type Item, itemJson, type PetStatus, petStatuses } from '../../src/domain/item.ts';
import { itemAfter, type LedgerEntry } from '../../src/domain/ledger-entry.ts';
import { blocksOf, gzipBody, type ListBody, plainBody } from '../../src/inventory/snapshot/list-body.ts';
import { segmentRowsMax } from '../../src/inventory/snapshot/segmented-list.ts';
import { Snapshot } from '../../src/inventory/snapshot/snapshot.ts';

type Change = { readonly petId: bigint; readonly after: number | null; readonly status: PetStatus };

function entryOf({ petId, after, status }: Change, seq: number): LedgerEntry {
  const rest = { before: null, reason: null, note: null, key: null, requestId: null, atMs: 0 };
  return { seq, petId, kind: after === null ? 'delete' : 'put', after, status, ...rest };
}

/** Few enough pets that they meet, far enough apart that all of int64 is used. */
const change: fc.Arbitrary<Change> = fc.record({
  petId: fc.oneof(fc.bigInt({ min: -20n, max: 20n }), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  after: fc.option(fc.nat(), { nil: null, freq: 3 }),
  status: fc.constantFrom(...petStatuses),
});

const jsonOf = (items: Iterable<Item>) => `[${[...items].map(itemJson).join(',')}]`;

async function bodyOf(body: ListBody): Promise<Buffer> {
  return body instanceof Uint8Array ? Buffer.from(body) : Buffer.concat((await Array.fromAsync(body.chunks)).flat());
}

/** What a plain Map makes of the same entries. */
function modelOf(entries: readonly LedgerEntry[]): Item[] {
  const map = new Map<bigint, Item>();
  for (const entry of entries) {
    const item = itemAfter(entry);
    if (item === undefined) map.delete(entry.petId);
    else map.set(entry.petId, item);
  }
  return [...map.values()].sort((a, b) => (a.petId < b.petId ? -1 : 1));
}

test('any batches of changes give what a plain Map gives, and its bytes are the JSON of its items', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(change, { maxLength: 30 }), { maxLength: 10 }), async (batches) => {
      let snapshot = Snapshot.of(0, []);
      const entries: LedgerEntry[] = [];
      for (const batch of batches) {
        const added = batch.map((one, index) => entryOf(one, entries.length + index + 1));
        entries.push(...added);
        snapshot = snapshot.apply(added);
      }
      const model = modelOf(entries);
      assert.deepEqual([...snapshot.rowsAfter(null)], model);
      assert.equal(snapshot.seq, entries.length);
      assert.equal(snapshot.count, model.length);
      for (const { petId } of entries)
        assert.deepEqual(
          snapshot.get(petId),
          model.find((item) => item.petId === petId),
        );
      const body = plainBody(snapshot);
      const bytes = await bodyOf(body);
      assert.equal(bytes.toString(), jsonOf(model));
      assert.equal(bytes.length, body.length);
      assert.equal(gunzipSync(await bodyOf(await gzipBody(snapshot))).toString(), jsonOf(model));
    }),
    { numRuns: 150 },
  );
});

const many = (count: number) =>
  Array.from(
    { length: count },
    (_, index): Item => ({ petId: BigInt(index * 3), quantity: index, status: 'sold', version: index + 1 }),
  );

test('a change copies one segment and shares the others, and the old snapshot stays as it was', () => {
  const before = Snapshot.of(10_000, many(10_000));
  const old = jsonOf(before.rowsAfter(null));
  const after = before.apply([entryOf({ petId: 15_000n, after: 7, status: 'pending' }, 10_001)]);
  const changed = after.segments.filter((segment, index) => segment !== before.segments[index]);
  assert.equal(changed.length, 1);
  assert.equal(after.get(15_000n)?.quantity, 7);
  assert.equal(jsonOf(before.rowsAfter(null)), old);
});

test('segments stay bounded however pets arrive, and none is empty', () => {
  let snapshot = Snapshot.of(0, []);
  let seq = 0;
  for (let round = 0; round < 20; round++) {
    const entries = Array.from({ length: 500 }, (_, index) => {
      seq++;
      return entryOf({ petId: BigInt(index * 20 + round), after: 1, status: 'sold' }, seq);
    });
    snapshot = snapshot.apply(entries);
  }
  assert.equal(snapshot.count, 10_000);
  assert.ok(snapshot.segments.every(({ count }) => count > 0 && count <= segmentRowsMax));
  assert.ok(snapshot.segments.length < 4 * (10_000 / segmentRowsMax));
  const removals = [...snapshot.rowsAfter(null)].map(({ petId }) => {
    seq++;
    return entryOf({ petId, after: null, status: 'sold' }, seq);
  });
  assert.deepEqual(snapshot.apply(removals).segments, []);
});

test('a gzip of many segments is one stream that any reader takes, and about as small', async () => {
  const snapshot = Snapshot.of(1, many(20_000));
  const gzipped = await bodyOf(await gzipBody(snapshot));
  const plain = jsonOf(snapshot.rowsAfter(null));
  assert.equal(gunzipSync(gzipped).toString(), plain);
  assert.ok(gzipped.length < 1.1 * gzipSync(plain).length);
});

test('of a long list only the block with a change is made anew, and a reader of the old one keeps it', async () => {
  const before = Snapshot.of(1, many(40_000));
  const blocks = blocksOf(before.segments);
  const text = (await bodyOf(plainBody(before))).toString();
  assert.ok(blocks.length >= 3);
  assert.deepEqual(blocksOf(before.segments), blocks);
  const petId = before.segments[100]?.first ?? 0n;
  const after = before.apply([entryOf({ petId, after: 123_456, status: 'sold' }, 2)]);
  const remade = blocksOf(after.segments).map((block, index) => block !== blocks[index]);
  assert.deepEqual(remade.filter(Boolean), [true]);
  assert.equal(remade[0], false);
  assert.equal((await bodyOf(plainBody(after))).toString(), jsonOf(after.rowsAfter(null)));
  assert.equal((await bodyOf(plainBody(before))).toString(), text);
});
