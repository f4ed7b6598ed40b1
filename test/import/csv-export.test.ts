import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { csvLines } from '@pawstock/shared/import/csv-export.ts';
import { readImportFile } from '@pawstock/shared/import/import-file.ts';
import { petStatuses } from '@pawstock/shared/item.ts';
import {
  type DetailField,
  type Details,
  detailRules,
  isValidText,
  mapDetails,
  noDetails,
} from '@pawstock/shared/pet-details.ts';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { languageCodes, readMessages } from '../../dashboard/compile-messages.ts';
import { inForm } from '../support/long-form.ts';

const pets = (details: readonly Partial<Details>[]) =>
  details.map((some, index) => ({
    petId: BigInt(index),
    quantity: index,
    status: petStatuses[index % petStatuses.length] ?? 'sold',
    ...noDetails,
    ...some,
  }));
const csvOf = (all: ReturnType<typeof pets>, words?: Parameters<typeof csvLines>[2]) =>
  [...csvLines(all, (petId) => all[Number(petId)] ?? noDetails, words)].join('');
/** Returns the column of names as a spreadsheet program reads it. */
const cellsIn = (csv: string) =>
  (parse(csv, { from: 2, delimiter: [',', ';'] }) as string[][]).map((cells) => cells[3]);

const fits = (field: DetailField) => (text: string) => {
  const rule = detailRules[field];
  return rule.kind !== 'quantity' && isValidText(rule, text);
};

const anyName = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'=+-@\'", ;a1|!()＝＠\u00a0'), minLength: 1, maxLength: 8 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }),
);

describe('a name is exported', () => {
  const exportedName = (name: string) => {
    const [, cell] = cellsIn(csvOf(pets([{ name: 'Koi' }, { name: name || null }])));
    return cell;
  };

  for (const name of ['=cmd|calc!A1', '+1+1', '-1', '@SUM(A1)', '＝1+1', ' =1', "'=1", "''@x"]) {
    test(`with an apostrophe if a spreadsheet would calculate it: ${name}`, () => {
      assert.equal(exportedName(name), `'${name}`);
    });
  }

  for (const name of ['Rex', "'s-Hertog", 'a=b', '1+1', 'Kiki "the bird", blue; tame', "'", '']) {
    test(`as it is if a spreadsheet leaves it alone: ${name}`, () => {
      assert.equal(exportedName(name), name);
    });
  }
});

for (const name of ['-20 °C', '=1', "'s-Hertog", "'"]) {
  test(`a name in the file of another program stays as it is: ${name}`, async () => {
    const file = new TextEncoder().encode(`petId,quantity,name\n1,1,${name}\n`);
    const { rows } = await readImportFile(file);
    assert.equal(rows[0]?.name, name);
  });
}

describe('a barcode', () => {
  const barcodes = [
    { barcode: '4006381333931', exported: '4006381333931' },
    { barcode: '007', exported: '007' },
    { barcode: '=1+1', exported: "'=1+1" },
    { barcode: '-5', exported: "'-5" },
    { barcode: '12E5', exported: "'12E5" },
    { barcode: '3-Nov', exported: "'3-Nov" },
    { barcode: "'Nov-03", exported: "''Nov-03" },
    { barcode: '4.00638E+12', exported: "'4.00638E+12" },
    { barcode: "'1", exported: "''1" },
    { barcode: "''1", exported: "'''1" },
    { barcode: "'a", exported: "'a" },
    { barcode: '"', exported: '"' },
    { barcode: ',;', exported: ',;' },
  ];

  for (const { barcode, exported } of barcodes) {
    test(`is exported so that a spreadsheet does not change it: ${barcode}`, () => {
      assert.deepEqual(cellsIn(csvOf(pets([{ barcode }]))), [exported]);
    });
  }

  test('has a column if a pet has one', () => {
    assert.match(csvOf(pets([{ barcode: '1' }])), /^petId,quantity,status,barcode\n/);
  });

  test('is imported without the apostrophe of a shop’s export', async () => {
    const file = new TextEncoder().encode("petId,quantity,Barcode\n1,1,'0012345678905\n");
    const { rows } = await readImportFile(file);
    assert.equal(rows[0]?.barcode, '0012345678905');
  });
});

const anyBarcode = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'=+-@\'",;eE.01'), minLength: 1, maxLength: 8 }),
  fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 64 }),
);
const valuesOf = (field: DetailField): fc.Arbitrary<unknown> => {
  const { kind } = detailRules[field];
  if (kind === 'quantity') return fc.maxSafeNat();
  return (kind === 'code' ? anyBarcode : anyName).filter(fits(field));
};
const anyDetails = fc.record(
  mapDetails<{ [Field in DetailField]: fc.Arbitrary<Details[Field]> }>(
    (field) => fc.option(valuesOf(field)) as fc.Arbitrary<null>,
  ),
);

/** Returns the texts of a CSV export in one of the dashboard's languages. */
function wordsIn(code: string): Parameters<typeof csvLines>[2] {
  const messages = readMessages(code);
  const word = (key: string) => messages[key] ?? '';
  const details = mapDetails<Record<DetailField, string>>((field) => word(`stock.${field}`));
  return {
    fields: {
      petId: word('stock.petId'),
      quantity: word('stock.quantity'),
      status: word('stock.status'),
      ...details,
    },
    statuses: {
      available: word('status.available'),
      pending: word('status.pending'),
      sold: word('status.sold'),
    },
    separator: code === 'en' ? ',' : ';',
  };
}
const anyWords = fc.constantFrom(undefined, ...languageCodes.map(wordsIn));

const manyDetails = fc.uniqueArray(anyDetails, {
  selector: ({ barcode }) => barcode ?? Symbol(),
  minLength: 1,
  maxLength: 5,
});
const numRuns = inForm({ short: 400, long: 2_000 });

test('no cell of an export is a formula', () => {
  const noCellIsFormula = fc.property(manyDetails, anyWords, (details, words) => {
    const rows = parse(csvOf(pets(details), words), { from: 2, delimiter: [',', ';'] });
    for (const cell of (rows as string[][]).flat()) {
      assert.doesNotMatch(cell.trim(), /^[=+\-@＝＋－＠]/);
    }
  });
  fc.assert(noCellIsFormula, { numRuns });
});

test('importing an export in any language brings all details back', async () => {
  const importsItsExport = fc.asyncProperty(manyDetails, anyWords, async (details, words) => {
    const file = new TextEncoder().encode(csvOf(pets(details), words));
    const { rows, faults, columns } = await readImportFile(file);

    const found = rows.map(({ line: _, articleCode: __, ...pet }) => pet);
    assert.deepEqual(found, pets(details));
    assert.deepEqual(faults, []);
    assert.deepEqual(columns.ignored, []);
  });
  await fc.assert(importsItsExport, { numRuns });
});
