import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hasDetails, noDetails, sameDetails } from '../../src/domain/pet-details.ts';
import type { ImportChoice } from '../../src/import/import-file.ts';
import { collectDescribedItems } from '../../src/store/contents.ts';
import { brokenFiles, goodFiles } from '../fixtures/spreadsheets/expectations.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';

/** Files as spreadsheet programs write them, given to the command as they are. */

const folder = 'test/fixtures/spreadsheets';

describe('pawstock import takes', { concurrency: 3 }, () => {
  for (const [index, { file, choice = {}, ignored = [], leftOut = [], rows }] of goodFiles.entries()) {
    test(file, async (t) => {
      const cli = openCliHarness(t);
      const run = index === 0 ? cli.run : cli.runShared;
      const path = `${folder}/good/${file}`;
      const flags = [...flagsOf(choice), ...(leftOut.length > 0 ? ['--skip-bad-rows'] : [])];
      const { code, stdout, stderr } = await run(['import', path, ...flags]);
      assert.deepEqual([code, stdout], [0, ''], stderr);
      const described = rows.filter(hasDetails).length;
      const details = described === 0 ? '' : `, details of ${described} ${described === 1 ? 'pet' : 'pets'}`;
      const lines = new Set(leftOut.map((fault) => fault.split(':')[0])).size;
      const said = [
        ...leftOut.map((fault) => `${path}, ${fault}`),
        ...(lines === 0 ? [] : [`Left out ${lines} ${lines === 1 ? 'row' : 'rows'}.`]),
        ...(ignored.length === 0 ? [] : [`Ignored columns: ${ignored.join(', ')}.`]),
        `Imported ${rows.length} ${rows.length === 1 ? 'pet' : 'pets'}: ${rows.length} added, 0 replaced${details}.`,
      ];
      const aboutTable = /^(Found the names of the columns on line \d+|Read the sheet .*, one of \d)\.$/;
      assert.deepEqual(
        stderr
          .trimEnd()
          .split('\n')
          .filter((line) => !aboutTable.test(line)),
        said,
      );
      const expected = rows
        .map(({ petId, quantity, status }) => ({ petId, quantity, status: status ?? 'available' }))
        .sort((one, other) => (one.petId < other.petId ? -1 : 1));
      assert.deepEqual(await cli.levels(), expected);
      const stored = await cli.inStore((store) => store.readAll(collectDescribedItems));
      for (const row of rows) assert.ok(sameDetails(stored.details.get(row.petId) ?? noDetails, row), `${row.petId}`);
    });
  }
});

describe('pawstock import refuses', { concurrency: 3 }, () => {
  for (const [index, [file, faults]] of Object.entries(brokenFiles).entries()) {
    test(file, async (t) => {
      const cli = openCliHarness(t);
      const run = index === 0 ? cli.run : cli.runShared;
      const path = `${folder}/broken/${file}`;
      const { code, stdout, stderr } = await run(['import', path]);
      assert.deepEqual([code, stdout], [1, '']);
      const lines = stderr
        .trimEnd()
        .split('\n')
        .filter((line) => !/^pawstock: (Choose|Use|Say|Read|Correct) .*--/.test(line));
      const count = `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}`;
      assert.deepEqual(lines, [
        ...faults.map((fault) => `pawstock: ${path}${fault.startsWith('line ') ? ', ' : ': '}${fault}`),
        `pawstock: Nothing was imported: ${count} in ${path}.`,
      ]);
      assert.deepEqual(await cli.levels(), []);
    });
  }
});

function flagsOf({
  columns = {},
  sheet,
  headerLine,
  thousands,
  statuses = {},
  negativeAsZero,
}: ImportChoice): string[] {
  return [
    ...Object.entries(columns).flatMap(([field, column]) => ['--column', `${field}=${column}`]),
    ...(sheet === undefined ? [] : ['--sheet', sheet]),
    ...(headerLine === undefined ? [] : ['--header', String(headerLine)]),
    ...(thousands === undefined ? [] : ['--thousands', thousands]),
    ...Object.entries(statuses).flatMap(([text, status]) => ['--status', `${text}=${status}`]),
    ...(negativeAsZero ? ['--negative-as-zero'] : []),
  ];
}
