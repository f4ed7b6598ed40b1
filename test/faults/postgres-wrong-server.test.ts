import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStore } from '../../src/engines.ts';
import { Inventory, type Regression } from '../../src/inventory/inventory.ts';
import { limits } from '../../src/limits.ts';
import { systemPlatform } from '../../src/platform.ts';
import { checkDatabase } from '../../src/settings.ts';
import type { Store } from '../../src/store/store.ts';
import { withClient } from '../support/postgres/client.ts';
import { createDatabase } from '../support/postgres/database.ts';
import { startLine } from '../support/postgres/line.ts';
import { createPostgresServer } from '../support/postgres/server.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { createKey, loadItems, stockWithKey } from '../support/service/store-contents.ts';
import { setTo } from '../support/store/write.ts';
import { until } from '../support/until.ts';

/** Starts a primary with synchronous replication, and its standby. */
async function startPair() {
  const primary = await createPostgresServer([
    '-c',
    'synchronous_standby_names=*',
    '-c',
    'synchronous_commit=on',
  ]);
  const { hostname, port, username, password } = new URL(primary.url);
  const source = `host=${hostname} port=${port} user=${username} password=${password}`;
  const standby = await createPostgresServer(['-c', `primary_conninfo=${source}`], primary.data);
  writeFileSync(join(standby.data, 'standby.signal'), '');
  await primary.start();
  // `start` resolves only after the standby's promotion, so `startPair` does not wait for it.
  const promoted = standby.start();
  promoted.catch(() => undefined);
  await withClient(primary.url, async (client) => {
    const isSynchronous = async () =>
      (await client.query("select from pg_stat_replication where sync_state = 'sync'")).rowCount ===
      1;
    await until(isSynchronous);
  });
  return {
    primary,
    standby,
    /** Resolves when the standby accepts writes. */
    promote: async () => {
      await withClient(standby.url, (client) => client.query('select pg_promote()'));
      await promoted;
    },
    remove: async () => {
      // A primary without its standby cannot shut down, so all its processes are killed.
      for (const pid of primary.family()) process.kill(pid, 'SIGKILL');
      await primary.stop();
      await Promise.all([primary.remove(), standby.remove()]);
    },
  };
}

const setPet1 = (quantity: number) => setTo(1n, quantity);

async function prepare(url: string): Promise<string> {
  const store = await openStore(checkDatabase(url));
  const pets = [1, 2].map((quantity) => ({ petId: BigInt(quantity), quantity }));
  return stockWithKey(store, pets).finally(() => store.close());
}

const readiness = async (url: string) => (await fetch(`${url}/readyz`)).status;

/**
 * How many more ledger entries the new primary has, how the instance knows the old one's last, and
 * its next action.
 */
const divergences = [
  {
    title: 'as long as the one that was loaded',
    longerBy: 0,
    knownBy: 'loading',
    first: 'read',
  },
  {
    title: 'longer than the one with a write of the instance',
    longerBy: 3,
    knownBy: 'writing',
    first: 'read',
  },
  {
    title: 'shorter than the one with a write of the instance, which writes at once',
    longerBy: -1,
    knownBy: 'writing',
    first: 'write',
  },
  {
    title: 'as long as the one with a write of the instance after one of another',
    longerBy: 0,
    knownBy: 'writing after another instance',
    first: 'read',
  },
  {
    title: 'as long as the one with a write of the instance, which reconnects during a write',
    longerBy: 0,
    knownBy: 'writing',
    first: 'write during which the instance reconnects',
  },
] as const;

