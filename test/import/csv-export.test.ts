import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { isPetName } from '../../src/domain/pet-details.ts';
import { csvLines } from '../../src/import/csv-export.ts';
import { readImportFile } from '../../src/import/import-file.ts';

const exportOf = (names: readonly string[]) =>
  [
    ...csvLines(
      named(names),
      names.some((name) => name !== ''),
    ),
  ].join('');
const named = (names: readonly string[]) =>
  names.map((name, index) => ({ petId: BigInt(index), quantity: index, status: 'sold' as const, name }));
/** The names as a spreadsheet sees them. */
const cellsIn = (csv: string) => (parse(csv, { from: 2 }) as string[][]).map((cells) => cells[3]);

const anyName = fc
  .oneof(
    fc.string({ unit: fc.constantFrom(...'=+-@\'", ;a1|!()＝＠\u00a0'), minLength: 1, maxLength: 8 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
  )
  .filter(isPetName);

test('a name that a spreadsheet would calculate is exported with an apostrophe', () => {
  const names = ['=cmd|calc!A1', '+1+1', '-1', '@SUM(A1)', '＝1+1', ' =1', "'=1", "''@x"];
  assert.deepEqual(
    cellsIn(exportOf(names)),
    names.map((name) => `'${name}`),
  );
});

test('every other name is exported as it is', () => {
  const names = ['Rex', "'s-Hertog", 'a=b', '1+1', 'Kiki "the bird", blue; tame', "'", ''];
  assert.deepEqual(cellsIn(exportOf(names)), names);
});

test('a name in the file of another program stays as it is', async () => {
  for (const name of ['-20 °C', '=1', "'s-Hertog", "'"]) {
    const { rows } = await readImportFile(new TextEncoder().encode(`petId,quantity,name\n1,1,${name}\n`));
    assert.equal(rows[0]?.name, name);
  }
});

test('no exported name is a formula, and importing the export brings every name back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyName, { minLength: 1, maxLength: 5 }), async (names) => {
      const csv = exportOf(names);
      for (const cell of cellsIn(csv)) assert.doesNotMatch(cell?.trim() ?? '', /^[=+\-@＝＋－＠]/);
      const { rows, faults } = await readImportFile(new TextEncoder().encode(csv));
      assert.deepEqual({ rows, faults }, { rows: named(names), faults: [] });
    }),
    { numRuns: 2_000 },
  );
});
