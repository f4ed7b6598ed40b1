import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
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
  /** A store of four pets, and a file that adds one, changes two and repeats two. */
  async function stockToReplace(t: TestContext) {
    const cli = openCliHarness(t);
    await importOf(
      cli,
      'petId,quantity,status,name\n-5,7,sold,"Tom 🐹"\n1,12,available,Rex\n2,4,sold,\n4,40,sold,\n',
    );
    const input = [
      'id;menge;status;name',
      '-5;8;pending;',
      '1;12;available;Rex II',
      '2;4;sold;',
      '9223372036854775807;0;available;Ann',
      '',
    ];
    return { cli, input: input.join('\n') };
  }

  test('adds pets and replaces others', async (t) => {
    const { cli, input } = await stockToReplace(t);

    const { stdout } = await importOf(cli, input, '--update-names', '--json');

    assert.deepEqual(JSON.parse(stdout), {
      added: 1,
      replaced: 1,
      unchanged: 2,
      details: 2,
      leftOut: 0,
      dryRun: false,
    });
    assert.deepEqual(await cli.levels(), [
      { petId: -5n, quantity: 8, status: 'pending' },
      { petId: 1n, quantity: 12, status: 'available' },
      { petId: 2n, quantity: 4, status: 'sold' },
      { petId: 4n, quantity: 40, status: 'sold' },
      { petId: 9223372036854775807n, quantity: 0, status: 'available' },
    ]);
  });

  test('writes nothing to the ledger for what is unchanged', async (t) => {
    const { cli, input } = await stockToReplace(t);

    await importOf(cli, input, '--update-names');

    const entries = (await cli.ledger()).slice(4);
    assert.deepEqual(
      entries.map((entry) => ({
        petId: entry.petId,
        kind: entry.kind,
        delta: entryDelta(entry),
        status: entry.status,
        key: entry.key,
      })),
      [
        { petId: -5n, kind: 'import', delta: 1, status: 'pending', key: null },
        {
          petId: 9223372036854775807n,
          kind: 'import',
          delta: 0,
          status: 'available',
          key: null,
        },
      ],
    );
  });

  test('as a dry run shows what would change in a table', async (t) => {
    const { cli, input } = await stockToReplace(t);

    const { code, stdout, stderr } = await importOf(cli, input, '--update-names', '--dry-run');

    assert.equal(code, 0);
    const summary = 'Would import 4 pets: 1 added, 1 replaced, 2 unchanged, details of 2 pets.\n';
    assert.ok(stderr.includes(summary), stderr);
    assert.deepEqual(stdout.split('\n'), [
      '                PET  QUANTITY    STATUS          NAME',
      '                 -5  7 → 8 (+1)  sold → pending',
      '                  1  12          available       Rex → Rex II',
      '9223372036854775807  - → 0 (0)   available       Ann',
      '',
    ]);
  });

  test('as a dry run prints what would change as JSON, with every digit', async (t) => {
    const { cli, input } = await stockToReplace(t);
    const flags = ['--update-names', '--dry-run', '--json'];

    const { stdout } = await importOf(cli, input, ...flags);

    const differences = [
      '{"petId":-5,"before":{"quantity":7,"status":"sold"},"after":{"quantity":8,"status":"pending"}}',
      '{"petId":1,"before":{"quantity":12,"status":"available"},"after":{"quantity":12,"status":"available"},"name":{"before":"Rex","after":"Rex II"}}',
      '{"petId":9223372036854775807,"before":null,"after":{"quantity":0,"status":"available"},"name":{"before":null,"after":"Ann"}}',
    ];
    const counts = '"added":1,"replaced":1,"unchanged":2,"details":2,"leftOut":0';
    assert.equal(stdout, `{${counts},"dryRun":true,"differences":[${differences}]}\n`);
  });

  test('as a dry run changes nothing', async (t) => {
    const { cli, input } = await stockToReplace(t);

    await importOf(cli, input, '--update-names', '--dry-run');

    assert.equal((await cli.ledger()).length, 4, 'entries in the ledger');
  });

  test('as a dry run creates no store', async (t) => {
    const cli = openCliHarness(t);

    await importOf(cli, 'id,qty\n1,1\n', '--dry-run');

    assert.equal(existsSync(cli.file), false);
  });

  const fiveHundredPets = () => {
    const rows = Array.from({ length: 500 }, (_, index) => `${index},1\n`);
    return `petId,quantity\n${rows.join('')}`;
  };

  test('as a dry run shows twenty of many changes', async (t) => {
    const cli = openCliHarness(t);

    const { stdout, stderr } = await importOf(cli, fiveHundredPets(), '--dry-run');

    assert.equal(stderr, 'Would import 500 pets: 500 added, 0 replaced.\n');
    assert.match(stdout, /^PET .*\n(?:.*\n){20}… and 480 more\. Use --json to see all\.\n$/);
  });

  test('as a dry run prints all of many changes as JSON', async (t) => {
    const cli = openCliHarness(t);

    const { stdout } = await importOf(cli, fiveHundredPets(), '--dry-run', '--json');

    const { differences } = JSON.parse(stdout) as { differences: unknown[] };
    assert.equal(differences.length, 500);
  });

  test('with a barcode that another pet has is refused', async (t) => {
    const cli = openCliHarness(t);
    await importOf(cli, 'id,qty,Barcode\n3,1,C\n');

    const { code, stderr } = await importOf(cli, 'id,qty,Barcode\n4,9,C\n');

    assert.equal(code, 1);
    assert.match(stderr, /^pawstock: .*, line 2: pet 3 has the barcode "C" already\n/);
    assert.match(stderr, /\npawstock: Correct the file, /);
  });

  test('lets the pets of a file exchange their barcodes', async (t) => {
    const cli = openCliHarness(t);
    await importOf(cli, 'id,qty,Barcode\n1,1,A\n2,1,B\n3,1,C\n');
    const exchanged = 'id,qty,Barcode\n4,9,C\n2,1,A\n1,1,B\n';

    const { stdout } = await importOf(cli, exchanged, '--skip-bad-rows', '--json');

    assert.partialDeepStrictEqual(JSON.parse(stdout), {
      added: 0,
      replaced: 0,
      unchanged: 2,
      details: 2,
      leftOut: 1,
    });
  });

  const codes = 'SKU|Stock|Price\nHAM-1|5 pcs|3\nKOI-2|7|4\nP-0012|1|5\n';
  const matchedByCode = 'Matched rows by barcode, from the column SKU.\nIgnored columns: Price.\n';

  /** A store in which one of these codes is the barcode of pet 12, the one with the highest ID. */
  async function stockWithOneCode(t: TestContext): Promise<CliHarness> {
    const cli = openCliHarness(t);
    await importOf(cli, 'id,qty,Barcode\n-3,1,\n12,1,HAM-1\n');
    return cli;
  }

  test('of codes instead of IDs says how many pets it found by their codes', async (t) => {
    const cli = await stockWithOneCode(t);

    const { stderr } = await importOf(cli, codes, '--as', 'stock');

    const counts = '2 added, 1 replaced, details of 2 pets';
    assert.equal(stderr, `${matchedByCode}Imported 3 pets: ${counts}.\n`);
  });

  test('of codes instead of IDs shows the IDs of new pets in a dry run', async (t) => {
    const cli = await stockWithOneCode(t);

    const { stdout } = await importOf(cli, codes, '--dry-run');

    assert.match(stdout, /^ 13 {2}- → 7 \(\+7\) {2}available {2}KOI-2$/m);
  });

  test('of codes instead of IDs gives new pets the next free IDs', async (t) => {
    const cli = await stockWithOneCode(t);

    await importOf(cli, codes, '--as', 'stock');

    const { stdout } = await cli.runShared(['export']);
    assert.deepEqual(stdout.trimEnd().split('\n'), [
      'petId,quantity,status,barcode',
      '-3,1,available,',
      '12,5,available,HAM-1',
      '13,7,available,KOI-2',
      '14,1,available,P-0012',
    ]);
  });

  test('of codes finds the pets that it added when it is made again', async (t) => {
    const cli = openCliHarness(t);
    await importOf(cli, codes, '--as', 'stock');

    const { stderr } = await importOf(cli, codes, '--as', 'stock');

    const counts = '0 added, 0 replaced, 3 unchanged';
    assert.equal(stderr, `${matchedByCode}Imported 3 pets: ${counts}.\n`);
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

  test('finds a pet by its GTIN, however many zeros lead', async (t) => {
    const cli = openCliHarness(t);
    await importOf(cli, 'id,qty,UPC\n1,5,012345678905\n');

    const { stderr } = await importOf(cli, 'UPC,qty\n12345678905,6\n');

    assert.match(stderr, /^Imported 1 pet: 0 added, 1 replaced\.$/m);
  });

  test('leaves the zeros of the barcode by which it found a pet', async (t) => {
    const cli = openCliHarness(t);
    await importOf(cli, 'id,qty,UPC\n1,5,012345678905\n');
    await importOf(cli, 'UPC,qty\n12345678905,6\n');

    const { stdout } = await cli.runShared(['export']);

    assert.match(stdout, /^1,6,available,012345678905$/m);
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

  test('of codes that are also IDs of pets says in the dry run how to choose IDs', async (t) => {
    const cli = openCliHarness(t);
    await importOf(cli, 'Pet ID,qty\n3,40\n12,1\n');

    const { stderr } = await importOf(cli, 'SKU,qty\n3,7\n12,8\n', '--dry-run');

    assert.match(
      stderr,
      /^2 codes are also the ID of another pet, such as 3\. .* use --column 'petId=SKU'\.$/m,
    );
  });

  test('takes the column of codes for IDs when told so', async (t) => {
    const cli = openCliHarness(t);
    await importOf(cli, 'Pet ID,qty\n3,40\n12,1\n');

    const { stderr } = await importOf(cli, 'SKU,qty\n3,7\n12,8\n', '--column', 'petId=SKU');

    assert.match(stderr, /^Imported 2 pets: 0 added, 2 replaced\.$/m);
  });

  test('takes columns by --column, in any case and with = in their names', async (t) => {
    const cli = openCliHarness(t);
    const input = 'SKU,On=hand,Stock,Status\n7,5,6,pending\n';
    const flags = ['--column', 'petid=sku', '--column', 'quantity=On=hand', '--column', 'status='];

    const { code, stderr } = await importOf(cli, input, '--as', 'stock', ...flags);

    assert.equal(code, 0, stderr);
    const said = 'Ignored columns: Stock, Status.\nImported 1 pet: 1 added, 0 replaced.\n';
    assert.equal(stderr, said);
    assert.deepEqual(await cli.levels(), [{ petId: 7n, quantity: 5, status: 'available' }]);
  });

  test('takes the line of the column names by --header', async (t) => {
    const cli = openCliHarness(t);

    const { code, stderr } = await importOf(cli, 'id,qty\n1,1\nid,qty\n7,6\n', '--header', '3');

    assert.equal(code, 0, stderr);
    assert.deepEqual(await cli.levels(), [{ petId: 7n, quantity: 6, status: 'available' }]);
  });

  test('without a column of statuses leaves the status of a pet', async (t) => {
    const cli = openCliHarness(t);

    await cli.stock([{ petId: 7n, quantity: 1, status: 'sold' }]);

    assert.equal((await importOf(cli, 'id,qty\n7,6\n')).code, 0);
    assert.deepEqual(await cli.levels(), [{ petId: 7n, quantity: 6, status: 'sold' }]);
  });

  const unreadable = 'id,qty,status\n1,5,sold\nHay,5,\n2,"1,200",active\n3,-1,sold\n';
  const faultsOfHay = [
    'line 3: the pet ID must be a whole number, not "Hay"',
    'line 3: the status must be one of available, pending, sold, not ""',
  ];
  const optionsThatHelp = [
    '--thousands',
    ',',
    '--status',
    'Active=available',
    '--negative-as-zero',
    '--skip-bad-rows',
  ];

  /** The lines that a command wrote for people, without the program and the file. */
  function linesOf(cli: CliHarness, { stderr }: CommandResult): string[] {
    const lines = stderr.replaceAll('pawstock: ', '').replaceAll(`${cli.folder}/stock, `, '');
    return lines.trimEnd().split('\n');
  }

  test('of rows that cannot be read says which options would help', async (t) => {
    const cli = openCliHarness(t);

    const refused = await importOf(cli, unreadable, '--skip-bad-rows');

    assert.equal(refused.code, 1);
    assert.deepEqual(linesOf(cli, refused), [
      ...faultsOfHay,
      'line 4: the quantity "1,200" is ambiguous: it could be 1200 or 1.200',
      'line 4: the status must be one of available, pending, sold, not "active"',
      'line 5: the quantity "-1" is below zero',
      "If the column id has article codes, use --column 'barcode=id'.",
      'Use --thousands , if commas separate thousands in this file, or --thousands . if points do.',
      "Say what a status means with --status 'active=available'.",
      'Read quantities below zero as 0 with --negative-as-zero.',
      `Nothing was imported: 5 faults in ${cli.folder}/stock.`,
    ]);
    assert.deepEqual(await cli.levels(), []);
  });

  test('with these options leaves out only the rows that remain', async (t) => {
    const cli = openCliHarness(t);

    const done = await importOf(cli, unreadable, ...optionsThatHelp);

    assert.equal(done.code, 0);
    assert.deepEqual(linesOf(cli, done), [
      ...faultsOfHay,
      'Left out 1 row.',
      'Imported 3 pets: 3 added, 0 replaced.',
    ]);
    assert.deepEqual(await cli.levels(), [
      { petId: 1n, quantity: 5, status: 'sold' },
      { petId: 2n, quantity: 1200, status: 'available' },
      { petId: 3n, quantity: 0, status: 'sold' },
    ]);
  });

  test('names the first twenty of very many faults beside their number', async (t) => {
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

  test('says how to choose a column', async (t) => {
    const cli = openCliHarness(t);

    const { stderr } = await importOf(cli, 'Code,Stock,Qty\n7,5,5\n');

    assert.match(
      stderr,
      /^pawstock: Choose the columns with --column petId=NAME --column quantity=NAME\.$/m,
    );
  });

  const workbook = 'test/fixtures/spreadsheets/good/numbers.xlsx';

  test('says how to choose a sheet', async (t) => {
    const { stderr } = await openCliHarness(t).runShared(['import', workbook, '--dry-run']);

    assert.match(
      stderr,
      /Or choose another sheet with --sheet: Export Summary, Sheet 1 - Table 1\.\n/,
    );
  });

  test('of a sheet that is missing names those there are', async (t) => {
    const cli = openCliHarness(t);

    const { stderr } = await cli.runShared(['import', workbook, '--sheet', 'Stock']);

    const [fault] = stderr.split('\n');
    const sheets = '"Export Summary", "Sheet 1 - Table 1"';
    const expected = `there is no sheet "Stock"; the workbook has ${sheets}`;
    assert.equal(fault, `pawstock: ${workbook}: ${expected}`);
  });

  test('says which sheet was read', async (t) => {
    const cli = openCliHarness(t);
    const input = readFileSync(workbook);

    const { code, stderr } = await cli.run(['import', '-', '--sheet', '2'], { input });

    assert.equal(code, 0, stderr);
    assert.deepEqual(stderr.split('\n').slice(0, 3), [
      'Read the sheet Sheet 1 - Table 1, one of 2.',
      'Not read: the sheet "Export Summary".',
      'Found the names of the columns on line 2.',
    ]);
  });

  test('of an empty array imports nothing', async (t) => {
    const cli = openCliHarness(t);

    const { stderr } = await importOf(cli, '[]');

    assert.equal(stderr, 'Imported 0 pets: 0 added, 0 replaced.\n');
  });

  test('of a table without rows says so, and imports nothing', async (t) => {
    const cli = openCliHarness(t);

    const { stderr } = await importOf(cli, 'petId,quantity,status\n,,\n');

    assert.deepEqual(stderr.split('\n'), [
      `${cli.folder}/stock has a header and no rows.`,
      'Imported 0 pets: 0 added, 0 replaced.',
      '',
    ]);
  });

  test('of a file that cannot be read says why', async (t) => {
    const cli = openCliHarness(t);

    const { code, stderr } = await cli.runShared(['import', cli.folder]);

    assert.equal(code, 1);
    assert.match(stderr, /^pawstock: Cannot read .*: EISDIR: .*\.\n$/);
  });

  const ofMainStreet = ['--location', 'Main Street'];
  for (const { layout, file, flags = [] } of [
    { layout: 'Shopify inventory', file: 'shopify-inventory.csv', flags: ofMainStreet },
    { layout: 'Shopify products', file: 'shopify-products.csv' },
    { layout: 'Square item library', file: 'square-items.csv', flags: ofMainStreet },
    { layout: 'WooCommerce products', file: 'woocommerce-products.csv' },
    { layout: 'Lightspeed X products', file: 'lightspeed-x-products.csv' },
  ]) {
    const args = ['import', `test/fixtures/moving-in/${file}`, ...flags];

    test(`reads an export of ${layout} without a choice of columns`, async (t) => {
      const { code, stderr } = await openCliHarness(t).runShared(args);

      assert.equal(code, 0, stderr);
      assert.ok(stderr.includes(`Read as an export of ${layout}.\n`), stderr);
      assert.match(stderr, /^Imported [34] pets: [34] added, 0 replaced/m);
    });

    test(`reads an export of ${layout} again without a change`, async (t) => {
      const cli = openCliHarness(t);
      await cli.runShared(args);

      const { stderr } = await cli.runShared(args);

      assert.match(stderr, /^Imported (\d) pets: 0 added, 0 replaced, \1 unchanged\.$/m);
    });
  }

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

  const delivery = 'id,qty\n1,6\n2,0\n7,5\n';

  test('as a delivery shows in a dry run what the stock will be', async (t) => {
    const cli = openCliHarness(t);
    await importOf(cli, 'id,qty\n1,60\n2,4\n3,9\n');

    const { stdout } = await importOf(cli, delivery, '--as', 'delivery', '--dry-run');

    assert.match(stdout, /^ +1 {2}60 → 66 \(\+6\)/m);
  });

  test('as a delivery adds to the stock, with the reason arrival', async (t) => {
    const cli = openCliHarness(t);
    await importOf(cli, 'id,qty\n1,60\n2,4\n3,9\n');

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

  test('without --as sets the stock without a reason', async (t) => {
    const cli = openCliHarness(t);
    await importOf(cli, 'id,qty\n1,60\n');

    await importOf(cli, 'id,qty\n1,6\n');

    const latest = (await cli.ledger()).at(-1);
    assert.equal(latest?.after, 6);
    assert.equal(latest.reason, null);
  });

  test('without --as mentions deliveries once a pet was in stock', async (t) => {
    const cli = openCliHarness(t);
    const advice = /^Quantities are now as in the file\. --as delivery adds them /m;

    assert.doesNotMatch((await importOf(cli, 'id,qty\n1,60\n')).stderr, advice);
    assert.match((await importOf(cli, 'id,qty\n1,6\n')).stderr, advice);
  });

  test('of a delivery beyond the maximum is refused with its line', async (t) => {
    const cli = openCliHarness(t);
    await importOf(cli, 'id,qty\n1,9007199254740991\n');

    const { stderr } = await importOf(cli, 'id,qty\n1,1\n', '--as', 'delivery');

    assert.match(stderr, /, line 2: the quantity "1" is too large\n/);
  });

  const deliveryNote = 'id,qty,name\n1,6,REX 6/BOX\n2,1,Kiki\n3,1,Koi\n';

  /** A store of a pet with a name and one without, whose delivery note names both and another. */
  async function stockBeforeDelivery(t: TestContext): Promise<CliHarness> {
    const cli = openCliHarness(t);
    await importOf(cli, 'id,qty,name\n1,60,Rex\n2,1,\n');
    return cli;
  }

  async function namesIn(cli: CliHarness): Promise<string[]> {
    const { stdout } = await cli.runShared(['export', '--json']);
    return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
  }

  test('leaves the names of pets', async (t) => {
    const cli = await stockBeforeDelivery(t);

    const { stderr } = await importOf(cli, deliveryNote, '--as', 'delivery');

    assert.match(stderr, /^Left the names of 1 pet as they are\. --update-names changes them /m);
    const [rex] = await namesIn(cli);
    assert.equal(rex, 'Rex');
  });

  test('gives a name to pets without one', async (t) => {
    const cli = await stockBeforeDelivery(t);

    await importOf(cli, deliveryNote, '--as', 'delivery');

    const [, ...withoutNameBefore] = await namesIn(cli);
    assert.deepEqual(withoutNameBefore, ['Kiki', 'Koi']);
  });

  test('changes the names of pets with --update-names', async (t) => {
    const cli = await stockBeforeDelivery(t);

    await importOf(cli, deliveryNote, '--as', 'delivery', '--update-names');

    assert.deepEqual(await namesIn(cli), ['REX 6/BOX', 'Kiki', 'Koi']);
  });

  const aService = { PAWSTOCK_URL: 'https://shop.example/v1' };

  test('with PAWSTOCK_URL set is refused unless the store is named', async (t) => {
    const cli = openCliHarness(t);
    const args = ['import', fileIn(cli, 'id,qty\n1,6\n')];

    const { code, stderr } = await cli.runShared(args, { env: { ...aService, DATABASE_URL: '' } });

    assert.equal(code, 1);
    assert.match(stderr, /^pawstock: PAWSTOCK_URL names the service at https:\/\/shop\.example/);
  });

  test('with PAWSTOCK_URL set says into which store it imports', async (t) => {
    const cli = openCliHarness(t);
    const args = ['import', fileIn(cli, 'id,qty\n1,6\n')];

    const { stderr } = await cli.runShared(args, { env: aService });

    assert.ok(stderr.startsWith(`Importing into ${cli.file}. `), stderr);
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

  test('draws a bar on a terminal until it is done', async (t) => {
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
