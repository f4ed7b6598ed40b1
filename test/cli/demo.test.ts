import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { PawstockClient } from '../../client/client.ts';
import { reasons } from '../../src/domain/ledger-entry.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';

describe('pawstock serve --demo', () => {
  test('prints an address and two curl lines that work as they stand; Ctrl-C leaves nothing behind', async (t) => {
    const cli = openCliHarness(t);
    const server = await cli.serve(['--demo']);
    assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal((await fetch(`${server.url}/docs`)).status, 200);

    const [, page = '', key = ''] = /^ {2}Dashboard +(\S+)#key=(\S+)$/m.exec(server.stdout) ?? [];
    assert.equal(page, `${server.url}/`);
    assert.equal(await server.statusFor(key), 200);

    const [list = '', update = '', ...others] = server.stdout
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

    assert.equal(readdirSync(cli.temporary).length, 1);
    const { code } = await server.signal('SIGINT');
    assert.equal(code, 0);
    assert.deepEqual(readdirSync(cli.temporary), [], 'the throw-away store is still there');
  });

  test('has names and two months of history, the same each time', async (t) => {
    const cli = openCliHarness(t);
    const read = async () => {
      const server = await cli.serve(['--demo']);
      const key = /paw_\w+/.exec(server.stdout)?.[0] ?? '';
      const client = new PawstockClient({ url: `${server.url}/v1`, key });
      const { items } = await client.listInventory();
      const { names } = await client.listNames();
      const { entries } = await client.listInventoryHistory({ limit: 1000 });
      const [file = ''] = readdirSync(cli.temporary);
      const database = `sqlite:${cli.temporary}/${file}/pawstock.db`;
      assert.equal((await cli.run(['verify', '--database', database])).code, 0);
      await server.signal('SIGTERM');
      return { items, names, entries };
    };
    const [first, second] = [await read(), await read()];
    assert.deepEqual(
      first.names.map(({ petId }) => petId),
      first.items.map(({ petId }) => petId),
      'every pet has a name',
    );
    const withoutTimes = ({ entries, ...rest }: typeof first) => [rest, entries.map((entry) => ({ ...entry, at: '' }))];
    assert.deepEqual(withoutTimes(second), withoutTimes(first));
    assert.ok(first.entries.length > 400, `${first.entries.length} changes`);
    assert.deepEqual(
      new Set(first.entries.map(({ reason }) => reason)),
      new Set([null, ...reasons.filter((one) => one !== 'adjustment')]),
    );
    const ages = first.entries.map(({ at }) => Date.now() - Date.parse(at));
    assert.ok(
      ages.every((age, index) => age >= (ages[index - 1] ?? 0)),
      'in the order of time, and none from the future',
    );
    const day = 86_400_000;
    assert.ok((ages[0] ?? 0) < day && (ages.at(-1) ?? 0) > 60 * day && (ages.at(-1) ?? 0) < 63 * day);
  });

  test('has a new key each time, and does not touch the store in DATABASE_URL', async (t) => {
    const cli = openCliHarness(t);
    const keys = await Promise.all(
      [1, 2].map(async () => {
        const server = await cli.serve(['--demo']);
        await server.signal('SIGTERM');
        return /paw_\w+/.exec(server.stdout)?.[0];
      }),
    );
    assert.notEqual(keys[0], keys[1]);
    assert.deepEqual(await cli.levels(), []);
    assert.deepEqual(readdirSync(cli.temporary), []);
  });

  test('that cannot start leaves nothing behind either', async (t) => {
    const cli = openCliHarness(t);
    const taken = createServer();
    t.after(() => taken.close());
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const port = String((taken.address() as AddressInfo).port);
    const { code, stdout, stderr } = await cli.run(['serve', '--demo', '--port', port]);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, /^pawstock: PORT \d+ is in use [^\n]*\n$/);
    assert.deepEqual(readdirSync(cli.temporary), []);
  });

  test('prints curl lines that work under another base address too', async (t) => {
    const cli = openCliHarness(t);
    const server = await cli.serve(['--demo', '--base-url', 'https://shop.example/api/v1']);
    const line = server.stdout.split('\n').find((one) => one.trim().startsWith('curl '));
    assert.match((await cli.shell(`${line} --silent`)).stdout, /^\[\{"petId":1,/);
  });

  test('leaves nothing behind when its terminal is closed', async (t) => {
    const cli = openCliHarness(t);
    const server = await cli.serve(['--demo']);
    await server.signal('SIGHUP');
    assert.deepEqual(readdirSync(cli.temporary), []);
  });
});
