import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { collectNamedItems } from '../../src/store/contents.ts';
import { brokenFiles, goodFiles } from '../fixtures/spreadsheets/expectations.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';

/** Files as spreadsheet programs write them, given to the command as they are. */

const folder = 'test/fixtures/spreadsheets';

describe('pawstock import takes', { concurrency: 3 }, () => {
  for (const [index, { file, choice = {}, ignored = [], rows }] of goodFiles.entries()) {
    test(file, async (t) => {
      const cli = openCliHarness(t);
      const run = index === 0 ? cli.run : cli.runShared;
      const flags = Object.entries(choice).flatMap(([field, column]) => ['--column', `${field}=${column}`]);
      const { code, stdout, stderr } = await run(['import', `${folder}/good/${file}`, ...flags]);
      assert.deepEqual([code, stdout], [0, ''], stderr);
      const named = rows.filter(({ name }) => name !== null).length;
      const newNames = named === 0 ? '' : `, ${named} new ${named === 1 ? 'name' : 'names'}`;
      const said = [
        ...(ignored.length === 0 ? [] : [`Ignored columns: ${ignored.join(', ')}.`]),
        `Imported ${rows.length} pets: ${rows.length} added, 0 replaced${newNames}.`,
      ];
      assert.deepEqual(stderr.trimEnd().split('\n'), said);
      const expected = rows
        .map(({ petId, quantity, status }) => ({ petId, quantity, status: status ?? 'available' }))
        .sort((one, other) => (one.petId < other.petId ? -1 : 1));
      assert.deepEqual(await cli.levels(), expected);
      const { names } = await cli.inStore((store) => store.readAll(collectNamedItems));
      const expectedNames = rows.flatMap(({ petId, name }) => (name === null ? [] : [[petId, name] as const]));
      assert.deepEqual(names, new Map(expectedNames.sort(([one], [other]) => (one < other ? -1 : 1))));
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
        .filter((line) => !line.startsWith('pawstock: Choose the column'));
      const count = `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}`;
      assert.deepEqual(lines, [
        ...faults.map((fault) => `pawstock: ${path}${fault.startsWith('line ') ? ', ' : ': '}${fault}`),
        `pawstock: Nothing was imported: ${count} in ${path}.`,
      ]);
      assert.deepEqual(await cli.levels(), []);
    });
  }
});
