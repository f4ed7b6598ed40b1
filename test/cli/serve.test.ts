import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import { openShop, type Server, type Shop } from '../support/process.ts';
import { until } from '../support/until.ts';

async function secretFrom(shop: Shop, line: string): Promise<string> {
  const { code, stdout, stderr } = await shop.run(line.split(' '));
  assert.equal(code, 0, stderr);
  return stdout.trimEnd();
}

/** A connection that has had one answer and then says nothing more, as browsers and balancers keep them. */
async function idleConnection(t: TestContext, { port }: Server, request: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => undefined);
  socket.write(`${request}\r\nhost: shop\r\n\r\n`);
  const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
  assert.match(answer, /^HTTP\/1\.1 200 /);
  return socket;
}

function execute({ file }: Shop, sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

async function ended(server: Server, signal: NodeJS.Signals) {
  const startedMs = performance.now();
  const { code, stdout, stderr } = await server.signal(signal);
  return { code, stdout, stderr, tookMs: performance.now() - startedMs };
}

describe('a signal', { concurrency: 3 }, () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal} ends the service with 0 within 10 s, idle connections notwithstanding`, async (t) => {
      const server = await openShop(t).serve();
      const socket = await idleConnection(t, server, 'GET /healthz HTTP/1.1');
      const closed = new Promise((resolve) => socket.once('close', resolve));
      const { code, stdout, stderr, tookMs } = await ended(server, signal);
      assert.deepEqual({ code, stdout }, { code: 0, stdout: '' });
      assert.ok(tookMs < 20_000, `it took ${tookMs} ms`);
      assert.doesNotMatch(stderr, /took too long/);
      for (const line of stderr.trimEnd().split('\n')) assert.equal(typeof JSON.parse(line), 'object');
      await closed;
      await assert.rejects(fetch(server.url));
    });
  }

  test('ends the service although somebody listens to its events', async (t) => {
    const shop = openShop(t);
    const secret = await secretFrom(shop, 'keys create screen --scope read');
    const server = await shop.serve();
    const request = `GET /v1/inventory/events HTTP/1.1\r\nauthorization: Bearer ${secret}`;
    await idleConnection(t, server, request);
    const { code, stderr, tookMs } = await ended(server, 'SIGTERM');
    assert.equal(code, 0);
    assert.ok(tookMs < 20_000, `it took ${tookMs} ms`);
    assert.doesNotMatch(stderr, /took too long/);
  });

  test('that comes twice at once, from a shell and from a parent, is taken for one', async (t) => {
    const server = await openShop(t).serve();
    const end = server.signal('SIGINT');
    await server.signal('SIGINT');
    assert.equal((await end).code, 0);
  });
});

describe('a running service sees what is done beside it on the very next request:', { concurrency: 3 }, () => {
  test('a key that is made, revoked, replaced or expires', async (t) => {
    const shop = openShop(t);
    const server = await shop.serve();
    const first = await secretFrom(shop, 'keys create till --scope read');
    assert.equal(await server.statusFor(first), 200);
    assert.equal((await shop.run(['keys', 'revoke', 'till'])).code, 0);
    assert.equal(await server.statusFor(first), 401);

    const second = await secretFrom(shop, 'keys create till --scope read');
    const third = await secretFrom(shop, 'keys rotate till');
    assert.deepEqual([await server.statusFor(second), await server.statusFor(third)], [401, 200]);

    const fourth = await secretFrom(shop, 'keys rotate till --overlap 1h');
    assert.deepEqual([await server.statusFor(third), await server.statusFor(fourth)], [200, 200]);
    const fifth = await secretFrom(shop, 'keys rotate till --overlap 1s');
    await until(async () => (await server.statusFor(fourth)) === 401);
    assert.equal(await server.statusFor(fifth), 200);
  });

  test('an import, and what the service changes is in the next export', async (t) => {
    const shop = openShop(t);
    const secret = await secretFrom(shop, 'keys create till');
    const headers = { authorization: `Bearer ${secret}` };
    const server = await shop.serve();
    const list = async () => (await fetch(`${server.url}/v1/inventory`, { headers })).text();
    assert.equal(await list(), '[]');
    const input = 'petId,quantity,status\n9223372036854775807,3,pending\n';
    assert.equal((await shop.run(['import', '-'], { input })).code, 0);
    assert.equal(await list(), '[{"petId":9223372036854775807,"quantity":3,"status":"pending"}]');

    const update = { method: 'PATCH', headers, body: new Blob(['{"quantity":4}']) };
    assert.equal((await fetch(`${server.url}/v1/inventory/9223372036854775807`, update)).status, 200);
    assert.equal((await shop.run(['export'])).stdout, 'petId,quantity,status\n9223372036854775807,4,pending\n');
  });
});

describe('the store', { concurrency: 3 }, () => {
  test('can be read by its owner alone, every file of it', async (t) => {
    const shop = openShop(t);
    const folder = join(shop.folder, 'made', 'here');
    await shop.serve(['--database', `sqlite:${join(folder, 'pawstock.db')}`]);
    const modes = readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]);
    assert.deepEqual(modes.sort(), [
      ['pawstock.db', '600'],
      ['pawstock.db-shm', '600'],
      ['pawstock.db-wal', '600'],
    ]);
    assert.equal((statSync(folder).mode & 0o777).toString(8), '700');
  });

  const faults: readonly (readonly [name: string, prepare: (shop: Shop) => Promise<void>, says: RegExp])[] = [
    [
      'of a newer Pawstock',
      async (shop) => {
        await shop.stock([]);
        execute(shop, 'pragma user_version = 999');
      },
      /schema 999,.* up to \d+\. Run the newer Pawstock/,
    ],
    ['of another program', async (shop) => execute(shop, 'create table cats (name)'), /another program/],
    ['that is no database', async (shop) => writeFileSync(shop.file, 'cats and dogs\n'.repeat(100)), /not a database/],
  ];
  for (const [name, prepare, says] of faults) {
    test(`${name} is refused in one clear line, and left as it was`, async (t) => {
      const shop = openShop(t);
      await prepare(shop);
      const before = readFileSync(shop.file);
      for (const command of [['serve', '--port', '0'], ['export']]) {
        const { code, stdout, stderr } = await shop.run(command);
        assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
        assert.match(stderr, /^pawstock: [^\n]+\n$/);
        assert.match(stderr, says);
      }
      assert.deepEqual(readFileSync(shop.file), before);
    });
  }

  test('that cannot be made is a fault, and no crash', async (t) => {
    const shop = openShop(t);
    writeFileSync(shop.file, '');
    const within = `sqlite:${join(shop.file, 'pawstock.db')}`;
    const { code, stdout, stderr } = await shop.run(['serve', '--port', '0', '--database', within]);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, /^pawstock: [^\n]+\n$/);
  });
});

test('a port that is taken is a fault of one line', async (t) => {
  const shop = openShop(t);
  const { port } = await shop.serve();
  const { code, stdout, stderr } = await shop.run(['serve', '--port', String(port)]);
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  assert.match(stderr, new RegExp(`^pawstock: [^\\n]*${port}[^\\n]*\\n$`));
});

test('a store that turns out to be damaged on reading ends the start with 1', async (t) => {
  const shop = openShop(t);
  await shop.stock([]);
  execute(shop, 'drop table item');
  const { code, stderr } = await shop.shell(`timeout 60 "${process.execPath}" bin/pawstock.js serve --port 0`);
  assert.equal(code, 1);
  assert.match(stderr, /no such table: item/);
});
