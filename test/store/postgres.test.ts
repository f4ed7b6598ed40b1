import assert from 'node:assert/strict';
import { test } from 'node:test';
import postgres from 'postgres';
import { openStore } from '../../src/app.ts';
import { digestOf } from '../../src/domain/key-secret.ts';
import { Inventory } from '../../src/inventory/inventory.ts';
import { checkDatabase } from '../../src/settings.ts';
import type { Store } from '../../src/store/store.ts';
import { createKey } from '../support/keys.ts';
import { createDatabase } from '../support/postgres-database.ts';
import { addPets } from '../support/service.ts';
import { storeContract } from './store-contract.ts';

storeContract({
  name: 'postgres',
  withStores: async (work) => {
    const database = await createDatabase();
    const opened: Store[] = [];
    try {
      await work(async () => {
        const store = await openStore(checkDatabase(database.url));
        opened.push(store);
        return store;
      });
    } finally {
      await Promise.all(opened.map((store) => store.close()));
      await database.drop();
    }
  },
});

test('twenty instances that start at once on an empty database make one store', async (t) => {
  const database = await createDatabase();
  t.after(database.drop);
  const stores = await Promise.all(Array.from({ length: 20 }, () => openStore(checkDatabase(database.url))));
  for (const store of stores) assert.deepEqual(await store.head(), { seq: 0, keysRevision: 0 });
  await Promise.all(stores.map((store) => store.close()));
});

test('a store of a newer schema is refused', async (t) => {
  const database = await createDatabase();
  t.after(database.drop);
  await (await openStore(checkDatabase(database.url))).close();
  await execute(database.url, 'update schema_version set version = 99');
  await assert.rejects(openStore(checkDatabase(database.url)), /schema 99.*newer/s);
});

test('the database itself refuses to change the ledger', async (t) => {
  const database = await createDatabase();
  t.after(database.drop);
  const store = await openStore(checkDatabase(database.url));
  await addPets(store, [{ petId: 1n, quantity: 1 }]);
  for (const statement of ['update ledger set after = 9', 'delete from ledger', 'truncate ledger']) {
    await assert.rejects(execute(database.url, statement), /append-only/, statement);
  }
  await store.close();
});

test('a role that owns its schema and nothing else is enough', async (t) => {
  const database = await createDatabase();
  t.after(database.drop);
  const schema = new URL(database.url).searchParams.get('schema') ?? '';
  const role = `${schema}_role`;
  await execute(database.url, `create role ${role} login password 'p'; create schema ${schema} authorization ${role}`);
  t.after(() => execute(database.url, `drop owned by ${role} cascade; drop role ${role}`));
  const url = new URL(database.url);
  url.username = role;
  url.password = 'p';
  const store = await openStore(checkDatabase(url.href));
  await addPets(store, [{ petId: 1n, quantity: 1 }]);
  assert.equal((await store.head()).seq, 1);
  await store.close();
});

test('going through a long ledger takes as long as it takes, whatever a statement may take', async (t) => {
  const database = await createDatabase();
  t.after(database.drop);
  const store = await openStore(checkDatabase(`${database.url}&statement_timeout=300`));
  await addPets(
    store,
    Array.from({ length: 60_000 }, (_, petId) => ({ petId: BigInt(petId), quantity: 1 })),
  );
  const count = await store.readAll(async (contents) => {
    let entries = 0;
    for await (const page of contents.entries()) {
      entries += page.length;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return entries;
  });
  assert.equal(count, 60_000);
  await store.close();
});

test('a service notices that its store went back in time, keys included', async (t) => {
  const database = await createDatabase();
  t.after(database.drop);
  const store = await openStore(checkDatabase(database.url));
  await addPets(store, [{ petId: 1n, quantity: 1 }]);
  const inventory = new Inventory(() => openStore(checkDatabase(database.url)), { now: Date.now });
  await inventory.load();
  await addPets(store, [{ petId: 1n, quantity: 2 }]);
  const secret = await createKey(store);
  await inventory.fresh();
  assert.equal(inventory.snapshot.get(1n)?.quantity, 2);
  assert.ok(inventory.keyOf(digestOf(secret)));
  await execute(
    database.url,
    `alter table ledger disable trigger all; delete from ledger where seq = 2; delete from api_key;
     update item set quantity = 1, version = 1; update head set seq = 1, keys_revision = 0`,
  );
  await inventory.fresh();
  assert.equal(inventory.snapshot.get(1n)?.quantity, 1);
  assert.equal(inventory.keyOf(digestOf(secret)), undefined);
  await inventory.close();
  await store.close();
});

/** Runs SQL in the schema that the address names, beside the store. */
async function execute(address: string, statement: string): Promise<void> {
  const url = new URL(address);
  const schema = url.searchParams.get('schema') ?? '';
  url.search = '';
  const sql = postgres(url.href, { max: 1, connection: { search_path: schema }, onnotice: () => undefined });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
