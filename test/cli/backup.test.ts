import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { executeSql } from '../support/store/file.ts';

/** What it does while the service is busy is tested among the faults. */
describe('pawstock backup', { concurrency: 3 }, () => {
  test('refuses a file that exists, and leaves it alone', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([]);
    const file = join(cli.folder, 'precious');
    writeFileSync(file, 'precious');
    const { code, stdout, stderr } = await cli.run(['backup', file]);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, /^pawstock: .*precious exists already[^\n]*\n$/);
    assert.equal(readFileSync(file, 'utf8'), 'precious');
  });

  test('of what is no store says so, and leaves no half of a copy', async (t) => {
    const cli = openCliHarness(t);
    for (const make of [
      () => executeSql(cli.file, 'create table cats (name text)'),
      () => writeFileSync(cli.file, 'cats and dogs\n'.repeat(100)),
      () => writeFileSync(cli.file, ''),
    ]) {
      make();
      const copy = join(cli.folder, 'copy.db');
      const { code, stderr } = await cli.runShared(['backup', copy]);
      assert.equal(code, 1);
      assert.match(stderr, /^pawstock: [^\n]*is not a Pawstock store\. Check the path\.\n$/);
      assert.equal(existsSync(copy), false);
    }
  });
});
