import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { reasons } from '@pawstock/shared/ledger-entry.ts';
import { PawstockClient } from 'pawstock-client/client.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';

test('pawstock serve --demo', async (t) => {
  const cli = openCliHarness(t);
  const demo = await cli.serve(['--demo', '--base-url', 'https://shop.example/api/v1'], {
    env: { BACKUP_FOLDER: cli.folder },
  });
  const [, page, key = ''] = /^ {2}Dashboard +(\S+)#key=(\S+)$/m.exec(demo.stdout) ?? [];
  const client = new PawstockClient({ url: `${demo.url}/api/v1`, key });
  const { items } = await client.listInventory();

  await t.test('prints the address of the dashboard', () => {
    assert.equal(page, `${demo.url}/`);
  });

  await t.test('prints two curl lines that work as they stand', async () => {
    const lines = demo.stdout.match(/^ {2}curl .*$/gm) ?? [];

    assert.equal(lines.length, 2);

    const runs = lines.map((line) => cli.shell(`${line} --silent --show-error`));

    const [list, update] = await Promise.all(runs);

    assert.equal(list?.code, 0, `${list?.stderr}`);
    assert.equal(JSON.parse(list?.stdout ?? '').length, items.length);

    assert.equal(update?.code, 0, `${update?.stderr}`);
    assert.equal(update?.stdout, '{"petId":1,"quantity":15,"status":"available"}');
    assert.notEqual(items[0]?.quantity, 15, 'the suggested update changes something');
  });

  await t.test('has some thirty pets of every status, all with details', async () => {
    assert.ok(items.length >= 20 && items.length <= 30, `${items.length} pets`);
    assert.equal(new Set(items.map(({ status }) => status)).size, 3, 'statuses');
    assert.equal((await client.listDetails()).details.length, items.length, 'pets with details');
  });

  await t.test('has two months of history, with changes for every reason', async () => {
    const { entries } = await client.listInventoryHistory({ limit: 1000 });

    assert.ok(entries.length > 400, `${entries.length} changes`);
    const given = new Set(entries.map(({ reason }) => reason));
    assert.deepEqual(given, new Set([null, ...reasons.filter((one) => one !== 'adjustment')]));

    const days = entries.map(({ at }) => (Date.now() - at.getTime()) / 86_400_000);
    assert.deepEqual(
      days,
      days.toSorted((a, b) => a - b),
      'the newest change comes first',
    );
    const newest = days[0] ?? -1;
    const oldest = days.at(-1) ?? 0;

    assert.ok(newest >= 0, `the newest change is ${newest} days old`);
    assert.ok(oldest > 60 && oldest < 63, `the oldest change is ${oldest} days old`);
  });

  await t.test('has a ledger that accounts for the stock', async () => {
    const [folder] = readdirSync(cli.temporary);
    const database = `sqlite:${cli.temporary}/${folder}/pawstock.db`;

    assert.equal((await cli.runShared(['verify', '--database', database])).code, 0);
  });

  await t.test('has the settings of a new shop, and mails nothing', async () => {
    assert.equal((await client.getShop()).lowAt, 5);
    assert.equal((await client.getMail()).configured, false);
  });

  await t.test('makes no backups', async () => {
    assert.equal((await client.listBackups()).folder, null);
  });

  await t.test('leaves nothing behind when its terminal is closed', async () => {
    assert.equal((await demo.signal('SIGHUP')).code, 0);
    assert.deepEqual(readdirSync(cli.temporary), []);
  });

  await t.test('does not touch another store', () => {
    assert.equal(existsSync(cli.file), false);
  });
});
