import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { PawstockClient } from '../../client/client.ts';
import { type CliHarness, openCliHarness, openRemoteCli } from '../support/service/cli-harness.ts';

const input = 'petId,quantity,status,name\n1,12,available,Rex\n2,4,sold,\n-5,0,sold,"Tom, ""Tim"" 🐹"\n';

async function told(cli: CliHarness, args: readonly string[], text?: string) {
  const { code, stdout, stderr } = await (text === undefined ? cli.runShared(args) : cli.run(args, { input: text }));
  assert.equal(code, 0, stderr);
  return { stdout, stderr };
}

/** As `import -`, from a file, which takes no process of its own. */
async function importFile(cli: CliHarness, text: string, ...flags: readonly string[]) {
  const file = join(cli.folder, 'pets');
  writeFileSync(file, text);
  return told(cli, ['import', file, ...flags]);
}

describe('details', { concurrency: 3 }, () => {
  test('are imported; a row of which only the name differs has no ledger entry', async (t) => {
    const cli = openCliHarness(t);
    const first = await told(cli, ['import', '-'], input);
    assert.equal(first.stderr, 'Imported 3 pets: 3 added, 0 replaced, details of 2 pets.\n');
    const renamed = 'id,qty,name\n1,12,Rex II\n2,5,Ann\n-5,0,\n';
    const planned = await importFile(cli, renamed, '--dry-run');
    assert.equal(planned.stderr, 'Would import 3 pets: 0 added, 1 replaced, 2 unchanged, details of 2 pets.\n');
    assert.deepEqual(planned.stdout.split('\n'), [
      'PET    QUANTITY  STATUS     NAME',
      '  2  4 → 5 (+1)  sold       Ann',
      '  1          12  available  Rex → Rex II',
      '',
    ]);
    const json = JSON.parse((await importFile(cli, renamed, '--dry-run', '--json')).stdout);
    assert.deepEqual(json, {
      added: 0,
      replaced: 1,
      unchanged: 2,
      details: 2,
      leftOut: 0,
      dryRun: true,
      differences: [
        {
          petId: 2,
          before: { quantity: 4, status: 'sold' },
          after: { quantity: 5, status: 'sold' },
          name: { before: null, after: 'Ann' },
        },
        {
          petId: 1,
          before: { quantity: 12, status: 'available' },
          after: { quantity: 12, status: 'available' },
          name: { before: 'Rex', after: 'Rex II' },
        },
      ],
    });
    assert.equal((await cli.ledger()).length, 3, 'a dry run changes nothing');
    const done = JSON.parse((await importFile(cli, renamed, '--json')).stdout);
    assert.deepEqual(done, { added: 0, replaced: 1, unchanged: 2, details: 2, leftOut: 0, dryRun: false });
    assert.deepEqual(
      (await cli.ledger()).map(({ petId }) => petId),
      [1n, 2n, -5n, 2n],
    );
    assert.equal(
      (await told(cli, ['export'])).stdout,
      'petId,quantity,status,name\n-5,0,sold,"Tom, ""Tim"" 🐹"\n1,12,available,Rex II\n2,5,sold,Ann\n',
    );
  });

  test('that are too long or hold a control character are refused with their line', async (t) => {
    const cli = openCliHarness(t);
    const bad = `id,qty,name\n1,1,${'x'.repeat(201)}\n2,1,a\u0007b\n3,1,fine\n`;
    const { code, stderr } = await cli.run(['import', '-'], { input: bad });
    assert.equal(code, 1);
    assert.equal(stderr.match(/line \d: name must be text of 1 to 200 characters/g)?.length, 2, stderr);
  });

  test('of all kinds are imported and exported in every format, and importing an export changes nothing', async (t) => {
    const cli = openCliHarness(t);
    const csv =
      'petId,quantity,status,name,barcode,lowAt\n1,12,available,Rex,0012345678905,3\n2,4,sold,,=1+1,\n3,0,sold,,,9007199254740991\n4,1,sold,,,\n';
    const first = await importFile(cli, csv);
    assert.equal(first.stderr, 'Imported 4 pets: 4 added, 0 replaced, details of 3 pets.\n');
    const ndjson = [
      '{"petId":1,"quantity":12,"status":"available","name":"Rex","barcode":"0012345678905","lowAt":3}',
      '{"petId":2,"quantity":4,"status":"sold","barcode":"=1+1"}',
      '{"petId":3,"quantity":0,"status":"sold","lowAt":9007199254740991}',
      '{"petId":4,"quantity":1,"status":"sold"}',
    ];
    for (const [format, expected] of [
      ['csv', csv.replace('=1+1', "'=1+1")],
      ['json', `[\n${ndjson.join(',\n')}\n]\n`],
      ['ndjson', `${ndjson.join('\n')}\n`],
    ] as const) {
      const { stdout } = await told(cli, ['export', '--format', format]);
      assert.equal(stdout, expected);
      const again = JSON.parse((await importFile(cli, stdout, '--json')).stdout);
      assert.deepEqual(again, { added: 0, replaced: 0, unchanged: 4, details: 0, leftOut: 0, dryRun: false });
      const other = openCliHarness(t);
      await importFile(other, stdout);
      assert.equal((await told(other, ['export', '--format', format])).stdout, expected);
    }
  });

  test('with a barcode that another pet has are refused with the line; pets of a file may exchange theirs', async (t) => {
    const cli = openCliHarness(t);
    await importFile(cli, 'id,qty,Barcode\n1,1,A\n2,1,B\n3,1,C\n');
    const taken = join(cli.folder, 'taken.csv');
    writeFileSync(taken, 'id,qty,Barcode,Low stock\n4,9,C,\n2,1,A,\n1,1,B,2\n5,9,,7\n');
    const refused = await cli.runShared(['import', taken]);
    assert.equal(refused.code, 1);
    assert.deepEqual(refused.stderr.split('\n').slice(0, 2), [
      `pawstock: ${taken}, line 2: pet 3 has the barcode "C" already`,
      'pawstock: Correct the file, or leave these rows out with --skip-bad-rows.',
    ]);
    assert.equal((await cli.ledger()).length, 3);
    assert.equal((await cli.runShared(['import', taken, '--dry-run'])).code, 1);
    const planned = await told(cli, ['import', taken, '--dry-run', '--skip-bad-rows']);
    assert.deepEqual(planned.stdout.split('\n'), [
      'PET    QUANTITY  STATUS     BARCODE  LOW LEVEL',
      '  2           1  available  B → A',
      '  1           1  available  A → B    2',
      '  5  - → 9 (+9)  available           7',
      '',
    ]);
    const done = await told(cli, ['import', taken, '--skip-bad-rows', '--json']);
    assert.deepEqual(JSON.parse(done.stdout), {
      ...{ added: 1, replaced: 0, unchanged: 2, details: 3, leftOut: 1, dryRun: false },
    });
    assert.equal((await cli.ledger()).length, 4, 'other details alone are no change of the stock');
    assert.equal(
      (await told(cli, ['export'])).stdout,
      'petId,quantity,status,barcode,lowAt\n1,1,available,B,2\n2,1,available,A,\n3,1,available,C,\n5,9,available,,7\n',
    );
  });

  test('survive backup and restore, and verify finds some without a pet', async (t) => {
    const cli = openCliHarness(t);
    await importFile(cli, input);
    const before = (await told(cli, ['export'])).stdout;
    const backup = `${cli.folder}/backup.db`;
    await told(cli, ['backup', backup]);
    await importFile(cli, 'id,qty,name\n1,1,Other\n');
    await told(cli, ['restore', backup]);
    assert.equal((await told(cli, ['export'])).stdout, before);
    const { DatabaseSync } = await import('node:sqlite');
    const db = new DatabaseSync(cli.file);
    db.exec("insert into pet_details (pet_id, name, revision) values (99, 'Ghost', 2)");
    db.close();
    const { code, stderr } = await cli.runShared(['verify']);
    assert.equal(code, 1);
    assert.match(stderr, /^pawstock: Pet 99: it has details, and there is no such item\.$/m);
  });

  test('are shown by list, get, history and watch, which find a pet by its barcode, petId or name', async (t) => {
    const pets = [-(2n ** 63n), -5n, 1n, 2n ** 63n - 1n].map((petId) => ({ petId, quantity: 3 }));
    const { cli, env, pawstock, pawstockShared, onTerminal, launchOnTerminal } = await openRemoteCli(t, pets);
    const admin = new PawstockClient({ url: env.PAWSTOCK_URL, key: await cli.createKey() });
    assert.equal((await pawstockShared('get -5')).stdout, '-5\t3\tavailable\t2\n');
    const evil = 'a\u202Eb 猫';
    await admin.updateDetails(-(2n ** 63n), { name: 'First' });
    await admin.updateDetails(-5n, { name: evil });
    await admin.updateDetails(2n ** 63n - 1n, { name: 'Last' });
    assert.deepEqual((await pawstock('list')).stdout.split('\n'), [
      '-9223372036854775808\t3\tavailable\tFirst',
      '-5\t3\tavailable\ta b 猫',
      '1\t3\tavailable\t',
      '9223372036854775807\t3\tavailable\tLast',
      '',
    ]);
    assert.deepEqual((await onTerminal('list', 80)).stdout.split('\r\n').slice(0, 3), [
      '                 PET  QUANTITY  STATUS     NAME',
      '-9223372036854775808         3  available  First',
      '                  -5         3  available  a b 猫',
    ]);
    const json = (await pawstockShared('list --json')).stdout.split('\n');
    assert.equal(json[2], `{"petId":-5,"quantity":3,"status":"available","name":"${evil}"},`);
    assert.equal(json[3], '{"petId":1,"quantity":3,"status":"available"},');
    const gets: [line: string, stdout: string][] = [
      ['get -9223372036854775808', '-9223372036854775808\t3\tavailable\t1\tFirst\n'],
      ['get 1', '1\t3\tavailable\t3\n'],
      ['get 1 --json', '{"petId":1,"quantity":3,"status":"available","version":3}\n'],
      [
        'get 9223372036854775807 --json',
        '{"petId":9223372036854775807,"quantity":3,"status":"available","version":4,"name":"Last"}\n',
      ],
    ];
    await admin.updateDetails(1n, { barcode: '-5' });
    await admin.updateDetails(-5n, { barcode: 'B' });
    gets.push(
      ['get -5', '1\t3\tavailable\t3\n'],
      ['get B', '-5\t3\tavailable\t2\ta b 猫\n'],
      ['get last', '9223372036854775807\t3\tavailable\t4\tLast\n'],
    );
    for (const [line, stdout] of gets) assert.equal((await pawstockShared(line)).stdout, stdout);
    assert.match((await pawstockShared('get nobody')).stderr, /No pet has the barcode, petId or name "nobody"/);
    await admin.updateDetails(1n, { barcode: null });
    assert.equal((await onTerminal('get -5', 80)).stdout, 'Pet -5 (a b 猫): 3, available, version 2\r\n');
    assert.match((await onTerminal('history -5', 80)).stdout, /^Pet -5 \(a b 猫\)\r\nVERSION /);
    assert.match((await onTerminal('history 1', 80)).stdout, /^VERSION /);

    const watching = launchOnTerminal('watch --after 3', 120);
    await watching.until('stdout', /Last/);
    await admin.updateDetails(1n, { name: 'New' });
    await admin.updateInventory(1n, { quantity: 7 });
    await watching.until('stdout', /3 → 7/);
    assert.match(watching.output.stdout, /SEQ +UTC +PET +NAME +CHANGE/);
    assert.match(watching.output.stdout, / 9223372036854775807 {2}Last +- → 3 /);
    assert.match(watching.output.stdout, / 1 {2}New +3 → 7 /);
  });
});
