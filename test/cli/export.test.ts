import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openCliHarness } from '../support/service/cli-harness.ts';

const json = [
  '{"petId":-9223372036854775808,"quantity":7,"status":"pending"}',
  '{"petId":1,"quantity":12,"status":"available","name":"Rex","barcode":"0012345678905","lowAt":3}',
  '{"petId":9223372036854775807,"quantity":9007199254740991,"status":"sold","barcode":"=1+1"}',
];
const csv = `petId,quantity,status,name,barcode,lowAt
-9223372036854775808,7,pending,,,
1,12,available,Rex,0012345678905,3
9223372036854775807,9007199254740991,sold,,'=1+1,
`;
const array = `[\n${json.join(',\n')}\n]\n`;

const formats = [
  { line: 'export', some: csv, none: 'petId,quantity,status\n' },
  { line: 'export --json', some: array, none: '[\n]\n' },
  { line: 'export --format json', some: array, none: '[\n]\n' },
  { line: 'export --format ndjson', some: `${json.join('\n')}\n`, none: '' },
];

for (const { line, some, none } of formats) {
  test(`pawstock ${line}`, async (t) => {
    const cli = openCliHarness(t);
    const file = join(cli.folder, 'pets');
    const assertExports = async (expected: string) => {
      const { code, stdout, stderr } = await cli.runShared(line.split(' '));
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      assert.equal(stdout, expected);
    };

    await t.test('of an empty store has no pets', async () => {
      await cli.stock([]);

      await assertExports(none);
    });

    await t.test('has every digit and all details, in ascending order', async () => {
      writeFileSync(file, json.toReversed().join('\n'));

      assert.equal((await cli.runShared(['import', file])).code, 0);
      await assertExports(some);
    });

    await t.test('changes nothing when it is imported again', async () => {
      writeFileSync(file, some);

      const { stderr } = await cli.runShared(['import', file]);

      assert.match(stderr, /^Imported 3 pets: 0 added, 0 replaced, 3 unchanged\.$/m);
    });
  });
}