test('an address that leads to a standby and to its primary', async (t) => {
  const pair = await startPair();
  t.after(pair.remove);
  const secret = await prepare(pair.primary.url);
  const line = await startLine(t, pair.primary.url);

  await t.test(
    'an instance is ready again, though nothing cuts its connection to the standby',
    async (own) => {
      const { url, statusFor } = await openCliHarness(own).serve([], {
        env: { DATABASE_URL: line.url },
      });
      line.pointTo(pair.standby.port);

      await until(async () => (await readiness(url)) === 503);

      assert.equal(await statusFor(secret), 503, 'a standby is as good as no server');
      assert.equal((await fetch(`${url}/healthz`)).status, 200);

      line.upstreamPort = pair.primary.port;

      await until(async () => (await readiness(url)) === 200);

      assert.equal(await statusFor(secret), 200);
    },
  );

  await t.test(
    'an old primary that still answers is asked once, and then the new one',
    async (own) => {
      const regressions: Regression[] = [];
      const inventory = new Inventory(() => openStore(checkDatabase(line.url)), {
        limits,
        platform: systemPlatform,
        onRegression: (regression) => regressions.push(regression),
      });
      own.after(() => inventory.close());
      await inventory.load();
      await inventory.ensureFresh();
      const { seq } = inventory.snapshot;
      await pair.promote();
      line.upstreamPort = pair.standby.port;

      // The connection for writes breaks and moves to the new primary. The connection for reads
      // stays with the old one.
      await withClient(pair.primary.url, (client) =>
        client.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'pawstock' and query not like '%pg_is_in_recovery%'`),
      );

      assert.equal((await inventory.queue.add(setPet1(3))).result, 'applied');
      assert.equal(inventory.snapshot.seq, seq + 1);

      const loaded = inventory.snapshot;

      await inventory.ensureFresh();

      assert.equal(inventory.snapshot, loaded, 'nothing was read anew');
      assert.equal(inventory.snapshot.get(1n)?.quantity, 3);
      assert.deepEqual(
        regressions.map(({ known, found, action }) => [known.seq, found.seq, action]),
        [[seq + 1, seq, 'reconnect']],
      );

      await inventory.ensureFresh();

      assert.equal(regressions.length, 1);
    },
  );

  // From here on, the old primary and the promoted standby both accept writes, independently of
  // each other.
  const alone = `${pair.primary.url}?synchronous_commit=local`;
  const local = await startLine(t, alone);
  const old = await openStore(checkDatabase(alone));
  t.after(() => old.close());
  const promoted = await openStore(checkDatabase(pair.standby.url));
  t.after(() => promoted.close());

  for (const { title, longerBy, knownBy, first } of divergences) {
    await t.test(`another ledger is loaded whole, once: it is ${title}`, async (own) => {
      const seqOf = async (store: Store) => (await store.head()).seq;
      local.pointTo(pair.primary.port);
      while ((await seqOf(old)) <= (await seqOf(promoted)) - longerBy)
        await old.commit([setPet1(1)]);
      const actions: string[] = [];
      const inventory = new Inventory(() => openStore(checkDatabase(local.url)), {
        limits,
        platform: systemPlatform,
        onRegression: ({ action }) => actions.push(action),
      });
      own.after(() => inventory.close());
      if (knownBy === 'loading') await old.commit([setPet1(50)]);
      await inventory.load();
      if (knownBy === 'writing after another instance') await old.commit([setPet1(40)]);

      if (knownBy !== 'loading') await inventory.queue.add(setPet1(50));

      assert.equal((await loadItems(old)).items[0]?.quantity, 50);

      while ((await seqOf(promoted)) < (await seqOf(old)) + longerBy) {
        await promoted.commit([setTo(2n, 7)]);
      }

      local.pointTo(pair.standby.port);
      if (first === 'write')
        assert.equal((await inventory.queue.add(setTo(2n, 8))).result, 'applied');

      if (first === 'write during which the instance reconnects') {
        await withClient(pair.standby.url, async (client) => {
          await client.query('begin; lock table head in exclusive mode');
          const write = inventory.queue.add(setTo(2n, 8));
          await until(
            async () =>
              (await client.query('select from pg_locks where not granted')).rowCount === 1,
          );
          inventory.store.reconnect?.();
          await client.query('commit');
          assert.equal((await write).result, 'applied');
        });
      }

      // The first query may still use the broken connection and fail, so the test repeats it.
      await until(() =>
        inventory.ensureFresh().then(
          () => true,
          () => false,
        ),
      );

      const found = [1n, 2n].map((petId) => inventory.snapshot.get(petId));
      assert.deepEqual(found, (await loadItems(promoted)).items);
      assert.notEqual(inventory.snapshot.get(1n)?.quantity, 50);
      assert.deepEqual(actions, ['reconnect', 'reload']);

      await inventory.queue.add(setTo(2n, 9));

      await inventory.ensureFresh();

      assert.deepEqual(actions, ['reconnect', 'reload'], 'once is enough');
    });
  }
});

test('a ledger that went back', async (t) => {
  const database = await createDatabase(t);
  const secret = await prepare(database.url);
  const server = await openCliHarness(t).serve([], { env: { DATABASE_URL: database.url } });
  const headers = { authorization: `Bearer ${secret}` };
  const quantity = async () => {
    const answer = await fetch(`${server.url}/v1/inventory/1`, { headers });
    return ((await answer.json()) as { quantity: number }).quantity;
  };
  const store = await openStore(checkDatabase(database.url));
  await store.commit([setPet1(2)]);
  const lost = await createKey(store, { name: 'lost' });

  await store.close();

  assert.equal(await quantity(), 2);
  assert.equal(await server.statusFor(lost), 200);

  await withClient(database.url, (client) =>
    client.query(`
      alter table ledger disable trigger all; delete from ledger where seq = 3;
      update item set quantity = 1, version = 1 where pet_id = 1; update head set seq = 2, actions_revision = 1;
      delete from api_key where name = 'lost'`),
  );

  await t.test('takes back the stock', async () => assert.equal(await quantity(), 1));

  await t.test('takes back the keys', async () => {
    assert.equal(await server.statusFor(lost), 401);
  });

  for (const action of ['reconnect', 'reload']) {
    await t.test(`is counted by its action in the metrics: ${action}`, async () => {
      const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text();

      const series = `pawstock_ledger_regressions_total\\{action="${action}"\\}`;
      assert.match(metrics, new RegExp(`^${series} 1$`, 'm'));
    });
  }

  await t.test('is warned of in the log, for the first look and for the second', async () => {
    await until(() => server.stderr().includes('"action":"reload"'));

    const warnings = server.stderr().match(/"level":40,.*"known":\{"seq":3,.*"found":\{"seq":2,/g);
    assert.equal(warnings?.length, 2);
  });
});

/**
 * Errors with which Pgpool-II reports a missing server, and PostgreSQL too many clients or a wrong
 * password.
 */
const refusals = [
  { severity: 'FATAL', code: 'XX000', message: 'failed to create a backend connection' },
  { severity: 'ERROR', code: 'XX000', message: 'unable to read message kind' },
  { severity: 'FATAL', code: '53300', message: 'sorry, too many clients already' },
  { severity: 'FATAL', code: '28P01', message: 'password authentication failed' },
] as const;

test('a proxy or a server that refuses connections', async (t) => {
  const database = await createDatabase(t);
  const secret = await prepare(database.url);
  const line = await startLine(t, database.url);
  line.refusal = refusals[0];
  const env = { DATABASE_URL: line.url, LOG_LEVEL: 'debug' };
  const server = await openCliHarness(t).serve([], { env, until: 'listening' });

  for (const refusal of refusals) {
    await t.test(`is waited for at the start: ${refusal.message}`, async () => {
      line.refusal = refusal;

      await until(() => server.stderr().includes(refusal.message));

      assert.equal(await readiness(server.url), 503);
    });
  }

  await t.test('is used as soon as it accepts connections', async () => {
    line.refusal = undefined;

    await until(async () => (await readiness(server.url)) === 200);
  });

  const call = async (method: string) => {
    const answer = await fetch(`${server.url}/v1/inventory/1`, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      ...(method === 'PATCH' ? { body: '{"quantity":5}' } : {}),
    });
    const { code } = (await answer.json()) as { code?: string };
    return { status: answer.status, code };
  };
  assert.deepEqual(await call('PATCH'), { status: 200, code: undefined });

  for (const refusal of refusals) {
    await t.test(`is unavailable later: ${refusal.message}`, async () => {
      // The proxy responds to every message with the error `refusal`, and then ends the connection
      // if it is FATAL.
      line.refusal = refusal;

      for (const method of ['GET', 'PATCH', 'GET', 'PATCH'])
        assert.deepEqual(await call(method), { status: 503, code: 'store_unavailable' }, method);
    });

    await t.test(`is used again at once: after ${refusal.message}`, async () => {
      line.refusal = undefined;

      assert.deepEqual(await call('PATCH'), { status: 200, code: undefined });
    });
  }
});
