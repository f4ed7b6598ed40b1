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
const rows: readonly (readonly [args: string, some: string, none: string])[] = [
  ['export', csv, 'petId,quantity,status\n'],
  ['export --json', `[\n${json.join(',\n')}\n]\n`, '[\n]\n'],
  ['export --format json', `[\n${json.join(',\n')}\n]\n`, '[\n]\n'],
  ['export --format ndjson', `${json.join('\n')}\n`, ''],
];

test('an export has every digit and all details, ascending, and importing it again changes nothing', async (t) => {
  const cli = openCliHarness(t);
  const file = join(cli.folder, 'export');
  const exportOf = async (line: string) => {
    const { code, stdout, stderr } = await cli.runShared(line.split(' '));
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    return stdout;
  };
  await cli.stock([]);
  for (const [line, , none] of rows) assert.equal(await exportOf(line), none, line);
  writeFileSync(file, json.toReversed().join('\n'));
  assert.equal((await cli.runShared(['import', file])).code, 0);
  for (const [line, some] of rows) {
    assert.equal(await exportOf(line), some, line);
    writeFileSync(file, some);
    const again = await cli.runShared(['import', file]);
    assert.match(again.stderr, /^Imported 3 pets: 0 added, 0 replaced, 3 unchanged\.$/m);
  }
});
