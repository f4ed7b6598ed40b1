import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toImportCommand, type Write } from '../../src/domain/write.ts';
import { openStore } from '../../src/engines.ts';
import { WriteQueue } from '../../src/inventory/write-queue.ts';
import { limits } from '../../src/limits.ts';
import { systemPlatform } from '../../src/platform.ts';
import { SharedConnection } from '../../src/postgres/connection.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { checkDatabase } from '../../src/settings.ts';
import { collect } from '../../src/store/contents.ts';
import { schemaVersion } from '../../src/store/migrations.ts';
import type { StoreContents } from '../../src/store/store.ts';
import { storeContract } from '../store/store-contract.ts';
import { withClient } from '../support/postgres/client.ts';
import { createDatabase, createWholeDatabase } from '../support/postgres/database.ts';
import { startLine } from '../support/postgres/line.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { addPets, levelsIn } from '../support/service/store-contents.ts';
import { createClock } from '../support/store/clock.ts';
import { storeEngines } from '../support/store/engines.ts';
import {
  addOne,
  reservationWrite,
  reserveCommand,
  unsaid,
  writeOf,
} from '../support/store/write.ts';
import { until } from '../support/until.ts';

const [, postgres] = storeEngines;
storeContract(postgres, ['truncate ledger']);

test('eight instances that start at once on an empty database make one store, and import one after the other', async (t) => {
  const database = await createDatabase(t);
  const stores = await Promise.all(
    Array.from({ length: 8 }, () => openStore(checkDatabase(database.url))),
  );
  for (const store of stores) assert.deepEqual((await store.head()).seq, 0);
  const addNext = async ({ items }: StoreContents) => {
    const petId = ((await collect(items())).at(-1)?.petId ?? 0n) + 1n;
    return { commands: [toImportCommand({ petId, quantity: 1, status: null })] };
  };
  await Promise.all(stores.map((store) => store.importItems(addNext, () => undefined)));
  const [first] = stores;
  assert.equal(
    first && (await levelsIn(first)).map(({ petId }) => petId).join(),
    '1,2,3,4,5,6,7,8',
  );
  await Promise.all(stores.map((store) => store.close()));
});

test('instances that start at once on an empty database without a schema of its own make one store', async (t) => {
  for (let round = 0; round < 3; round++) {
    const url = await createWholeDatabase(t);
    const opened = Array.from({ length: 6 }, () => openStore(checkDatabase(url)));
    const stores = await Promise.all(opened);
    const identities = await Promise.all(stores.map((store) => store.identity()));
    assert.equal(new Set(identities.map(({ id }) => id)).size, 1);
    await Promise.all(stores.map((store) => store.close()));
  }
});

test('a database that is not in UTF-8 is refused before anything is made in it', async (t) => {
  const latin = "template template0 encoding 'LATIN1' locale 'C'";
  const url = await createWholeDatabase(t, latin);
  const expected = /has the encoding LATIN1, .*'UTF8'/;
  for (const access of ['write', 'read'] as const)
    await assert.rejects(openStore(checkDatabase(url), { access }), expected);
  const tables = "select from pg_tables where schemaname = 'public'";
  assert.equal((await withClient(url, (client) => client.query(tables))).rowCount, 0);
});

test('a role that owns its schema and nothing else is enough, also while another schema is upgraded', async (t) => {
  const [database, other] = [await createDatabase(), await createDatabase()];
  for (const { drop } of [database, other]) t.after(drop);
  const schema = new URL(database.url).searchParams.get('schema') ?? '';
  const role = `${schema}_role`;
  await postgres.execute(
    database.url,
    `create role ${role} login password 'p'; create schema ${schema} authorization ${role}`,
  );
  t.after(() => postgres.execute(database.url, `drop owned by ${role} cascade; drop role ${role}`));
  const url = new URL(database.url);
  url.username = role;
  url.password = 'p';
  const address = checkDatabase(`${other.url}&lock_timeout=60000`);
  assert.ok(address.engine === 'postgres');
  await openStore(address).then((store) => store.close());
  const connection = new SharedConnection(address, limits);
  t.after(() => connection.close());
  let upgrade: Promise<void> | undefined;
  await withClient(other.url, async (client) => {
    await client.query('begin; lock table item');
    const known = [{ version: schemaVersion + 1, sql: 'alter table item add column shelf text' }];
    upgrade = migrate(connection, address.schema, () => undefined, known);
    const waiting = "select from pg_locks where relation = 'item'::regclass and not granted";
    await until(async () => (await client.query(waiting)).rowCount === 1);
    const store = await openStore(checkDatabase(url.href));
    await addPets(store, [{ petId: 1n, quantity: 1 }]);
    assert.equal((await store.head()).seq, 1);
    await store.close();
  });
  await upgrade;
});

