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
  const pets: readonly Pet[] = [
    { petId: 9223372036854775807n, quantity: 9007199254740991, status: 'available' },
    { petId: 9007199254740993n, quantity: 0, status: 'sold' },
    { petId: -9223372036854775808n, quantity: 7, status: 'pending' },
  ];
  const json = [
    '{"petId":-9223372036854775808,"quantity":7,"status":"pending"}',
    '{"petId":9007199254740993,"quantity":0,"status":"sold"}',
    '{"petId":9223372036854775807,"quantity":9007199254740991,"status":"available"}',
  ];
  const csv = [
    'petId,quantity,status',
    '-9223372036854775808,7,pending',
    '9007199254740993,0,sold',
    '9223372036854775807,9007199254740991,available',
  ];
  const rows: readonly (readonly [args: string, some: string, none?: string])[] = [
    ['', `${csv.join('\n')}\n`, 'petId,quantity,status\n'],
    ['--format csv', `${csv.join('\n')}\n`],
    ['--format json', `[\n${json.join(',\n')}\n]\n`, '[\n]\n'],
    ['--json', `[\n${json.join(',\n')}\n]\n`],
    ['--format ndjson', `${json.join('\n')}\n`, ''],
  ];
  for (const [line, some, none] of rows) {
    const args = line.split(' ').filter((word) => word !== '');
    test(`${line || 'without a word about its format'} writes every digit, ascending by petId`, async (t) => {
      const cli = openCliHarness(t);
      await cli.stock([]);
      if (none !== undefined) assert.equal(await exported(cli, args), none);
      await cli.stock(pets);
      assert.equal(await exported(cli, args, line === '' ? cli.run : cli.runShared), some);
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
      const first = await exported(one, ['--format', format], one.run);
      const { code, stderr } = await other.run(['import', '-'], { input: first });
      assert.equal(code, 0, stderr);
      assert.deepEqual(await other.levels(), await one.levels());
      assert.equal((await other.levels()).length, count);
      assert.equal(await exported(other, ['--format', format]), first);
      const file = join(one.folder, 'export');
      writeFileSync(file, first);
      const again = await one.runShared(['import', file, '--json']);
      assert.deepEqual(JSON.parse(again.stdout), {
        added: 0,
        replaced: 0,
        unchanged: count,
        details: 0,
        leftOut: 0,
        dryRun: false,
      });
      assert.equal((await one.ledger()).length, count, 'importing an export has changed something');
    });
  }

  test('makes formulas in names harmless, and importing it again changes no name', async (t) => {
    const names = ['=cmd|calc!A1', '+1+1', '-2', '@SUM(A1)', "'=1", "'s-Hertog"];
    const cli = openCliHarness(t);
    const file = join(cli.folder, 'export');
    const rows = names.map((name, petId) => JSON.stringify({ petId, quantity: 1, status: 'sold', name }));
    writeFileSync(file, rows.join('\n'));
    assert.equal((await cli.runShared(['import', file])).code, 0);
    const csv = await exported(cli, []);
    assert.deepEqual(csv.split('\n'), [
      'petId,quantity,status,name',
      "0,1,sold,'=cmd|calc!A1",
      "1,1,sold,'+1+1",
      "2,1,sold,'-2",
      "3,1,sold,'@SUM(A1)",
      "4,1,sold,''=1",
      "5,1,sold,'s-Hertog",
      '',
    ]);
    writeFileSync(file, csv);
    const again = await cli.runShared(['import', file, '--json']);
    assert.deepEqual(JSON.parse(again.stdout), {
      added: 0,
      replaced: 0,
      unchanged: 6,
      details: 0,
      leftOut: 0,
      dryRun: false,
    });
    const json = await exported(cli, ['--format', 'ndjson']);
    assert.deepEqual(json.trimEnd().split('\n'), rows, 'JSON has the names as they are');
  });

  test('into a pipe that is closed early ends quietly', async (t) => {
    const cli = openCliHarness(t);
    // Far more than a pipe holds, so that the command is still writing when nobody listens any more.
    await cli.stock(manyPets(10_000));
    const { code, stdout, stderr } = await cli.shell(
      `set -o pipefail; "${process.execPath}" bin/pawstock.js export | head -1`,
    );
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: 'petId,quantity,status\n', stderr: '' });
  });

  test('into a pipe that nobody ever read ends quietly', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock(pets);
    const { code, stderr } = await cli.shell(`set -o pipefail; "${process.execPath}" bin/pawstock.js export | true`);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  });
});
