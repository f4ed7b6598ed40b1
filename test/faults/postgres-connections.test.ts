import assert from 'node:assert/strict';
import { chownSync, copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { DomainError } from '../../src/domain/errors.ts';
import { openStore } from '../../src/engines.ts';
import { limits } from '../../src/limits.ts';
import { SharedConnection } from '../../src/postgres/connection.ts';
import type { Session } from '../../src/postgres/session.ts';
import { checkDatabase } from '../../src/settings.ts';
import type { PostgresAddress } from '../../src/store/postgres-address.ts';
import { sql } from '../../src/store/tables.ts';
import { inForm } from '../support/long-form.ts';
import { createCertificate } from '../support/network/certificate.ts';
import { withClient } from '../support/postgres/client.ts';
import { createDatabase } from '../support/postgres/database.ts';
import { startLine } from '../support/postgres/line.ts';
import { createPostgresServer } from '../support/postgres/server.ts';
import { addPets, loadItems } from '../support/service/store-contents.ts';
import { addOne, setTo } from '../support/store/write.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { skipWithout } from '../support/tool.ts';
import { until } from '../support/until.ts';

test('a connection with sslmode', {
  skip: skipWithout('openssl', 'version'),
}, async (t) => {
  const folder = temporaryFolder(t);
  const { key, cert: certificate } = createCertificate(folder, { host: 'DNS:localhost' });
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
    return withClient(server.url, async (client) => {
      const ours = async () => {
        const { rows } = await client.query<{ count: number; ssl: boolean | null }>(`
          select count(*)::int as count, bool_and(ssl) as ssl
          from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'pawstock'`);
        return rows[0];
      };
      const encryption = (await ours())?.ssl;
      await store.close();
      // PostgreSQL takes a moment to notice that a connection has ended.
      await until(async () => (await ours())?.count === 0);
      return encryption;
    });
  };
  const rootOf = `sslrootcert=${certificate}`;
  for (const { title, parameters, expected } of [
    { title: 'disable: it is not encrypted', parameters: 'sslmode=disable', expected: false },
    { title: 'prefer: it is encrypted', parameters: 'sslmode=prefer', expected: true },
    { title: 'require: it is encrypted', parameters: 'sslmode=require', expected: true },
    {
      title: 'verify-full: it is encrypted, and the server is the right one',
      parameters: `sslmode=verify-full&${rootOf}`,
      expected: true,
    },
  ]) {
    await t.test(title, async () => {
      assert.equal(await encrypted(parameters), expected);
    });
  }

  await t.test('verify-full: a certificate of an unknown signer is refused', async () => {
    await assert.rejects(encrypted('sslmode=verify-full'), { code: 'store_unavailable' });
  });

  await t.test('verify-full: a certificate for another host is refused', async () => {
    const byNumber = checkDatabase(`${server.url}?sslmode=verify-full&${rootOf}`);

    await assert.rejects(openStore(byNumber), { code: 'store_unavailable' });
  });

  await t.test('another mode is no setting', () => {
    assert.throws(() => checkDatabase(`${url}?sslmode=perhaps`), /sslmode/);
  });

  await t.test('an encrypted connection that is cut is given up', async (own) => {
    const line = await startLine(own, `${server.url}?sslmode=require`);

    const store = await openStore(checkDatabase(line.url));

    assert.equal((await store.head()).seq, 0);
    line.cutAfter(0, 'in');
    await assert.rejects(async () => store.head(), { code: 'store_unavailable' });
    assert.equal((await store.head()).seq, 0);

    await store.close();
  });
});

const setPet1 = setTo(1n, 5);

/** Opens a store with one pet through a proxy of its own. */
async function openForwarded(t: TestContext, unserved: 'end' | 'reset') {
  const database = await createDatabase();
  const line = await startLine(t, database.url);
  line.unserved = unserved;
  const store = await openStore(checkDatabase(line.url));
  t.after(async () => {
    await store.close();
    await database.drop();
  });
  await addPets(store, [{ petId: 1n, quantity: 1 }]);
  return { store, line, serverPort: line.upstreamPort, databaseUrl: database.url };
}

