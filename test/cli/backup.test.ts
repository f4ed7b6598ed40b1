import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { openCliHarness } from '../support/service/cli-harness.ts';

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

  test('of a store that is not there makes neither', async (t) => {
    const cli = openCliHarness(t);
    const copy = join(cli.folder, 'copy.db');
    const { code, stderr } = await cli.runShared(['backup', copy]);
    assert.equal(code, 1);
    assert.match(stderr, /^pawstock: There is no store at [^\n]*\n$/);
    assert.deepEqual([existsSync(copy), existsSync(cli.file)], [false, false]);
  });

  for (const [what, make] of [
    ['text', (file: string) => writeFileSync(file, 'cats and dogs\n'.repeat(100))],
    ['an empty file', (file: string) => writeFileSync(file, '')],
    ['a database of another program', (file: string) => new DatabaseSync(file).exec('create table cats (name text)')],
  ] as const) {
    test(`of ${what} says that it is no store, and leaves no half of a copy`, async (t) => {
      const cli = openCliHarness(t);
      make(cli.file);
      const copy = join(cli.folder, 'copy.db');
      const { code, stderr } = await cli.runShared(['backup', copy]);
      assert.equal(code, 1);
      assert.match(stderr, /^pawstock: [^\n]*is not a Pawstock store\. Check the path\.\n$/);
      assert.equal(existsSync(copy), false);
    });
  }
});
