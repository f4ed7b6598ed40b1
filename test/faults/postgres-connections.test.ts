import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, copyFileSync, statSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { openStore } from '../../src/app.ts';
import { limits } from '../../src/limits.ts';
import { checkDatabase } from '../../src/settings.ts';
import { startForwarder } from '../support/forwarder.ts';
import { createDatabase } from '../support/postgres-database.ts';
import { createPostgresServer } from '../support/postgres-server.ts';
import { openShop } from '../support/process.ts';
import { addPets } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const noOpenssl = spawnSync('openssl', ['version']).status === 0 ? false : 'openssl is not installed';

test('sslmode is honoured: disable, prefer, require, verify-full', { skip: noOpenssl }, async (t) => {
  const folder = temporaryFolder(t);
  const key = join(folder, 'server.key');
  const certificate = join(folder, 'server.crt');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    certificate,
    ...subject,
  ]);
  const server = await createPostgresServer(['-c', 'ssl=on']);
  t.after(server.remove);
  for (const file of [key, certificate]) {
    const target = join(server.data, file.slice(folder.length + 1));
    copyFileSync(file, target);
    const { uid, gid } = statSync(server.data);
    chownSync(target, uid, gid);
  }
  await server.start();
  const url = server.url.replace('127.0.0.1', 'localhost');
  const encrypted = async (parameters: string) => {
    const store = await openStore(checkDatabase(`${url}?${parameters}`));
    const sql = postgres(server.url, { max: 1 });
    const ours = async () => {
      const [row] = await sql`
        select count(*)::int as count, bool_and(ssl) as ssl
        from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'pawstock'`;
      return { count: Number(row?.['count']), ssl: row?.['ssl'] as boolean | null };
    };
    const { ssl } = await ours();
    await store.close();
    // The server takes a moment to notice that a connection has ended.
    await until(async () => (await ours()).count === 0);
    await sql.end();
    return ssl;
  };
  assert.equal(await encrypted('sslmode=disable'), false);
  assert.equal(await encrypted('sslmode=prefer'), true);
  assert.equal(await encrypted('sslmode=require'), true);
  assert.equal(await encrypted(`sslmode=verify-full&sslrootcert=${certificate}`), true);
  await assert.rejects(encrypted('sslmode=verify-full'), { code: 'store_unavailable' }, 'nobody known signed it');
  const byNumber = checkDatabase(`${server.url}?sslmode=verify-full&sslrootcert=${certificate}`);
  await assert.rejects(openStore(byNumber), { code: 'store_unavailable' }, 'it is for another host');
  assert.throws(() => checkDatabase(`${url}?sslmode=perhaps`), /sslmode/);
});

const setPet1 = {
  commands: [{ kind: 'set', petId: 1n, quantity: 5, expected: null, reason: null, note: null }],
  key: 'k',
  requestId: 'r',
  requireVersion: false,
  batch: false,
  idempotency: null,
} as const;

/** Before the first deadline: what comes later has come by that. On a quiet machine it is a fraction of a second. */
const soonMs = limits.postgresDeadlineMs - 1_000;

/** A store behind an address of its own, with one pet. */
async function openForwarded(t: TestContext, unserved: 'end' | 'reset') {
  const database = await createDatabase();
  const forwarder = await startForwarder(unserved);
  const url = new URL(database.url);
  const serverPort = Number(url.port);
  url.port = String(forwarder.port);
  forwarder.pointTo(serverPort);
  const store = await openStore(checkDatabase(url.href));
  t.after(async () => {
    await store.close();
    await forwarder.close();
    await database.drop();
  });
  await addPets(store, [{ petId: 1n, quantity: 1 }]);
  return { store, forwarder, serverPort };
}

for (const unserved of ['reset', 'end'] as const) {
  test(`a server behind which nothing was for a while (${unserved}) is written to as soon as it is back`, async (t) => {
    const { store, forwarder, serverPort } = await openForwarded(t, unserved);
    for (let round = 0; round < 3; round++) {
      forwarder.pointTo(undefined);
      const writing = store.commit([setPet1], Date.now());
      await delay(150 + round * 200);
      forwarder.pointTo(serverPort);
      const startedMs = Date.now();
      assert.equal((await writing)[0]?.result, 'applied');
      assert.ok(Date.now() - startedMs < soonMs, `round ${round}: ${Date.now() - startedMs} ms after it was back`);
    }
  });
}