for (const { title, unserved } of [
  { title: 'a server whose proxy resets connections', unserved: 'reset' },
  { title: 'a server whose proxy ends connections', unserved: 'end' },
] as const) {
  test(title, async (t) => {
    const { store, line, serverPort } = await openForwarded(t, unserved);
    line.pointTo(undefined);
    const before = line.accepted;

    await t.test('is unavailable', async () => {
      await assert.rejects(async () => store.head(), { code: 'store_unavailable' });
    });

    await t.test('gets a write that waited, as soon as it is back', async () => {
      const writing = store.commit([setPet1]);
      await until(() => line.accepted > before + 2);
      line.pointTo(serverPort);

      const [outcome] = await writing;

      assert.equal(outcome?.result, 'applied');
    });

    await t.test('is not asked again and again without a pause', () => {
      assert.ok(line.accepted - before < 100, `${line.accepted - before} connections`);
    });
  });
}

test('a store whose lock another process keeps', async (t) => {
  const { store, databaseUrl } = await openForwarded(t, 'reset');

  await withClient(databaseUrl, async (holder) => {
    await holder.query('begin');
    await holder.query('select * from head for update');

    await t.test('is unavailable for a write', async () => {
      await assert.rejects(store.commit([setPet1]), { code: 'store_unavailable' });
    });

    await t.test('is there for a read', async () => {
      assert.equal((await store.head()).seq, 1);
    });
  });

  await t.test('is there for a write when the lock is given up', async () => {
    const [outcome] = await store.commit([setPet1]);

    assert.equal(outcome?.result, 'applied');
  });
});

test('of a write whose connection is lost before the commit is sent, the outcome is known', async (t) => {
  const database = await createDatabase(t);

  const line = await startLine(t, database.url);

  const { engine, ...address } = checkDatabase(line.url);
  assert.equal(engine, 'postgres');

  const connection = new SharedConnection(address as PostgresAddress, limits);
  t.after(() => connection.close());
  const commit = (between: (session: Session) => Promise<void>) =>
    connection.transaction(async (session) => {
      await session.flush();
      await between(session);
    });

  await assert.rejects(
    commit(async (session) => {
      line.cut();
      await assert.rejects(session.run(sql`select 1`));
    }),
    { code: 'store_unavailable' },
  );

  await commit(async () => undefined);
});

/** The test cuts each connection this many bytes later than the one before. */
const cutEvery = inForm({ short: 2_003, long: 17 });

for (const { title, way } of [
  { title: 'a connection that is cut at any byte on its way to the server', way: 'out' },
  { title: 'a connection that is cut at any byte on its way from the server', way: 'in' },
] as const) {
  test(title, async (t) => {
    const database = await createDatabase(t);
    const line = await startLine(t, database.url);
    const direct = await openStore(checkDatabase(database.url));
    t.after(() => direct.close());
    await addPets(direct, [{ petId: 1n, quantity: 0 }]);

    const codes = new Map<string, number>();
    const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
      for (let attempts = 0; attempts < 20; attempts++) {
        try {
          return await work();
        } catch (error) {
          const code = error instanceof DomainError ? error.code : String(error);
          codes.set(code, (codes.get(code) ?? 0) + 1);
        }
      }
      return work();
    };

    const session = async (key: number) => {
      const store = await attempt(() => openStore(checkDatabase(line.url)));
      const idempotency = { caller: 1, key: String(key), fingerprint: 'f' };
      await attempt(() => store.commit([addOne(1n, { idempotency })]));
      const committedAt = line.passedBytes[way];
      await attempt(async () => store.head());
      await attempt(async () => store.history(1n, { before: null, limit: 1 }));
      await attempt(() => loadItems(store));
      await store.close();
      return committedAt;
    };

    line.cutAfter(Number.POSITIVE_INFINITY, way);
    const committedAt = await session(0);
    const bytes = line.passedBytes[way];
    const places = Array.from(
      { length: Math.ceil(bytes / cutEvery) },
      (_, index) => index * cutEvery,
    );
    // The last cut drops the last byte of the commit (`out`) or of the server's reply to the commit
    // (`in`).
    places.push(committedAt - 1);
    let writes = 1;
    for (const at of places) {
      line.cutAfter(at, way);
      await session(writes++);
    }
    const told = JSON.stringify(Object.fromEntries(codes));
    t.diagnostic(`${writes} writes, ${bytes} bytes each: ${told}`);

    await t.test('gives a known error, and no other', () => {
      const known = ['store_unavailable', 'outcome_unknown'];
      const others = [...codes.keys()].filter((code) => !known.includes(code));

      assert.deepEqual(others, []);
      assert.ok(codes.has('store_unavailable'), told);
    });

    if (way === 'in') {
      await t.test('leaves an outcome unknown where the commit got no reply', () => {
        assert.ok(codes.has('outcome_unknown'), told);
      });
    }

    await t.test('lets every write count once', async () => {
      assert.equal((await loadItems(direct)).items[0]?.quantity, writes);
    });
  });
}
