import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matchWithStock } from '@pawstock/shared/import/differences.ts';
import { readImportFile } from '@pawstock/shared/import/import-file.ts';
import type { KnownStock } from '@pawstock/shared/import/known-stock.ts';
import { describeProblem } from '@pawstock/shared/import/problem.ts';
import { type Details, noDetails } from '@pawstock/shared/pet-details.ts';
import fc from 'fast-check';
import { inForm } from '../support/long-form.ts';

const wholeStock = { kind: 'stock', updatesNames: false } as const;

type Barcodes = Readonly<Record<string, string>>;

const detailsOf = (barcodes: Barcodes) =>
  new Map(
    Object.entries(barcodes).map(([petId, barcode]): [bigint, Details] => [
      BigInt(petId),
      { ...noDetails, barcode },
    ]),
  );

/** A stock in which all pets with details have one piece. */
function stockOf(
  details: ReadonlyMap<bigint, Details>,
  highestPetId: bigint | null = null,
): KnownStock {
  const level = { quantity: 1, status: 'available' } as const;
  return {
    find: (petId) => (details.has(petId) ? level : undefined),
    details,
    highestPetId,
  };
}

async function check(stock: Barcodes, file: Barcodes) {
  const lines = Object.entries(file).map(([petId, barcode]) => `${petId},1,${barcode}\n`);
  const read = await readImportFile(new TextEncoder().encode(`id,qty,Barcode\n${lines.join('')}`));
  const { rows, faults, freed } = matchWithStock(read, stockOf(detailsOf(stock)), wholeStock);
  return {
    rows: rows.map(({ petId }) => Number(petId)),
    faults,
    freed: freed.map(Number),
  };
}

describe('a row without an ID', () => {
  const last = 9223372036854775807n;

  /** Matches two codes of known pets and two new ones with the stock. */
  async function match(highestPetId: bigint) {
    const file = new TextEncoder().encode('SKU,qty\nB-2,1\nNEW-1,2\nA-1,3\nNEW-2,4\n');
    const stock = stockOf(detailsOf({ 7: 'A-1', 3: 'B-2', 5: 'C-3' }), highestPetId);
    const { rows, faults, freed } = matchWithStock(await readImportFile(file), stock, wholeStock);
    return { petIds: rows.map(({ petId }) => petId), faults, freed };
  }

  test('is about the pet with its barcode, or about a new pet with the next free ID', async () => {
    const { petIds, faults, freed } = await match(40n);
    assert.deepEqual(petIds, [3n, 41n, 7n, 42n]);
    assert.deepEqual(faults, []);
    assert.deepEqual(freed, []);
  });

  test('is a fault if no ID is left', async () => {
    const { petIds, faults } = await match(last - 1n);
    assert.deepEqual(petIds, [3n, last, 7n]);
    assert.equal(faults.length, 1);
    assert.equal(faults[0]?.line, 5);
    assert.equal(
      faults[0] && describeProblem(faults[0].problem),
      `there is no ID above ${last} for the barcode "NEW-2". Give the pet an ID in a column petId`,
    );
  });

  test('is about a known pet, also if no ID is left', async () => {
    const { petIds, faults } = await match(last);
    assert.deepEqual(petIds, [3n, 7n]);
    assert.equal(faults.length, 2);
  });
});

test('a code that lost or won zeros at its start finds the pet with the same GTIN', async () => {
  const read = await readImportFile(
    new TextEncoder().encode('EAN,qty\n12345678905,1\n00012345678912,2\n12345678906,3\n'),
  );
  const details = detailsOf({ 7: '012345678905', 3: '12345678912', 5: '012345678906' });
  const { rows } = matchWithStock(read, stockOf(details, 40n), wholeStock);
  // The last code has no check digit, so its zeros count: it is another code.
  assert.deepEqual(
    rows.map(({ petId, barcode }) => [petId, barcode]),
    [
      [7n, '012345678905'],
      [3n, '12345678912'],
      [41n, '12345678906'],
    ],
  );
});

test('IDs that programs with rounded numbers take for another are listed', async () => {
  const ids = ['9007199254740991', '9007199254740992', '-9007199254740993', '5'];
  const lines = ids.map((id) => `${id},1\n`).join('');
  const read = await readImportFile(new TextEncoder().encode(`id,qty\n${lines}`));
  const { largeIds } = matchWithStock(read, stockOf(new Map()), wholeStock);
  assert.deepEqual(largeIds, [9007199254740992n, -9007199254740993n]);
});

const barcodes = fc
  .uniqueArray(fc.tuple(fc.nat(7), fc.constantFrom(...'ABCDEFGH')), {
    selector: ([petId]) => petId,
  })
  .map((pairs): Barcodes => Object.fromEntries(pairs))
  .filter((all) => new Set(Object.values(all)).size === Object.keys(all).length);

/**
 * Drops rows of the file until no row has the barcode of another pet without a row. Returns the
 * rows' pet IDs.
 */
function storable(stock: Barcodes, file: Barcodes): number[] {
  const rows = Object.entries(file);
  const isTaken = ([petId, barcode]: [string, string]) =>
    Object.entries(stock).some(
      ([holder, held]) =>
        held === barcode && holder !== petId && !rows.some(([other]) => other === holder),
    );
  for (let at = rows.findIndex(isTaken); at !== -1; at = rows.findIndex(isTaken))
    rows.splice(at, 1);
  return rows.map(([petId]) => Number(petId));
}

/** Checks a rule of exchanges for any stock and any file. */
async function checkExchanges(
  rule: (
    exchange: Readonly<{ stock: Barcodes; file: Barcodes }>,
    result: Awaited<ReturnType<typeof check>>,
  ) => void,
): Promise<void> {
  const property = fc.asyncProperty(barcodes, barcodes, async (stock, file) => {
    rule({ stock, file }, await check(stock, file));
  });
  await fc.assert(property, { numRuns: inForm({ short: 200, long: 2_000 }) });
}

describe('of barcodes that are exchanged in any way', () => {
  test('no two pets have the same one afterwards', async () => {
    await checkExchanges(({ stock, file }, { rows }) => {
      const imported = Object.fromEntries(rows.map((petId) => [petId, file[petId]]));
      const after = Object.values({ ...stock, ...imported });
      assert.equal(new Set(after).size, after.length);
    });
  });

  test('each row is imported or a fault', async () => {
    await checkExchanges(({ file }, { rows, faults }) => {
      assert.equal(rows.length + faults.length, Object.keys(file).length);
    });
  });

  test('none is refused without need', async () => {
    await checkExchanges(({ stock, file }, { rows }) => {
      assert.deepEqual(rows, storable(stock, file));
    });
  });

  test('all can be stored in any order once some pets have given up theirs', async () => {
    await checkExchanges(({ stock, file }, { rows, freed }) => {
      const held = Object.entries(stock).filter(([petId]) => !freed.includes(Number(petId)));
      for (const petId of rows) {
        const inTheWay = held.filter(
          ([holder, barcode]) => barcode === file[petId] && Number(holder) !== petId,
        );
        assert.deepEqual(inTheWay, []);
      }
    });
  });
});
