import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { entryDelta } from '@pawstock/shared/ledger-entry.ts';
import type { CommandResult } from '../support/service/child-process.ts';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';
import { writeOf } from '../support/store/write.ts';

/** Tests the import command. The tests in test/import cover how files are read. */

function fileIn(cli: CliHarness, content: string): string {
  const file = join(cli.folder, 'stock');
  writeFileSync(file, content);
  return file;
}

function importOf(
  cli: CliHarness,
  content: string,
  ...flags: readonly string[]
): Promise<CommandResult> {
  return cli.runShared(['import', fileIn(cli, content), ...flags]);
}

describe('an import', { concurrency: 3 }, () => {
  test('adds and replaces, leaves other pets alone, and writes nothing for what is unchanged; a dry run shows it', async (t) => {
    const cli = openCliHarness(t);
    await importOf(
      cli,
      'petId,quantity,status,name\n-5,7,sold,"Tom 🐹"\n1,12,available,Rex\n2,4,sold,\n4,40,sold,\n',
    );
    const last = '9223372036854775807;0;available;Ann';
    const input = `id;menge;status;name\n-5;8;pending;\n1;12;available;Rex II\n2;4;sold;\n${last}\n`;
    const preview = await importOf(cli, input, '--update-names', '--dry-run');
    const would = 'Would import 4 pets: 1 added, 1 replaced, 2 unchanged, details of 2 pets.\n';
    assert.equal(preview.code, 0);
    assert.ok(preview.stderr.includes(would));
    assert.deepEqual(preview.stdout.split('\n'), [
      '                PET  QUANTITY    STATUS          NAME',
      '                 -5  7 → 8 (+1)  sold → pending',
      '                  1  12          available       Rex → Rex II',
      '9223372036854775807  - → 0 (0)   available       Ann',
      '',
    ]);
    const rows = [
      '{"petId":-5,"before":{"quantity":7,"status":"sold"},"after":{"quantity":8,"status":"pending"}}',
      '{"petId":1,"before":{"quantity":12,"status":"available"},"after":{"quantity":12,"status":"available"},"name":{"before":"Rex","after":"Rex II"}}',
      '{"petId":9223372036854775807,"before":null,"after":{"quantity":0,"status":"available"},"name":{"before":null,"after":"Ann"}}',
    ];
    const totals = '"added":1,"replaced":1,"unchanged":2,"details":2,"leftOut":0';
    const json = await importOf(cli, input, '--update-names', '--dry-run', '--json');
    assert.equal(json.stdout, `{${totals},"dryRun":true,"differences":[${rows}]}\n`);
    assert.equal((await cli.ledger()).length, 4);

    const { stdout } = await importOf(cli, input, '--update-names', '--json');
    assert.deepEqual(JSON.parse(stdout), JSON.parse(`{${totals},"dryRun":false}`));
    assert.deepEqual(
      (await cli.ledger())
        .slice(4)
        .map((entry) => [entry.petId, entry.kind, entryDelta(entry), entry.status, entry.key]),
      [
        [-5n, 'import', 1, 'pending', null],
        [9223372036854775807n, 'import', 0, 'available', null],
      ],
    );
  });

  test('as a dry run shows twenty changes, and does not create a store', async (t) => {
    const cli = openCliHarness(t);
    const input = `petId,quantity\n${Array.from({ length: 500 }, (_, index) => `${index},1\n`).join('')}`;
    const { stdout, stderr } = await importOf(cli, input, '--dry-run');
    assert.equal(stderr, 'Would import 500 pets: 500 added, 0 replaced.\n');
    assert.match(stdout, /^PET .*\n(?:.*\n){20}… and 480 more\. Use --json to see all\.\n$/);
    assert.equal(existsSync(cli.file), false);
    const json = await importOf(cli, input, '--dry-run', '--json');
    assert.equal((JSON.parse(json.stdout) as { differences: unknown[] }).differences.length, 500);
  });

  test('with a barcode that another pet has is refused; pets of a file may exchange theirs', async (t) => {
    const cli = openCliHarness(t);
    await importOf(cli, 'id,qty,Barcode\n1,1,A\n2,1,B\n3,1,C\n');
    const taken = 'id,qty,Barcode\n4,9,C\n2,1,A\n1,1,B\n';
    const refused = await importOf(cli, taken);
    assert.equal(refused.code, 1);
    const says =
      /^pawstock: .*, line 2: pet 3 has the barcode "C" already\npawstock: Correct the file, /;
    assert.match(refused.stderr, says);
    const done = await importOf(cli, taken, '--skip-bad-rows', '--json');
    const told = { added: 0, replaced: 0, unchanged: 2, details: 2, leftOut: 1, dryRun: false };
    assert.deepEqual(JSON.parse(done.stdout), told);
  });

  test('of codes instead of IDs gives new pets the next free IDs, and finds them by their barcodes later', async (t) => {
    const cli = openCliHarness(t);
    await importOf(cli, 'id,qty,Barcode\n-3,1,\n12,1,HAM-1\n');
    const codes = 'SKU|Stock|Price\nHAM-1|5 pcs|3\nKOI-2|7|4\nP-0012|1|5\n';
    const preview = await importOf(cli, codes, '--dry-run');
    assert.match(preview.stdout, /^ 13 {2}- → 7 \(\+7\) {2}available {2}KOI-2$/m);
    const matched = 'Matched rows by barcode, from the column SKU.\nIgnored columns: Price.\n';
    for (const counts of [
      '2 added, 1 replaced, details of 2 pets',
      '0 added, 0 replaced, 3 unchanged',
    ]) {
      const { code, stderr } = await importOf(cli, codes, '--as', 'stock');
      assert.deepEqual([code, stderr], [0, `${matched}Imported 3 pets: ${counts}.\n`]);
    }
    const rows = [
      '-3,1,available,',
      '12,5,available,HAM-1',
      '13,7,available,KOI-2',
      '14,1,available,P-0012',
    ];
    assert.equal(
      (await cli.runShared(['export'])).stdout,
      `petId,quantity,status,barcode\n${rows.join('\n')}\n`,
    );
  });

  test('gives a new pet no ID of a removed pet', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([
      { petId: 5n, quantity: 1, status: 'sold' },
      { petId: 40n, quantity: 1, status: 'sold' },
    ]);
    const removal = writeOf({ kind: 'delete', petId: 40n, expected: null });
    await cli.inStore((store) => store.commit([removal]));
    assert.match((await importOf(cli, 'SKU,qty\nA,1\n', '--dry-run')).stdout, /^ 41 /m);
    await importOf(cli, 'SKU,qty\nA,1\n');
    assert.deepEqual(
      (await cli.levels()).map(({ petId }) => petId),
      [5n, 41n],
    );
  });

  test('finds a pet by its GTIN, however many zeros lead, and leaves the barcode as it is', async (t) => {
    const cli = openCliHarness(t);
    await importOf(cli, 'id,qty,UPC\n1,5,012345678905\n');
    const { stderr } = await importOf(cli, 'UPC,qty\n12345678905,6\n');
    assert.match(stderr, /^Imported 1 pet: 0 added, 1 replaced\.$/m);
    assert.match((await cli.runShared(['export'])).stdout, /^1,6,available,012345678905$/m);
  });

  test('of a file with the same GTIN twice is refused', async (t) => {
    const cli = openCliHarness(t);
    const { stderr } = await importOf(cli, 'UPC,qty\n012345678905,6\n0012345678905,7\n');
    assert.match(stderr, /, line 3: the barcode "0012345678905" is on line 2 already\n/);
  });

  test('of codes at the same time as another gives no ID to two pets', async (t) => {
    const cli = openCliHarness(t);
    const imports = ['A', 'B', 'C'].map((letter) => {
      const lines = Array.from({ length: 300 }, (_, index) => `${letter}-${index},${index}\n`);
      return cli.run(['import', '-'], { input: `SKU,qty\n${lines.join('')}` });
    });
    assert.deepEqual(
      (await Promise.all(imports)).map(({ code }) => code),
      [0, 0, 0],
    );
    const ids = (await cli.levels()).map(({ petId }) => Number(petId));
    assert.deepEqual(
      ids,
      Array.from({ length: 900 }, (_, index) => index + 1),
    );
  });

  test('reads the same list of articles in the same way when it has fewer rows', async (t) => {
    const cli = openCliHarness(t);
    await importOf(cli, 'Pet ID,qty\n3,40\n');
    await importOf(cli, 'SKU,qty\nA-1,1\n3,2\n12,3\n');
    const before = [
      { petId: 3n, quantity: 40, status: 'available' },
      { petId: 4n, quantity: 1, status: 'available' },
      { petId: 5n, quantity: 2, status: 'available' },
      { petId: 6n, quantity: 3, status: 'available' },
    ];
    assert.deepEqual(await cli.levels(), before);
    const { stderr } = await importOf(cli, 'SKU,qty\n3,7\n12,8\n');
    assert.match(
      stderr,
      /^1 code is also the ID of another pet, such as 3\. If the column SKU has pet IDs, use --column 'petId=SKU'\.$/m,
    );
    const quantities = (await cli.levels()).map(({ petId, quantity }) => [petId, quantity]);
    assert.deepEqual(quantities, [
      [3n, 40],
      [4n, 1],
      [5n, 7],
      [6n, 8],
    ]);
  });

  test('of codes that are also IDs of pets says so in the dry run, with the option for IDs', async (t) => {
    const cli = openCliHarness(t);
    await importOf(cli, 'Pet ID,qty\n3,40\n12,1\n');
    const { stderr } = await importOf(cli, 'SKU,qty\n3,7\n12,8\n', '--dry-run');
    assert.match(
      stderr,
      /^2 codes are also the ID of another pet, such as 3\. .* use --column 'petId=SKU'\.$/m,
    );
    const chosen = await importOf(cli, 'SKU,qty\n3,7\n12,8\n', '--column', 'petId=SKU');
    assert.match(chosen.stderr, /^Imported 2 pets: 0 added, 2 replaced\.$/m);
  });

  test('takes columns by --column, in any case and with = in their names, and their line by --header', async (t) => {
    const cli = openCliHarness(t);
    await cli.stock([{ petId: 7n, quantity: 1, status: 'sold' }]);
    const input = 'SKU,On=hand,Stock,Status\n7,5,6,pending\n';
    const flags = ['--column', 'petid=sku', '--column', 'quantity=On=hand', '--column', 'status='];
    const { code, stderr } = await importOf(cli, input, '--as', 'stock', ...flags);
    assert.deepEqual(
      [code, stderr],
      [0, 'Ignored columns: Stock, Status.\nImported 1 pet: 0 added, 1 replaced.\n'],
    );
    assert.equal((await importOf(cli, 'id,qty\n1,1\nid,qty\n7,6\n', '--header', '3')).code, 0);
    // A file without a status column leaves the pet's status as it is.
    assert.deepEqual(await cli.levels(), [{ petId: 7n, quantity: 6, status: 'sold' }]);
  });

  test('of rows that cannot be read says which options would help, and imports what they leave', async (t) => {
    const cli = openCliHarness(t);
    const input = 'id,qty,status\n1,5,sold\nHay,5,\n2,"1,200",active\n3,-1,sold\n';
    const faults = [
      'line 3: the pet ID must be a whole number, not "Hay"',
      'line 3: the status must be one of available, pending, sold, not ""',
      'line 4: the quantity "1,200" is ambiguous: it could be 1200 or 1.200',
      'line 4: the status must be one of available, pending, sold, not "active"',
      'line 5: the quantity "-1" is below zero',
    ];
    const linesOf = ({ stderr }: CommandResult) =>
      stderr
        .replaceAll('pawstock: ', '')
        .replaceAll(`${cli.folder}/stock, `, '')
        .trimEnd()
        .split('\n');
    const refused = await importOf(cli, input, '--skip-bad-rows');
    assert.equal(refused.code, 1);
    assert.deepEqual(linesOf(refused), [
      ...faults,
      "If the column id has article codes, use --column 'barcode=id'.",
      'Use --thousands , if commas separate thousands in this file, or --thousands . if points do.',
      "Say what a status means with --status 'active=available'.",
      'Read quantities below zero as 0 with --negative-as-zero.',
      `Nothing was imported: 5 faults in ${cli.folder}/stock.`,
    ]);
    assert.deepEqual(await cli.levels(), []);
    const flags = [
      '--thousands',
      ',',
      '--status',
      'Active=available',
      '--negative-as-zero',
      '--skip-bad-rows',
    ];
    const done = await importOf(cli, input, ...flags);
    const told = 'Imported 3 pets: 3 added, 0 replaced.';
    assert.deepEqual(
      [done.code, linesOf(done)],
      [0, [...faults.slice(0, 2), 'Left out 1 row.', told]],
    );
    const levels = (await cli.levels()).map(({ quantity, status }) => `${quantity} ${status}`);
    assert.deepEqual(levels, ['5 sold', '1200 available', '0 sold']);
  });

  test('names the first twenty of very many faults, and counts all', async (t) => {
    const cli = openCliHarness(t);
    const { code, stderr } = await importOf(
      cli,
      `petId,quantity,status\n${'1,x,sold\n'.repeat(150_000)}`,
    );
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^(?:pawstock: .*stock, line \d+: .*\n){20}pawstock: … and 149980 more faults\.\n/,
    );
    assert.match(stderr, /pawstock: Nothing was imported: 150000 faults in /);
  });

  test('says how to choose a column or a sheet, and which sheet was read', async (t) => {
    const cli = openCliHarness(t);
    const unclear = await importOf(cli, 'Code,Stock,Qty\n7,5,5\n');
    assert.match(
      unclear.stderr,
      /^pawstock: Choose the columns with --column petId=NAME --column quantity=NAME\.$/m,
    );
    const file = 'test/fixtures/spreadsheets/good/numbers.xlsx';
    const first = await cli.runShared(['import', file, '--dry-run']);
    assert.match(
      first.stderr,
      /Or choose another sheet with --sheet: Export Summary, Sheet 1 - Table 1\.\n/,
    );
    const missing = await cli.runShared(['import', file, '--sheet', 'Stock']);
    const none =
      'there is no sheet "Stock"; the workbook has "Export Summary", "Sheet 1 - Table 1"';
    assert.equal(missing.stderr.split('\n')[0], `pawstock: ${file}: ${none}`);
    const second = await cli.run(['import', '-', '--sheet', '2'], { input: readFileSync(file) });
    const notices = [
      'Read the sheet Sheet 1 - Table 1, one of 2.',
      'Not read: the sheet "Export Summary".',
      'Found the names of the columns on line 2.',
    ];
    assert.deepEqual([second.code, second.stderr.split('\n').slice(0, 3)], [0, notices]);
  });

  test('of a file without rows imports nothing, and of one that cannot be read says why', async (t) => {
    const cli = openCliHarness(t);
    const summary = 'Imported 0 pets: 0 added, 0 replaced.\n';
    assert.equal((await importOf(cli, '[]')).stderr, summary);
    const { stderr } = await importOf(cli, 'petId,quantity,status\n,,\n');
    assert.equal(stderr, `${cli.folder}/stock has a header and no rows.\n${summary}`);
    const refused = await cli.runShared(['import', cli.folder]);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^pawstock: Cannot read .*: EISDIR: .*\.\n$/);
  });

  test('reads files of other systems without a choice of columns, and again without a change', async (t) => {
    const files = [
      ['shopify-inventory.csv', 'Shopify inventory', '--location', 'Main Street'],
      ['shopify-products.csv', 'Shopify products'],
      ['square-items.csv', 'Square item library', '--location', 'Main Street'],
      ['woocommerce-products.csv', 'WooCommerce products'],
      ['lightspeed-x-products.csv', 'Lightspeed X products'],
    ] as const;
    for (const [name, layout, ...flags] of files) {
      const cli = openCliHarness(t);
      const args = ['import', `test/fixtures/moving-in/${name}`, ...flags];
      const first = await cli.runShared(args);
      assert.equal(first.code, 0, first.stderr);
      assert.ok(first.stderr.includes(`Read as an export of ${layout}.\n`), first.stderr);
      assert.match(first.stderr, /^Imported [34] pets: [34] added, 0 replaced/m);
      assert.match(
        (await cli.runShared(args)).stderr,
        /^Imported (\d) pets: 0 added, 0 replaced, \1 unchanged\.$/m,
      );
    }
  });

  test('of a file with several locations asks for one', async (t) => {
    const cli = openCliHarness(t);
    const { code, stderr } = await cli.runShared([
      'import',
      'test/fixtures/moving-in/square-items.csv',
    ]);
    assert.equal(code, 1);
    assert.match(stderr, /the file has the stock of several locations: "Main Street", "Harbour"\n/);
    assert.match(stderr, /^pawstock: Choose one with --location 'Main Street'\.$/m);
  });

  test('as a delivery adds to the stock, with the reason arrival', async (t) => {
    const cli = openCliHarness(t);
    await importOf(cli, 'id,qty\n1,60\n2,4\n3,9\n');
    const delivery = 'id,qty\n1,6\n2,0\n7,5\n';
    const preview = await importOf(cli, delivery, '--as', 'delivery', '--dry-run');
    assert.match(preview.stdout, /^ +1 {2}60 → 66 \(\+6\)/m);
    const { stderr } = await importOf(cli, delivery, '--as', 'delivery');
    assert.equal(stderr, 'Imported a delivery of 3 pets: 1 added, 1 replaced, 1 unchanged.\n');
    const entries = (await cli.ledger()).slice(3);
    assert.deepEqual(
      entries.map((entry) => [entry.petId, entryDelta(entry), entry.kind, entry.reason]),
      [
        [1n, 6, 'import', 'arrival'],
        [7n, 5, 'import', 'arrival'],
      ],
    );
  });

  test('as a count sets the stock, with the reason count', async (t) => {
    const cli = openCliHarness(t);
    await importOf(cli, 'id,qty\n1,60\n2,4\n');
    const { stderr } = await importOf(cli, 'id,qty\n1,58\n2,4\n', '--as', 'count');
    assert.equal(stderr, 'Imported a count of 2 pets: 0 added, 1 replaced, 1 unchanged.\n');
    const entries = (await cli.ledger()).slice(2);
    assert.deepEqual(
      entries.map((entry) => [entry.petId, entryDelta(entry), entry.reason]),
      [[1n, -2, 'count']],
    );
  });

  test('without --as sets the stock without a reason, and says so where a pet was in stock', async (t) => {
    const cli = openCliHarness(t);
    assert.doesNotMatch((await importOf(cli, 'id,qty\n1,60\n')).stderr, /as in the file/);
    const { stderr } = await importOf(cli, 'id,qty\n1,6\n');
    assert.match(stderr, /^Quantities are now as in the file\. --as delivery adds them /m);
    assert.equal((await cli.ledger()).at(-1)?.reason, null);
  });

  test('of a delivery beyond the maximum is refused with its line', async (t) => {
    const cli = openCliHarness(t);
    await importOf(cli, 'id,qty\n1,9007199254740991\n');
    const { stderr } = await importOf(cli, 'id,qty\n1,1\n', '--as', 'delivery');
    assert.match(stderr, /, line 2: the quantity "1" is too large\n/);
  });

  test('changes the names of pets only when asked, and gives one to pets without', async (t) => {
    const cli = openCliHarness(t);
    await importOf(cli, 'id,qty,name\n1,60,Rex\n2,1,\n');
    const note = 'id,qty,name\n1,6,REX 6/BOX\n2,1,Kiki\n3,1,Koi\n';
    const { stderr } = await importOf(cli, note, '--as', 'delivery');
    assert.match(stderr, /^Left the names of 1 pet as they are\. --update-names changes them /m);
    const names = async () =>
      (await cli.runShared(['export', '--format', 'ndjson'])).stdout.match(/"name":"[^"]*"/g);
    assert.deepEqual(await names(), ['"name":"Rex"', '"name":"Kiki"', '"name":"Koi"']);
    await importOf(cli, note, '--as', 'delivery', '--update-names');
    assert.equal((await names())?.[0], '"name":"REX 6/BOX"');
  });

  test('with PAWSTOCK_URL set is refused unless the store is named, and names it then', async (t) => {
    const cli = openCliHarness(t);
    const args = ['import', fileIn(cli, 'id,qty\n1,6\n')];
    const url = { PAWSTOCK_URL: 'https://shop.example/v1' };
    const refused = await cli.runShared(args, { env: { ...url, DATABASE_URL: '' } });
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /^pawstock: PAWSTOCK_URL names the service at https:\/\/shop\.example/,
    );
    const done = await cli.runShared(args, { env: url });
    assert.ok(done.stderr.startsWith(`Importing into ${cli.file}. `), done.stderr);
    assert.equal((await cli.levels()).length, 1);
  });

  test('warns once of pet IDs that other programs round', async (t) => {
    const cli = openCliHarness(t);
    const input = 'id,qty\n9007199254740991,1\n9007199254740993,1\n-9223372036854775808,1\n';
    const { stderr } = await importOf(cli, input);
    assert.equal(
      stderr.match(/^2 pet IDs beyond 9007199254740991, such as 9007199254740993: /gm)?.length,
      1,
    );
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
