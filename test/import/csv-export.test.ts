import assert from 'node:assert/strict';
import { test } from 'node:test';
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

test('a name that a spreadsheet would calculate is exported with an apostrophe, and every other as it is', () => {
  const formulas = ['=cmd|calc!A1', '+1+1', '-1', '@SUM(A1)', '＝1+1', ' =1', "'=1", "''@x"];
  const others = ['Rex', "'s-Hertog", 'a=b', '1+1', 'Kiki "the bird", blue; tame', "'", ''];
  const exported = [...formulas.map((name) => `'${name}`), ...others];
  const details = [...formulas, ...others].map((name) => ({ name: name || null }));
  assert.deepEqual(cellsIn(csvOf(pets(details))), exported);
});

test('a name in the file of another program stays as it is', async () => {
  for (const name of ['-20 °C', '=1', "'s-Hertog", "'"]) {
    const { rows } = await readImportFile(
      new TextEncoder().encode(`petId,quantity,name\n1,1,${name}\n`),
    );
    assert.equal(rows[0]?.name, name);
  }
});

test('a barcode is exported so that it stays what it is, and imported as shops export it', async () => {
  const barcodes = [
    '4006381333931',
    '007',
    '=1+1',
    '-5',
    '12E5',
    '3-Nov',
    "'Nov-03",
    '4.00638E+12',
    "'1",
    "''1",
    "'a",
    '"',
    ',;',
  ];
  const csv = csvOf(pets(barcodes.map((barcode) => ({ barcode }))));
  const exported = [
    '4006381333931',
    '007',
    "'=1+1",
    "'-5",
    "'12E5",
    "'3-Nov",
    "''Nov-03",
    "'4.00638E+12",
    "''1",
    "'''1",
    "'a",
    '"',
    ',;',
  ];
  assert.deepEqual(cellsIn(csv), exported);
  assert.match(csv, /^petId,quantity,status,barcode\n/);
  const { rows } = await readImportFile(
    new TextEncoder().encode("petId,quantity,Barcode\n1,1,'0012345678905\n"),
  );
  assert.equal(rows[0]?.barcode, '0012345678905');
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

test('no exported cell is a formula, and importing the export of any language brings all details back', async () => {
  const selector = ({ barcode }: { readonly barcode: string | null }) => barcode ?? Symbol();
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyDetails, { selector, minLength: 1, maxLength: 5 }),
      anyWords,
      async (details, words) => {
        const csv = csvOf(pets(details), words);
        for (const cells of parse(csv, { from: 2, delimiter: [',', ';'] }) as string[][]) {
          for (const cell of cells) assert.doesNotMatch(cell.trim(), /^[=+\-@＝＋－＠]/);
        }
        const { rows, faults, columns } = await readImportFile(new TextEncoder().encode(csv));
        const found = rows.map(({ line: _, articleCode: __, ...pet }) => pet);
        assert.deepEqual([found, faults, columns.ignored], [pets(details), [], []]);
      },
    ),
    { numRuns: inForm({ short: 400, long: 2_000 }) },
  );
});
