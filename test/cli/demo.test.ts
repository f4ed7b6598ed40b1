import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { PawstockClient } from '../../client/client.ts';
import { reasons } from '../../src/domain/ledger-entry.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';

const keyIn = ({ stdout }: ServiceProcess) => /paw_\w+/.exec(stdout)?.[0] ?? '';

/** What a demo holds, which `pawstock verify` must find right. */
async function contentsOf(cli: CliHarness, server: ServiceProcess, mount: string) {
  const client = new PawstockClient({ url: server.url + mount, key: keyIn(server) });
  assert.equal((await client.listBackups()).folder, null, 'sample pets are not backed up');
  const { items } = await client.listInventory();
  const details = await client.listDetails();
  const { entries } = await client.listInventoryHistory({ limit: 1000 });
  const [folder = '', ...others] = readdirSync(cli.temporary);
  assert.deepEqual(others, []);
  const database = `sqlite:${cli.temporary}/${folder}/pawstock.db`;
  assert.equal((await cli.runShared(['verify', '--database', database])).code, 0);
  return { items, details, entries };
}

test('pawstock serve --demo', async (t) => {
  const cli = openCliHarness(t);
  const demo = await cli.serve(['--demo'], { env: { BACKUP_FOLDER: cli.folder } });
  const contents = await contentsOf(cli, demo, '/v1');

  await t.test('prints an address and two curl lines that work as they stand', async () => {
    const [, page = '', key = ''] = /^ {2}Dashboard +(\S+)#key=(\S+)$/m.exec(demo.stdout) ?? [];
    assert.equal(page, `${demo.url}/`);
    assert.equal(await demo.statusFor(key), 200);

    const [list = '', update = '', ...others] = demo.stdout
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith('curl '));
    assert.deepEqual(others, []);

    const listed = await cli.shell(`${list} --silent --show-error`);
    assert.equal(listed.code, 0, listed.stderr);
    const items = JSON.parse(listed.stdout) as { petId: number; quantity: number; status: string }[];
    assert.ok(items.length >= 20 && items.length <= 30, `${items.length} pets`);
    assert.deepEqual([...new Set(items.map(({ status }) => status))].sort(), ['available', 'pending', 'sold']);

    const updated = await cli.shell(`${update} --silent --show-error`);
    assert.equal(updated.code, 0, updated.stderr);
    const item = JSON.parse(updated.stdout) as (typeof items)[number];
    const before = items.find(({ petId }) => petId === item.petId);
    assert.deepEqual(item, { ...before, quantity: 15 });
    assert.notEqual(before?.quantity, 15, 'the update that we suggest changes nothing');
  });

  await t.test('leaves nothing behind after Ctrl-C', async () => {
    const { code } = await demo.signal('SIGINT');
    assert.equal(code, 0);
    assert.deepEqual(readdirSync(cli.temporary), [], 'the throw-away store is still there');
  });

  await t.test('has details and two months of history', () => {
    const { items, details, entries } = contents;
    assert.equal(details.length, items.length);
    assert.ok(entries.length > 400, `${entries.length} changes`);
    assert.deepEqual(
      new Set(entries.map(({ reason }) => reason)),
      new Set([null, ...reasons.filter((one) => one !== 'adjustment')]),
    );
    const ages = entries.map(({ at }) => Date.now() - at.getTime());
    assert.ok(
      ages.every((age, index) => age >= (ages[index - 1] ?? 0)),
      'in the order of time, and none from the future',
    );
    const day = 86_400_000;
    assert.ok((ages[0] ?? 0) < day && (ages.at(-1) ?? 0) > 60 * day && (ages.at(-1) ?? 0) < 63 * day);
  });

  const again = await cli.serve(['--demo', '--base-url', 'https://shop.example/api/v1']);

  await t.test('has the same contents under another base address, and a new key', async () => {
    const withoutTimes = ({ entries, ...rest }: typeof contents) => [
      rest,
      entries.map((entry) => ({ ...entry, at: '' })),
    ];
    assert.deepEqual(withoutTimes(await contentsOf(cli, again, '/api/v1')), withoutTimes(contents));
    assert.notEqual(keyIn(again), keyIn(demo));
    assert.match(again.stdout, /^ {2}curl .*\/api\/v1\/inventory$/m);
  });

  await t.test('leaves nothing behind when its terminal is closed', async () => {
    await again.signal('SIGHUP');
    assert.deepEqual(readdirSync(cli.temporary), []);
  });

  await t.test('that cannot start leaves nothing behind either', async () => {
    const taken = createServer();
    t.after(() => taken.close());
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const port = String((taken.address() as AddressInfo).port);
    const { code, stdout, stderr } = await cli.run(['serve', '--demo', '--port', port]);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, /^pawstock: PORT \d+ is in use [^\n]*\n$/);
    assert.deepEqual(readdirSync(cli.temporary), []);
  });

  await t.test('does not touch the store in DATABASE_URL', () => assert.equal(existsSync(cli.file), false));
});
