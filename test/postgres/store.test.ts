import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { toImportCommand, type Write } from '../../src/domain/write.ts';
import { openStore } from '../../src/engines.ts';
import { WriteQueue } from '../../src/inventory/write-queue.ts';
import { limits } from '../../src/limits.ts';
import { systemPlatform } from '../../src/platform.ts';
import { SharedConnection } from '../../src/postgres/connection.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { checkDatabase } from '../../src/settings.ts';
import { collect } from '../../src/store/contents.ts';
import { idempotencyRecordsByKey } from '../../src/store/lookups.ts';
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

test('eight instances that start at once on an empty database', async (t) => {
  const database = await createDatabase(t);
  const addresses = Array.from({ length: 8 }, () => checkDatabase(database.url));
  const stores = await Promise.all(addresses.map((address) => openStore(address)));
  t.after(() => Promise.all(stores.map((store) => store.close())));

  await t.test('make one store', async () => {
    const identities = await Promise.all(stores.map((store) => store.identity()));
    assert.equal(new Set(identities.map(({ id }) => id)).size, 1);
    for (const store of stores) assert.equal((await store.head()).seq, 0);
  });

  await t.test('import one after the other', async () => {
    const addNext = async ({ items }: StoreContents) => {
      const petId = ((await collect(items())).at(-1)?.petId ?? 0n) + 1n;
      return { commands: [toImportCommand({ petId, quantity: 1, status: null })] };
    };

    await Promise.all(stores.map((store) => store.importItems(addNext, () => undefined, 1)));

    for (const store of stores) {
      const petIds = (await levelsIn(store)).map(({ petId }) => petId);
      assert.equal(petIds.join(), '1,2,3,4,5,6,7,8');
    }
  });
});

for (const round of ['first', 'second', 'third']) {
  test(`instances that start at once without a schema make one store, ${round} round`, async (t) => {
    const url = await createWholeDatabase(t);
    const opened = Array.from({ length: 6 }, () => openStore(checkDatabase(url)));
    const stores = await Promise.all(opened);
    const identities = await Promise.all(stores.map((store) => store.identity()));
    await Promise.all(stores.map((store) => store.close()));

    assert.equal(new Set(identities.map(({ id }) => id)).size, 1);
  });
}

test('a database that is not in UTF-8', async (t) => {
  const latin = "template template0 encoding 'LATIN1' locale 'C'";
  const url = await createWholeDatabase(t, latin);

  for (const access of ['write', 'read'] as const) {
    await t.test(`is refused to those who ${access}`, async () => {
      const expected = /has the encoding LATIN1, .*'UTF8'/;
      await assert.rejects(openStore(checkDatabase(url), { access }), expected);
    });
  }

  await t.test('is left without tables', async () => {
    const tables = "select from pg_tables where schemaname = 'public'";
    const { rowCount } = await withClient(url, (client) => client.query(tables));
    assert.equal(rowCount, 0);
  });
});

/** Creates a role that owns a schema and nothing else, and returns its address of a new store. */
async function createOwnerOfSchema(t: TestContext): Promise<string> {
  const database = await createDatabase();
  t.after(database.drop);
  const schema = new URL(database.url).searchParams.get('schema') ?? '';
  const role = `${schema}_role`;
  const statements = `create role ${role} login password 'p';
    create schema ${schema} authorization ${role}`;
  await postgres.execute(database.url, statements);
  t.after(() => postgres.execute(database.url, `drop owned by ${role} cascade; drop role ${role}`));

  const url = new URL(database.url);
  url.username = role;
  url.password = 'p';
  return url.href;
}

test('a role that owns its schema and nothing else is enough', async (t) => {
  const store = await openStore(checkDatabase(await createOwnerOfSchema(t)));
  t.after(() => store.close());

  await addPets(store, [{ petId: 1n, quantity: 1 }]);

  assert.equal((await store.head()).seq, 1);
});

test('a store is opened and written while another schema is upgraded', async (t) => {
  const url = await createOwnerOfSchema(t);
  const other = await createDatabase();
  t.after(other.drop);
  const address = checkDatabase(`${other.url}&lock_timeout=60000`);
  assert.ok(address.engine === 'postgres');
  await openStore(address).then((store) => store.close());
  const connection = new SharedConnection(address, limits);
  t.after(() => connection.close());
  let upgrade: Promise<void> | undefined;

  await withClient(other.url, async (client) => {
    // The upgrade waits for a lock that this session holds.
    await client.query('begin; lock table item');
    const known = [{ version: schemaVersion + 1, sql: 'alter table item add column shelf text' }];
    upgrade = migrate(connection, address.schema, () => undefined, known);
    const waiting = "select from pg_locks where relation = 'item'::regclass and not granted";
    await until(async () => (await client.query(waiting)).rowCount === 1);

    const store = await openStore(checkDatabase(url));
    await addPets(store, [{ petId: 1n, quantity: 1 }]);
    assert.equal((await store.head()).seq, 1);
    await store.close();
  });
  await upgrade;
});

