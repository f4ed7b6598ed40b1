import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { petStatuses } from '../../src/domain/item.ts';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';
import type { Pet } from '../support/service/store-contents.ts';

async function exported({ runShared }: CliHarness, args: readonly string[], run = runShared): Promise<string> {
  const { code, stdout, stderr } = await run(['export', ...args]);
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  return stdout;
}

/** In descending order of petId, so that an export cannot be right by repeating what came in. */
function manyPets(count: number): Pet[] {
  return Array.from({ length: count }, (_, index) => ({
    petId: 9223372036854775807n - BigInt(index) * 922337203685477n,
    quantity: (index * 7919) % 1000,
    status: petStatuses[index % 3] ?? 'sold',
  }));
}

describe('an export', { concurrency: 3 }, () => {
  const json = [
    '{"petId":-9223372036854775808,"quantity":7,"status":"pending"}',
    '{"petId":1,"quantity":12,"status":"available","name":"Rex","barcode":"0012345678905","lowAt":3}',
    '{"petId":2,"quantity":4,"status":"sold","barcode":"=1+1"}',
    '{"petId":9223372036854775807,"quantity":9007199254740991,"status":"available"}',
  ];
  const csv = `petId,quantity,status,name,barcode,lowAt
-9223372036854775808,7,pending,,,
1,12,available,Rex,0012345678905,3
2,4,sold,,'=1+1,
9223372036854775807,9007199254740991,available,,,
`;
  const rows: readonly (readonly [args: string, some: string, none: string])[] = [
    ['', csv, 'petId,quantity,status\n'],
    ['--format csv', csv, 'petId,quantity,status\n'],
    ['--format json', `[\n${json.join(',\n')}\n]\n`, '[\n]\n'],
    ['--json', `[\n${json.join(',\n')}\n]\n`, '[\n]\n'],
    ['--format ndjson', `${json.join('\n')}\n`, ''],
  ];
  for (const [line, some, none] of rows) {
    const args = line.split(' ').filter((word) => word !== '');
    test(`${line || 'without a word about its format'} has every digit and all details, ascending`, async (t) => {
      const cli = openCliHarness(t);
      await cli.stock([]);
      assert.equal(await exported(cli, args), none);
      const file = join(cli.folder, 'export');
      writeFileSync(file, json.toReversed().join('\n'));
      assert.equal((await cli.runShared(['import', file])).code, 0);
      assert.equal(await exported(cli, args, line === '' ? cli.run : cli.runShared), some);
      writeFileSync(file, some);
      const again = JSON.parse((await cli.runShared(['import', file, '--json'])).stdout);
      assert.deepEqual(again, { added: 0, replaced: 0, unchanged: 4, details: 0, leftOut: 0, dryRun: false });
    });
  }

  // Items are written in pieces of 1,000: whole ones, and one over.
  for (const [format, count] of [
    ['csv', 2_000],
    ['json', 2_001],
    ['ndjson', 1_999],
  ] as const) {
    test(`of ${count} pets as ${format} makes the same store and the same bytes again`, async (t) => {
      const [one, other] = [openCliHarness(t), openCliHarness(t)];
      await one.stock(manyPets(count));
      const first = await exported(one, ['--format', format]);
      const file = join(one.folder, 'export');
      writeFileSync(file, first);
      assert.equal((await other.runShared(['import', file])).code, 0);
      assert.deepEqual(await other.levels(), await one.levels());
      assert.equal(await exported(other, ['--format', format]), first);
    });
  }

  test('into a pipe that is closed early, or that nobody ever read, ends quietly', async (t) => {
    const cli = openCliHarness(t);
    // Far more than a pipe holds, so that the command is still writing when nobody listens any more.
    await cli.stock(manyPets(10_000));
    for (const reader of ['head -1', 'true']) {
      const line = `set -o pipefail; "${process.execPath}" bin/pawstock.js export | ${reader}`;
      const { code, stdout, stderr } = await cli.shell(line);
      const shown = reader === 'true' ? '' : 'petId,quantity,status\n';
      assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: shown, stderr: '' });
    }
  });
});
