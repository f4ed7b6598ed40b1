import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { PawstockClient } from '../../client/client.ts';
import { type CliHarness, openCliHarness, openRemoteCli } from '../support/service/cli-harness.ts';

async function importFile(cli: CliHarness, text: string, ...flags: readonly string[]) {
  const file = join(cli.folder, 'pets');
  writeFileSync(file, text);
  return cli.runShared(['import', file, ...flags]);
}

describe('details', { concurrency: 3 }, () => {
  test('are imported, and a dry run shows which would change', async (t) => {
    const cli = openCliHarness(t);
    const first = await importFile(
      cli,
      'petId,quantity,status,name\n1,12,available,Rex\n2,4,sold,\n-5,0,sold,"Tom 🐹"\n',
    );
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
    const { differences } = JSON.parse((await importFile(cli, renamed, '--dry-run', '--json')).stdout);
    const unchanged = { quantity: 12, status: 'available' };
    assert.deepEqual(differences[1], {
      ...{ petId: 1, before: unchanged, after: unchanged },
      name: { before: 'Rex', after: 'Rex II' },
    });
  });

  test('with a barcode that another pet has are refused with the line; pets of a file may exchange theirs', async (t) => {
    const cli = openCliHarness(t);
    await importFile(cli, 'id,qty,Barcode\n1,1,A\n2,1,B\n3,1,C\n');
    const taken = 'id,qty,Barcode,Low stock\n4,9,C,\n2,1,A,\n1,1,B,2\n5,9,,7\n';
    const refused = await importFile(cli, taken);
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /^pawstock: .*, line 2: pet 3 has the barcode "C" already\npawstock: Correct the file, /,
    );
    assert.equal((await cli.ledger()).length, 3);
    const planned = await importFile(cli, taken, '--dry-run', '--skip-bad-rows');
    assert.deepEqual(planned.stdout.split('\n'), [
      'PET    QUANTITY  STATUS     BARCODE  LOW LEVEL',
      '  2           1  available  B → A',
      '  1           1  available  A → B    2',
      '  5  - → 9 (+9)  available           7',
      '',
    ]);
    const done = await importFile(cli, taken, '--skip-bad-rows', '--json');
    assert.deepEqual(JSON.parse(done.stdout), {
      ...{ added: 1, replaced: 0, unchanged: 2, details: 3, leftOut: 1, dryRun: false },
    });
    assert.equal(
      (await cli.runShared(['export'])).stdout,
      'petId,quantity,status,barcode,lowAt\n1,1,available,B,2\n2,1,available,A,\n3,1,available,C,\n5,9,available,,7\n',
    );
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