test('a right of the guide that a role lacks', async (t) => {
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
  const readiness = async () => {
    const response = await fetch(`${service.url}/readyz`);
    return { status: response.status, body: await response.text() };
  };
  assert.equal((await readiness()).status, 200, 'the rights of the guide are enough');

  const rights = [
    'update on head',
    'update on item',
    'delete on reservation',
    'insert on ledger',
    'select on pet_details',
    'select on latest_time',
  ];
  for (const right of rights) {
    const [privilege, table] = right.split(' on ');
    const onTable = `${privilege} on ${schema}.${table}`;

    await t.test(`is named by the readiness check and by doctor: ${right}`, async () => {
      await postgres.execute(database.url, `revoke ${onTable} from ${role}`);

      const { status, body } = await readiness();
      assert.equal(status, 503);
      assert.match(body, new RegExp(`lacks rights: ${right}\\. Grant`));

      const doctor = await cli.runShared(['doctor'], { env: { DATABASE_URL: url.href } });
      assert.equal(doctor.code, 1);
      assert.match(doctor.stdout, new RegExp(`^to do +rights +missing: ${right}\\. Grant`, 'm'));

      await postgres.execute(database.url, `grant ${onTable} to ${role}`);
    });
  }

  await t.test('is no longer missed once it is granted', async () => {
    assert.equal((await readiness()).status, 200);
  });
});

test('a long ledger is read in one view even if the reader pauses for longer than a session may', async (t) => {
  const database = await createDatabase(t);
  const writer = await openStore(checkDatabase(database.url));
  await addPets(
    writer,
    Array.from({ length: 20_000 }, (_, petId) => ({ petId: BigInt(petId), quantity: 1 })),
  );
  await writer.close();
  const timeouts = 'statement_timeout=5000&idle_in_transaction_session_timeout=1000';
  const store = await openStore(checkDatabase(`${database.url}&${timeouts}`));
  t.after(() => store.close());
  // A session that has read the ledger keeps a lock on it until the end of its transaction.
  const recent = `select from pg_locks join pg_stat_activity using (pid)
    where relation = 'ledger'::regclass and clock_timestamp() - state_change < interval '1500 ms'`;
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

test('of writes that are stored together, only one that cannot be stored fails', async (t) => {
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

test('a batch', async (t) => {
  const database = await createDatabase(t);
  const line = await startLine(t, database.url);
  const store = await openStore(checkDatabase(line.url));
  t.after(() => store.close());
  await addPets(store, [{ petId: 1n, quantity: 0 }]);
  const commit = async (...writes: Write[]) => {
    const before = line.roundTrips;
    const outcomes = await store.commit(writes);
    return {
      roundTrips: line.roundTrips - before,
      results: outcomes.map(({ result }) => result),
    };
  };

  await t.test('of one write takes two round trips', async () => {
    assert.deepEqual(await commit(addOne(1n)), { roundTrips: 2, results: ['applied'] });
  });

  await t.test('of several writes takes two round trips', async () => {
    const results = ['applied', 'applied', 'refused'];
    const batch = await commit(keyed('a'), keyed('b'), addOne(2n));
    assert.deepEqual(batch, { roundTrips: 2, results });
  });

  await t.test('with a repeated write takes one more', async () => {
    const results = ['replayed', 'applied'];
    const batch = await commit(keyed('a'), keyed('c'));
    assert.deepEqual(batch, { roundTrips: 3, results });
  });
});

test('only the idempotency record of the same API key and the same idempotency key is found', async (t) => {
  const database = await createDatabase(t);
  const store = await openStore(checkDatabase(database.url));
  t.after(() => store.close());
  await addPets(store, [{ petId: 1n, quantity: 0 }]);
  const keys = [1, 2].flatMap((caller) => ['a', 'b'].map((key) => ({ caller, key })));
  await store.commit(keys.map((key) => addOne(1n, { idempotency: { ...key, fingerprint: 'f' } })));
  const { rows } = await withClient(database.url, (client) =>
    client.query(idempotencyRecordsByKey.postgres, [
      [1, 2],
      ['a', 'b'],
    ]),
  );
  const found = rows.map(({ caller, idempotency_key: key }) => `${caller} ${key}`);
  assert.deepEqual(found.sort(), ['1 a', '2 b']);
});
