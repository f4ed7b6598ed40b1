import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PawstockClient } from '../../client/client.ts';
import { parseJson, parseRows } from '../../client/parse-json.ts';
import { startService } from '../support/service/service.ts';

const extremes = [-9223372036854775808n, -9007199254740993n, 0n, 9007199254740993n, 9223372036854775807n];

test('every operation keeps petIds exact, at both ends of int64', async (t) => {
  const { url, secret } = await startService(t, { pets: [] });
  const client = new PawstockClient({ url: `${url}/v1`, key: secret });
  // A text that looks like a petId must come through unchanged.
  const note = '"petId":9223372036854775807, \\"petId\\": 9007199254740993';
  const watched = client.watchInventory({ after: 0 });
  for (const petId of extremes) {
    const { item } = await client.putInventoryItem(petId, { quantity: 1, status: 'available' });
    assert.equal(item.petId, petId);
    assert.equal((await client.updateInventory(petId, { quantity: 9007199254740991, note })).item.petId, petId);
    assert.equal((await client.adjustInventory(petId, { delta: -9007199254740990 })).item.petId, petId);
    assert.deepEqual(await client.getInventoryItem(petId), {
      item: { petId, quantity: 1, status: 'available' },
      version: (await client.getInventoryHistory(petId, { limit: 1 })).entries[0]?.seq,
    });
    const { entries } = await client.getInventoryHistory(petId);
    assert.deepEqual(
      entries.map((entry) => [entry.petId, entry.after, entry.note]),
      [
        [petId, 1, null],
        [petId, 9007199254740991, note],
        [petId, 1, null],
      ],
    );
    for (const entry of entries.toReversed()) assert.deepEqual((await watched.next()).value, entry);
  }
  await watched.return();
  assert.deepEqual(
    (await client.listInventory()).items.map(({ petId }) => petId),
    extremes,
  );
  assert.equal((await client.listInventory({ limit: 4 })).next, 9007199254740993n);
  const rows = extremes.toReversed().map((petId, quantity) => ({ petId, quantity }));
  assert.deepEqual(
    (await client.updateInventoryBatch(rows)).items,
    rows.map((row) => ({ ...row, status: 'available' })),
  );
  for (const petId of extremes) await client.deleteInventoryItem(petId);
  assert.deepEqual((await client.listInventory()).items, []);
});

test('text that looks like a petId is left alone', () => {
  const looksLikeOne = fc.constantFrom('"petId":', '\\"petId\\":', '"', '\\', '9223372036854775807', ':', ' ', 'petId');
  const text = fc.array(looksLikeOne).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), text, (petId, note) => {
      const json = `[{"note":${JSON.stringify(note)},"petId":${petId},"last":${JSON.stringify(note)}}]`;
      for (const parse of [parseRows, parseJson]) assert.deepEqual(parse(json), [{ note, petId, last: note }]);
    }),
  );
});
