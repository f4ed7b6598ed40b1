import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { detailsJson, noDetails } from '../../src/domain/pet-details.ts';
import { DetailsList } from '../../src/inventory/details-cache.ts';
import { plainBody } from '../../src/inventory/snapshot/list-body.ts';
import { segmentRowsMax } from '../../src/inventory/snapshot/segmented-list.ts';

test('any changes of details give what a plain Map gives', async () => {
  // Neighbours, also where several petIds are the same number.
  const petId = fc.oneof(
    fc.bigInt({ min: 0n, max: 1_500n }),
    fc.bigInt({ min: 2n ** 63n - 50n, max: 2n ** 63n - 1n }),
    fc.bigInt({ min: -(2n ** 63n), max: -(2n ** 63n) + 50n }),
  );
  const change = fc.tuple(petId, fc.option(fc.string({ minLength: 1, maxLength: 5 }), { freq: 4 }));
  const batches = fc.array(fc.array(change, { minLength: 1, maxLength: 300 }), { maxLength: 8 });
  const start = fc.constantFrom(0, 1, 255, 256, 257, 1_400);
  await fc.assert(
    fc.asyncProperty(start, batches, async (count, changes) => {
      const expected = new Map(Array.from({ length: count }, (_, index) => [BigInt(index), `Pet ${index}`]));
      const row = (id: bigint, name: string | null, revision = 1) => ({ ...noDetails, petId: id, name, revision });
      const loaded = [...expected].map(([id, name]) => row(id, name));
      let list = await DetailsList.load(
        1,
        (async function* () {
          yield loaded;
        })(),
      );
      // Every segment begins somewhere: those pets are easily looked for in the wrong one.
      const firsts = list.segments.map(({ first }): [bigint, string] => [first, 'first']);
      for (const [index, batch] of [firsts, ...changes].entries()) {
        const last = new Map(batch);
        for (const [id, name] of last)
          if (name === null) expected.delete(id);
          else expected.set(id, name);
        const revision = index + 2;
        list = list.apply(
          revision,
          [...last].map(([id, name]) => row(id, name, revision)),
        );
        const names = [...expected]
          .map(([id, name]) => ({ ...noDetails, petId: id, name }))
          .sort((a, b) => (a.petId < b.petId ? -1 : 1));
        assert.equal(list.revision, revision);
        assert.deepEqual([...list.rowsAfter(null)], names);
        for (const id of last.keys()) {
          assert.equal(list.get(id)?.name, expected.get(id));
          assert.deepEqual(
            list.rowsAfter(id).next().value,
            names.find((name) => name.petId > id),
          );
        }
        const body = plainBody(list);
        if (body instanceof Uint8Array) assert.equal(Buffer.from(body).toString(), `[${names.map(detailsJson)}]`);
        assert.ok(list.segments.every((segment) => segment.count <= segmentRowsMax));
      }
    }),
    { numRuns: 50 },
  );
});