for (const table of ['items', 'entries'] as const) {
  test(`a connection that is lost between two pages of ${table} is a store that is unavailable`, async (t) => {
    const { store, forwarder, serverPort } = await openForwarded(t, 'reset');
    const pets = 10_000;
    await addPets(
      store,
      Array.from({ length: pets - 1 }, (_, index) => ({ petId: BigInt(index + 2), quantity: 1 })),
    );
    const all = async (afterPage: () => Promise<void>) =>
      store.readAll(async (contents) => {
        let rows = 0;
        for await (const page of contents[table]()) {
          rows += page.length;
          await afterPage();
        }
        return rows;
      });
    const lose = async () => {
      forwarder.pointTo(undefined);
      await delay(200);
    };
    await assert.rejects(all(lose), { code: 'store_unavailable' });
    forwarder.pointTo(serverPort);
    assert.equal(await all(async () => undefined), pets);
  });
}

test('a proxy without a server, which closes what connects in good order, is told from a slow server', async (t) => {
  const { store, forwarder } = await openForwarded(t, 'end');
  forwarder.pointTo(undefined);
  const before = forwarder.accepted();
  const startedMs = Date.now();
  await assert.rejects(async () => store.head(), { code: 'store_unavailable' });
  await assert.rejects(async () => store.head(), { code: 'store_unavailable' });
  assert.ok(Date.now() - startedMs < soonMs, `${Date.now() - startedMs} ms`);
  assert.ok(forwarder.accepted() - before < 20, `${forwarder.accepted() - before} connections`);
});

test('a server that takes no more connections, and one that is slow, is a store that is unavailable for now', async (t) => {
  const server = await createPostgresServer(['-c', 'max_connections=12']);
  t.after(server.remove);
  await server.start();
  const address = checkDatabase(server.url);
  const store = await openStore(address);
  await addPets(store, [{ petId: 1n, quantity: 1 }]);

  const gate = postgres(server.url, { max: 1 });
  await gate`select pg_advisory_lock(1)`;
  const crowd = postgres(server.url, { max: 20 });
  const waiting = Array.from({ length: 20 }, () => crowd`select pg_advisory_lock_shared(1)`);
  // Whoever is refused first knows that all places are taken.
  await assert.rejects(Promise.race(waiting), { code: '53300' });
  await assert.rejects(openStore(address), { code: 'store_unavailable' });
  await gate`select pg_advisory_unlock(1)`;
  await Promise.allSettled(waiting);
  await Promise.all([gate.end(), crowd.end()]);

  const holder = postgres(server.url, { max: 1 });
  await holder.begin(async (sql) => {
    await sql`select * from head for update`;
    await assert.rejects(
      store.commit([setPet1], Date.now()),
      { code: 'store_unavailable' },
      'the lock is not to be had',
    );
    assert.equal((await store.head()).seq, 1, 'reads do not wait for it');
  });
  await holder.end();
  assert.equal((await store.commit([setPet1], Date.now()))[0]?.result, 'applied');
  assert.equal((await store.head()).seq, 2);
  await store.close();
});

test('a connection that is lost as soon as it was made ends no service: the next one is taken', async (t) => {
  const database = await createDatabase();
  t.after(database.drop);
  const url = new URL(database.url);
  const serverPort = Number(url.port);
  let lost = 0;
  const line = createServer((caller) => {
    const server = connect(serverPort, '127.0.0.1');
    for (const [one, other] of [
      [caller, server],
      [server, caller],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
    server.pipe(caller);
    caller.on('data', (bytes) => {
      // What the driver asks first, before anything that is asked of it.
      if (lost < 3 && bytes.includes('typcategory')) {
        lost++;
        caller.resetAndDestroy();
      } else server.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(line, 'listening');
  t.after(() => line.close());
  url.port = String((line.address() as AddressInfo).port);
  const service = await openShop(t).serve([], { env: { DATABASE_URL: url.href } });
  assert.equal(lost, 3);
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200);
});
