import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
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
