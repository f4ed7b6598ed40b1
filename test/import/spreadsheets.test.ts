import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type ImportFile, readImportFile } from '@pawstock/shared/import/import-file.ts';
import { describeProblem } from '@pawstock/shared/import/problem.ts';
import { filesIn } from '../fixtures/spreadsheets/spreadsheets.ts';

/**
 * Reads files of spreadsheet programs. good.txt and broken.txt contain the expected results. `node
 * --test --test-update-snapshots test/import/spreadsheets.test.ts` updates them after a file was
 * added.
 */

const asNumber = (_: string, value: unknown) =>
  typeof value === 'bigint' ? JSON.rawJSON(String(value)) : (value ?? undefined);

function describeReading({ rows, faults, columns, notRead }: ImportFile): string[] {
  return [
    ...rows.map(({ line: _, articleCode: __, ...row }) => JSON.stringify(row, asNumber)),
    ...faults.map(
      ({ line, problem }) => `${line === null ? '' : `line ${line}: `}${describeProblem(problem)}`,
    ),
    ...notRead.map((problem) => `not read: ${describeProblem(problem)}`),
    ...(columns.ignored.length > 0 ? [`columns not read: ${columns.ignored.length}`] : []),
  ];
}

for (const folder of ['good', 'broken'] as const) {
  test(`the files in ${folder} are read as they should be`, async (t) => {
    const readings: string[] = [];
    for (const { file, bytes, choice } of filesIn(folder)) {
      const read = await readImportFile(bytes, choice);
      if (folder === 'good') {
        assert.ok(read.rows.length > 0 && read.faults.every(({ kind }) => kind === 'row'), file);
        assert.deepEqual(read.columns.unclear, [], file);
      } else assert.notEqual(read.faults.length, 0, file);
      readings.push([file, ...describeReading(read)].join('\n  '));
    }
    const expected = fileURLToPath(
      new URL(`../fixtures/spreadsheets/${folder}.txt`, import.meta.url),
    );
    t.assert.fileSnapshot(`${readings.join('\n')}\n`, expected, { serializers: [String] });
  });
}

test('the reader uses nothing of Node, because the dashboard runs it in browsers', () => {
  const files = globSync('packages/shared/import/*.ts');
  assert.ok(files.length > 5);
  for (const file of files)
    assert.doesNotMatch(readFileSync(file, 'utf8'), /'node:|\bBuffer\b|\bprocess\./, file);
});
