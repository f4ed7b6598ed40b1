import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { entryDelta } from '../../src/domain/ledger-entry.ts';
import type { CommandResult } from '../support/service/child-process.ts';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';

/** How files are read is tested in test/import. */

function fileIn(cli: CliHarness, content: string): string {
  const file = join(cli.folder, 'stock');
  writeFileSync(file, content);
  return file;
}

/** `pawstock import` of a file with this content. */
function importOf(cli: CliHarness, content: string, ...flags: readonly string[]): Promise<CommandResult> {
  return cli.runShared(['import', fileIn(cli, content), ...flags]);
}

/** The smallest, the largest, and two that a double would round or stop at. */
const pets = [
  { petId: -9223372036854775808n, quantity: 0, status: 'sold' },
  { petId: -5n, quantity: 7, status: 'pending' },
  { petId: 9007199254740993n, quantity: 1000, status: 'available' },
  { petId: 9223372036854775807n, quantity: 9007199254740991, status: 'available' },
] as const;

describe('an import', { concurrency: 3 }, () => {
  test('adds and replaces, leaves other pets alone, and writes nothing for what is unchanged', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([
      { petId: 1n, quantity: 10, status: 'sold' },
      { petId: 2n, quantity: 20, status: 'sold' },
      { petId: 4n, quantity: 40 },
    ]);
    // A pet keeps its status where the file has none.
    const { code, stdout } = await importOf(cli, 'id;menge\n2;5\n1;10\n3;0\n', '--json');
    assert.deepEqual(
      { code, told: JSON.parse(stdout) },
      { code: 0, told: { added: 1, replaced: 1, unchanged: 1, details: 0, leftOut: 0, dryRun: false } },
    );
    assert.deepEqual(
      (await cli.levels()).map(({ petId, quantity, status }) => [petId, quantity, status]),
      [
        [1n, 10, 'sold'],
        [2n, 5, 'sold'],
        [3n, 0, 'available'],
        [4n, 40, 'available'],
      ],
    );
    assert.deepEqual(
      (await cli.ledger()).slice(3).map((entry) => [entry.seq, entry.petId, entry.kind, entryDelta(entry), entry.key]),
      [
        [4, 2n, 'import', -15, null],
        [5, 3n, 'import', 0, null],
      ],
    );
  });

  test('as a dry run shows what would change, and changes nothing', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock(pets);
    const input =
      'petId,quantity,status\n-5,8,sold\n1,1,sold\n9007199254740993,1000,available\n9223372036854775807,1,available\n';
    const { code, stdout, stderr } = await importOf(cli, input, '--dry-run');
    assert.equal(code, 0);
    assert.equal(stderr, 'Would import 4 pets: 1 added, 2 replaced, 1 unchanged.\n');
    assert.deepEqual(stdout.split('\n'), [
      '                PET                                  QUANTITY  STATUS',
      '                 -5                                7 → 8 (+1)  pending → sold',
      '9223372036854775807  9007199254740991 → 1 (-9007199254740990)  available',
      '                  1                                - → 1 (+1)  sold',
      '',
    ]);
    assert.equal((await cli.ledger()).length, pets.length);

    const json = await importOf(cli, input, '--dry-run', '--json');
    const rows = [
      '{"petId":-5,"before":{"quantity":7,"status":"pending"},"after":{"quantity":8,"status":"sold"}}',
      '{"petId":9223372036854775807,"before":{"quantity":9007199254740991,"status":"available"},"after":{"quantity":1,"status":"available"}}',
      '{"petId":1,"before":null,"after":{"quantity":1,"status":"sold"}}',
    ];
    const totals = '"added":1,"replaced":2,"unchanged":1,"details":0,"leftOut":0,"dryRun":true';
    assert.equal(json.stdout, `{${totals},"differences":[${rows}]}\n`);
    const bad = await importOf(cli, 'petId,quantity,status\n1,x,sold\n', '--dry-run');
    assert.equal(bad.code, 1);
    assert.match(bad.stderr, /^pawstock: .*stock, line 2: the quantity must be .*, not "x"\n/);
  });

  test('as a dry run shows no more than a screenful, and does not create a store', async (t) => {
    const cli = openCliHarness(t);
    const input = `petId,quantity\n${Array.from({ length: 500 }, (_, index) => `${index},1\n`).join('')}`;
    const { stdout, stderr } = await importOf(cli, input, '--dry-run');
    assert.equal(stderr, 'Would import 500 pets: 500 added, 0 replaced.\n');
    assert.match(stdout, /\n… and 480 more\. Use --json to see all\.\n$/);
    assert.equal(stdout.split('\n').length, 1 + 20 + 1 + 1);
    assert.equal(existsSync(cli.file), false);
    const json = await importOf(cli, input, '--dry-run', '--json');
    assert.equal((JSON.parse(json.stdout) as { differences: unknown[] }).differences.length, 500);
  });

  test('takes columns by --column, in any case and with = in their names, and their line by --header', async (t) => {
    const cli = openCliHarness(t);
    const input = 'SKU,On=hand,Stock,Status\n7,5,6,sold\n';
    const flags = ['--column', 'petid=sku', '--column', 'quantity=On=hand', '--column', 'status='];
    const { code, stderr } = await importOf(cli, input, ...flags);
    assert.deepEqual([code, stderr], [0, 'Ignored columns: Stock, Status.\nImported 1 pet: 1 added, 0 replaced.\n']);
    assert.deepEqual(await cli.levels(), [{ petId: 7n, quantity: 5, status: 'available' }]);
    assert.equal((await importOf(cli, 'id,qty\n1,1\nid,qty\n7,6\n', '--header', '3')).code, 0);
    assert.deepEqual(await cli.levels(), [{ petId: 7n, quantity: 6, status: 'available' }]);
  });

  test('without a clear column says how to choose one', async (t) => {
    const { code, stderr } = await openCliHarness(t).run(['import', '-'], { input: 'Code,Stock\n7,5\n' });
    assert.equal(code, 1);
    assert.deepEqual(stderr.split('\n'), [
      'pawstock: standard input, line 1: no column for the pet ID; the header is "Code", "Stock"',
      'pawstock: Choose the column with --column petId=NAME.',
      'pawstock: Nothing was imported: 1 fault in standard input.',
      '',
    ]);
    const two = await importOf(openCliHarness(t), 'Code,Stock,Qty\n7,5,5\n');
    assert.match(two.stderr, /^pawstock: Choose the columns with --column petId=NAME --column quantity=NAME\.$/m);
  });

  test('of rows that cannot be read says which options would help, and imports what they leave', async (t) => {
    const cli = openCliHarness(t);
    const input = 'id,qty,status\n1,5,sold\nTotal,5,\n2,"1,200",active\n3,-1,sold\n';
    const faults = [
      'line 3: the pet ID must be a whole number, not "Total"',
      'line 3: the status is empty',
      'line 4: the quantity "1,200" is ambiguous: it could be 1200 or 1.200',
      'line 4: the status must be one of available, pending, sold, not "active"',
      'line 5: the quantity "-1" is below zero',
    ];
    const linesOf = ({ stderr }: CommandResult) =>
      stderr.replaceAll('pawstock: ', '').replaceAll(`${cli.folder}/stock, `, '').trimEnd().split('\n');
    for (const flags of [[], ['--skip-bad-rows']]) {
      const refused = await importOf(cli, input, ...flags);
      assert.equal(refused.code, 1);
      assert.deepEqual(linesOf(refused), [
        ...faults,
        'Use --thousands , if commas separate thousands in this file, or --thousands . if points do.',
        "Say what a status means with --status 'active=available'.",
        'Read quantities below zero as 0 with --negative-as-zero.',
        `Nothing was imported: 5 faults in ${cli.folder}/stock.`,
      ]);
    }
    assert.deepEqual(await cli.levels(), []);
    const flags = ['--thousands', ',', '--status', 'Active=available', '--negative-as-zero', '--skip-bad-rows'];
    const done = await importOf(cli, input, ...flags, '--json');
    assert.equal(done.code, 0, done.stderr);
    assert.deepEqual(linesOf(done), [...faults.slice(0, 2), 'Left out 1 row.']);
    assert.equal((JSON.parse(done.stdout) as { leftOut: number }).leftOut, 1);
    assert.deepEqual(await cli.levels(), [
      { petId: 1n, quantity: 5, status: 'sold' },
      { petId: 2n, quantity: 1200, status: 'available' },
      { petId: 3n, quantity: 0, status: 'sold' },
    ]);
  });

  test('of very many bad rows names the first twenty, and counts all', async (t) => {
    const rows = 150_000;
    const { code, stderr } = await openCliHarness(t).run(['import', '-'], {
      input: `petId,quantity,status\n${'1,x,sold\n'.repeat(rows)}`,
    });
    assert.equal(code, 1);
    const lines = stderr.trimEnd().split('\n');
    assert.equal(lines.length, 22);
    assert.deepEqual(lines.slice(-2), [
      'pawstock: Correct the file, or leave these rows out with --skip-bad-rows.',
      `pawstock: Nothing was imported: ${rows} faults in standard input, of which the first 20 are shown.`,
    ]);
  });

  test('of a workbook says which sheet it read, and which there are', async (t) => {
    const cli = openCliHarness(t);
    const file = 'test/fixtures/spreadsheets/good/numbers.xlsx';
    const first = await cli.runShared(['import', file, '--dry-run']);
    assert.equal(first.code, 1);
    assert.match(first.stderr, /Or choose another sheet with --sheet: Export Summary, Sheet 1 - Table 1\.\n/);
    const missing = await cli.runShared(['import', file, '--sheet', 'Stock']);
    const none = 'there is no sheet "Stock"; the workbook has "Export Summary", "Sheet 1 - Table 1"';
    assert.equal(missing.stderr.split('\n')[0], `pawstock: ${file}: ${none}`);
    const second = await cli.run(['import', '-', '--sheet', '2'], { input: readFileSync(file) });
    assert.deepEqual(
      [second.code, second.stderr.split('\n').slice(0, 2)],
      [0, ['Read the sheet Sheet 1 - Table 1, one of 2.', 'Found the names of the columns on line 2.']],
    );
  });

  test('takes only options that can be meant, and files that can be read', async (t) => {
    const cli = openCliHarness(t);
    for (const flags of [
      ['--thousands', ' '],
      ['--status', 'active=live'],
      ['--status', 'active'],
      ['--header', '0'],
    ]) {
      assert.equal((await importOf(cli, 'id,qty\n1,1\n', ...flags)).code, 2, flags.join(' '));
    }
    for (const [file, says] of [
      [join(cli.folder, 'none'), /^pawstock: Cannot read .*none: there is no such file\.\n$/],
      [cli.folder, /^pawstock: Cannot read .*: it is a folder\.\n$/],
    ] as const) {
      const { code, stdout, stderr } = await cli.runShared(['import', file]);
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.match(stderr, says);
    }
  });

  test('of an empty array, or of a header alone as an empty store is exported, is an import of nothing', async (t) => {
    const cli = openCliHarness(t);
    const summary = 'Imported 0 pets: 0 added, 0 replaced.\n';
    const empty = await importOf(cli, '[]');
    assert.deepEqual([empty.code, empty.stderr], [0, summary]);
    const { code, stderr } = await cli.run(['import', '-'], { input: 'petId,quantity,status\n,,\n' });
    assert.deepEqual([code, stderr], [0, `standard input has a header and no rows.\n${summary}`]);
    assert.deepEqual(await cli.levels(), []);
  });

  test('draws a bar on a terminal, and wipes it away', async (t) => {
    const cli = openCliHarness(t);
    const rows = Array.from({ length: 5_000 }, (_, index) => `${index + 1},${index % 50}\n`);
    const file = fileIn(cli, `petId,quantity\n${rows.join('')}`);
    const line = `"${process.execPath}" bin/pawstock.js import "${file}"`;
    const { code, stdout } = await cli.shell(`script -qec '${line}' /dev/null`);
    assert.equal(code, 0);
    const [bar = '', ...lines] = stdout.split('\x1b[K');
    assert.match(bar, /^(\rImporting █*░* \d+ % \(\d+ of 5000\))+\r$/);
    assert.ok(bar.endsWith(`${'█'.repeat(30)} 100 % (5000 of 5000)\r`));
    assert.deepEqual(lines, ['Imported 5000 pets: 5000 added, 0 replaced.\r\n']);
  });
});
