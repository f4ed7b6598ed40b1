import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Details, noDetails } from '../../src/domain/pet-details.ts';
import { matchWithStock } from '../../src/import/differences.ts';
import { readImportFile } from '../../src/import/import-file.ts';
import { inForm } from '../support/long-form.ts';

type Barcodes = Readonly<Record<string, string>>;

const detailsOf = (barcodes: Barcodes) =>
  new Map(
    Object.entries(barcodes).map(([petId, barcode]): [bigint, Details] => [BigInt(petId), { ...noDetails, barcode }]),
  );

async function check(stock: Barcodes, file: Barcodes) {
  const lines = Object.entries(file).map(([petId, barcode]) => `${petId},1,${barcode}\n`);
  const read = await readImportFile(new TextEncoder().encode(`id,qty,Barcode\n${lines.join('')}`));
  const { rows, faults, freed } = matchWithStock(read, { details: detailsOf(stock), highestPetId: undefined });
  return {
    rows: rows.map(({ petId }) => Number(petId)),
    faults: faults.map(({ line, message }) => `line ${line}: ${message}`),
    freed: freed.map(Number),
  };
}

test('a barcode that another pet has and keeps is refused with its line', async () => {
  assert.deepEqual(await check({ 1: 'A', 2: 'B' }, { 2: 'B', 3: 'A', 4: 'C' }), {
    rows: [2, 4],
    faults: ['line 3: pet 1 has the barcode "A" already'],
    freed: [],
  });
});

const barcodes = fc
  .uniqueArray(fc.tuple(fc.nat(7), fc.constantFrom(...'ABCDEFGH')), { selector: ([petId]) => petId })
  .map((pairs): Barcodes => Object.fromEntries(pairs))
  .filter((all) => new Set(Object.values(all)).size === Object.keys(all).length);

/** Leaves out one row after the other until no row has the barcode of a pet that keeps it. */
function storable(stock: Barcodes, file: Barcodes): number[] {
  const rows = Object.entries(file);
  const isTaken = ([petId, barcode]: [string, string]) =>
    Object.entries(stock).some(
      ([holder, held]) => held === barcode && holder !== petId && !rows.some(([other]) => other === holder),
    );
  for (let at = rows.findIndex(isTaken); at !== -1; at = rows.findIndex(isTaken)) rows.splice(at, 1);
  return rows.map(([petId]) => Number(petId));
}

test('whatever is exchanged, no two pets have the same barcode afterwards, and nothing is refused without need', async () => {
  await fc.assert(
    fc.asyncProperty(barcodes, barcodes, async (stock, file) => {
      const { rows, faults, freed } = await check(stock, file);
      const after = { ...stock, ...Object.fromEntries(rows.map((petId) => [petId, file[petId]])) };
      const taken = Object.values(after);
      assert.equal(new Set(taken).size, taken.length);
      assert.equal(rows.length + faults.length, Object.keys(file).length);
      assert.deepEqual(rows, storable(stock, file));
      // With the barcodes of `freed` taken away first, every row can be stored in any order.
      const left = Object.entries(stock).filter(([petId]) => !freed.includes(Number(petId)));
      for (const petId of rows) {
        assert.deepEqual(
          left.filter(([holder, barcode]) => barcode === file[petId] && Number(holder) !== petId),
          [],
        );
      }
    }),
    { numRuns: inForm({ short: 400, long: 2_000 }) },
  );
});
