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

test('sslmode is honoured: disable, prefer, require, verify-full', {
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
  assert.equal(await encrypted('sslmode=disable'), false);
  assert.equal(await encrypted('sslmode=prefer'), true);
  assert.equal(await encrypted('sslmode=require'), true);
  assert.equal(await encrypted(`sslmode=verify-full&sslrootcert=${certificate}`), true);
  await assert.rejects(
    encrypted('sslmode=verify-full'),
    { code: 'store_unavailable' },
    'its signer is unknown',
  );
  const byNumber = checkDatabase(`${server.url}?sslmode=verify-full&sslrootcert=${certificate}`);
  await assert.rejects(
    openStore(byNumber),
    { code: 'store_unavailable' },
    'it is for another host',
  );
  assert.throws(() => checkDatabase(`${url}?sslmode=perhaps`), /sslmode/);

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

for (const unserved of ['reset', 'end'] as const) {
  test(`a server that a proxy does not reach (${unserved}) is unavailable, and written to as soon as it is back`, async (t) => {
    const { store, line, serverPort } = await openForwarded(t, unserved);
    line.pointTo(undefined);
    const before = line.accepted;
    await assert.rejects(async () => store.head(), { code: 'store_unavailable' });
    const writing = store.commit([setPet1]);
    await until(() => line.accepted > before + 2);
    line.pointTo(serverPort);
    assert.equal((await writing)[0]?.result, 'applied');
    assert.ok(line.accepted - before < 100, `${line.accepted - before} connections`);
  });
}

test('a store whose lock another process keeps is unavailable for now, and reads go on', async (t) => {
  const { store, databaseUrl } = await openForwarded(t, 'reset');
  await withClient(databaseUrl, async (holder) => {
    await holder.query('begin');
    await holder.query('select * from head for update');
    await assert.rejects(store.commit([setPet1]), { code: 'store_unavailable' });
    assert.equal((await store.head()).seq, 1);
  });
  assert.equal((await store.commit([setPet1]))[0]?.result, 'applied');
});

test('a connection lost between the two round trips of a write: the outcome is known, as no commit was sent', async (t) => {
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
  const lose = async (session: Session) => {
    line.cut();
    await assert.rejects(session.run(sql`select 1`));
  };
  await assert.rejects(commit(lose), { code: 'store_unavailable' });
  await commit(async () => undefined);
});

/** The test cuts each connection this many bytes later than the one before. */
const cutEvery = inForm({ short: 2_003, long: 17 });

for (const way of ['out', 'in'] as const) {
  test(`a connection cut at any byte, on its way ${way}: a known error, and every write counts once`, async (t) => {
    const database = await createDatabase(t);
    const line = await startLine(t, database.url);
    const direct = await openStore(checkDatabase(database.url));
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
      const write = addOne(1n, {
        idempotency: { caller: 1, key: String(key), fingerprint: 'f' },
      });
      await attempt(() => store.commit([write]));
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
    let writes = 1;
    const places = Array.from(
      { length: Math.ceil(bytes / cutEvery) },
      (_, index) => index * cutEvery,
    );
    // The last cut drops the last byte of the commit (`out`) or of the server's reply to the commit
    // (`in`).
    for (const at of [...places, committedAt - 1]) {
      line.cutAfter(at, way);
      await session(writes++);
    }
    t.diagnostic(
      `${writes} writes, ${bytes} bytes each: ${JSON.stringify(Object.fromEntries(codes))}`,
    );
    assert.deepEqual(
      [...codes.keys()].filter((code) => !['store_unavailable', 'outcome_unknown'].includes(code)),
      [],
    );
    assert.ok((codes.get('store_unavailable') ?? 0) > 0);
    if (way === 'in')
      assert.ok((codes.get('outcome_unknown') ?? 0) > 0, 'a commit went unanswered');
    assert.equal((await loadItems(direct)).items[0]?.quantity, writes);
    await direct.close();
  });
}