test('each right of the guide that a role lacks is named, by doctor and the readiness check too', async (t) => {
  const database = await createDatabase();
  const schema = new URL(database.url).searchParams.get('schema') ?? '';
  const role = `${schema}_service`;
  await openStore(checkDatabase(database.url)).then((store) => store.close());
  const grants = `create role ${role} login password 'p'; grant usage on schema ${schema} to ${role};
    grant select, insert, update, delete on all tables in schema ${schema} to ${role};
    revoke update, delete on ${schema}.ledger from ${role};
    revoke insert, update, delete on ${schema}.pawstock_schema from ${role}`;
  await postgres.execute(database.url, grants);
  const url = new URL(database.url);
  url.username = role;
  url.password = 'p';
  const cli = openCliHarness(t);
  t.after(async () => {
    await postgres.execute(database.url, `drop owned by ${role} cascade; drop role ${role}`);
    await database.drop();
  });
  const service = await cli.serve([], { env: { DATABASE_URL: url.href } });
  const ready = async () => {
    const response = await fetch(`${service.url}/readyz`);
    return [response.status, await response.text()] as const;
  };
  assert.equal((await ready())[0], 200);
  for (const [right, table] of [
    ['update', 'head'],
    ['update', 'item'],
    ['delete', 'reservation'],
    ['insert', 'ledger'],
    ['select', 'pet_details'],
    ['select', 'latest_time'],
  ]) {
    const missing = `${right} on ${table}`;
    await postgres.execute(database.url, `revoke ${right} on ${schema}.${table} from ${role}`);
    const [status, body] = await ready();
    assert.equal(status, 503, missing);
    assert.match(body, new RegExp(`lacks rights: ${missing}\\. Grant`));
    const doctor = await cli.runShared(['doctor'], { env: { DATABASE_URL: url.href } });
    assert.equal(doctor.code, 1, missing);
    assert.match(doctor.stdout, new RegExp(`^to do +rights +missing: ${missing}\\. Grant`, 'm'));
    await postgres.execute(database.url, `grant ${right} on ${schema}.${table} to ${role}`);
  }
  assert.equal((await ready())[0], 200);
});

test('going through a long ledger takes as long as it takes, whatever a statement or a pause may take', async (t) => {
  const database = await createDatabase(t);
  const writer = await openStore(checkDatabase(database.url));
  await addPets(
    writer,
    Array.from({ length: 20_000 }, (_, petId) => ({ petId: BigInt(petId), quantity: 1 })),
  );
  await writer.close();
  const timeouts = 'statement_timeout=1000&idle_in_transaction_session_timeout=200';
  const store = await openStore(checkDatabase(`${database.url}&${timeouts}`));
  t.after(() => store.close());
  // A session that has read the ledger keeps a lock on it until the end of its transaction.
  const recent = `select from pg_locks join pg_stat_activity using (pid)
    where relation = 'ledger'::regclass and clock_timestamp() - state_change < interval '250 ms'`;
  await withClient(database.url, (client) =>
    store.readAll(async (contents) => {
      let entries = 0;
      for await (const page of contents.entries()) {
        // This pause exceeds the server's limit for idle transactions.
        if (entries === 0) await until(async () => (await client.query(recent)).rowCount === 0);
        entries += page.length;
      }
      assert.equal(entries, 20_000);
    }),
  );
});

test('a sale that waits for its turn until the reservation has expired is refused', async (t) => {
  const database = await createDatabase();
  const clock = await createClock(database.url, Date.now());
  const store = await openStore(checkDatabase(clock.url));
  t.after(async () => {
    for (const part of [store, clock]) await part.close();
    await database.drop();
  });
  await addPets(store, [{ petId: 1n, quantity: 1 }]);
  const reservation = reserveCommand('a', [{ petId: 1n, quantity: 1 }], { expiresInMs: 500 });
  await store.commit([reservationWrite(reservation)]);
  await withClient(database.url, async (client) => {
    // Another instance locks the ledger and keeps the lock for a while.
    await client.query('begin');
    await client.query('select from head for update');
    const selling = store.commit([
      reservationWrite({ kind: 'sell', id: 'a', expected: null, note: null }),
    ]);
    const waiting =
      'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))';
    await until(async () => (await client.query(waiting)).rowCount === 1);
    await clock.set(clock.now() + 500);
    await client.query('commit');
    const [sale] = await selling;
    assert.equal(sale?.result === 'refused' && sale.refusal.code, 'reservation_ended');
  });
});

test('writes are stored though one beside them cannot be, and that one alone fails', async (t) => {
  const database = await createDatabase(t);
  const store = await openStore(checkDatabase(database.url));
  t.after(() => store.close());
  await addPets(store, [{ petId: 1n, quantity: 0 }]);
  const queue = new WriteQueue({
    store: () => store,
    limits,
    platform: systemPlatform,
    onTransaction: () => undefined,
  });
  // PostgreSQL cannot store this character.
  const unstorable = writeOf({ kind: 'adjust', petId: 1n, delta: 1, note: '\0', ...unsaid });
  const writes = Array.from({ length: 40 }, (_, nth) => (nth === 17 ? unstorable : addOne(1n)));
  const settled = await Promise.allSettled(writes.map((write) => queue.add(write)));
  const failed = settled.flatMap(({ status }, nth) => (status === 'rejected' ? [nth] : []));
  assert.deepEqual(failed, [17]);
  assert.deepEqual(await levelsIn(store), [{ petId: 1n, quantity: 39, status: 'available' }]);
});

const keyed = (key: string) => addOne(1n, { idempotency: { caller: 1, key, fingerprint: 'f' } });

test('a batch takes two round trips, and one more to replay a write', async (t) => {
  const database = await createDatabase(t);
  const line = await startLine(t, database.url);
  const store = await openStore(checkDatabase(line.url));
  t.after(() => store.close());
  await addPets(store, [{ petId: 1n, quantity: 0 }]);
  const commit = async (...writes: Write[]) => {
    const before = line.roundTrips;
    const outcomes = await store.commit(writes);
    return [line.roundTrips - before, ...outcomes.map(({ result }) => result)];
  };
  assert.deepEqual(await commit(addOne(1n)), [2, 'applied']);
  assert.deepEqual(await commit(keyed('a'), keyed('b'), addOne(2n)), [
    2,
    'applied',
    'applied',
    'refused',
  ]);
  assert.deepEqual(await commit(keyed('a'), keyed('c')), [3, 'replayed', 'applied']);
});
