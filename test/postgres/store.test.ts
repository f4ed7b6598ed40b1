import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Item } from '../../src/domain/item.ts';
import { digestOf } from '../../src/domain/key-secret.ts';
import type { Write } from '../../src/domain/write.ts';
import { openStore } from '../../src/engines.ts';
import { Inventory } from '../../src/inventory/inventory.ts';
import { limits } from '../../src/limits.ts';
import { checkDatabase } from '../../src/settings.ts';
import type { Store } from '../../src/store/store.ts';
import { storeContract } from '../store/store-contract.ts';
import { withClient } from '../support/postgres/client.ts';
import { createDatabase } from '../support/postgres/database.ts';
import { startLine } from '../support/postgres/line.ts';
import { addPets, createKey, loadItems } from '../support/service/store-contents.ts';

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
  for (const store of stores) assert.deepEqual(await store.head(), { seq: 0, keysRevision: 0, namesRevision: 0 });
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

test('going through a long ledger takes as long as it takes, whatever a statement or a pause may take', async (t) => {
  const database = await createDatabase();
  t.after(database.drop);
  const writer = await openStore(checkDatabase(database.url));
  await addPets(
    writer,
    Array.from({ length: 60_000 }, (_, petId) => ({ petId: BigInt(petId), quantity: 1 })),
  );
  await writer.close();
  const timeouts = 'statement_timeout=1000&idle_in_transaction_session_timeout=1000';
  const store = await openStore(checkDatabase(`${database.url}&${timeouts}`));
  const count = await store.readAll(async (contents) => {
    let entries = 0;
    for await (const page of contents.entries()) {
      if (entries === 0) await delay(1_500);
      entries += page.length;
    }
    return entries;
  });
  assert.equal(count, 60_000);
  await store.close();
});

const addOne = (petId: bigint, idempotencyKey?: string): Write => ({
  commands: [{ kind: 'adjust', petId, delta: 1, expected: null, reason: null, note: null }],
  key: 'k',
  requestId: 'r',
  requireVersion: false,
  batch: false,
  idempotency: idempotencyKey === undefined ? null : { caller: 'c', key: idempotencyKey, fingerprint: 'f' },
});

test('a batch takes one round trip after a while without another writer, if the store is as the caller knows it', async (t) => {
  const database = await createDatabase();
  t.after(database.drop);
  const line = await startLine(t, database.url);
  const store = await openStore(checkDatabase(line.url));
  t.after(() => store.close());
  await addPets(store, [{ petId: 1n, quantity: 0 }]);
  // All entries are of pet 1, each adds one: the last has sequence n + 1.
  let n = 0;
  const item = { petId: 1n, quantity: 0, status: 'available', version: 1 } as const;
  const know = (items: readonly Item[], seq = n + 1) => ({
    seq,
    get: (petId: bigint) => items.find((known) => known.petId === petId),
  });
  const current = () => ({ ...item, quantity: n, version: n + 1 });
  const commit = async (write: Write, known = know([current()])) => {
    const before = line.roundTrips();
    const [outcome] = await store.commit([write], Date.now(), known);
    if (outcome?.result === 'applied') n++;
    return { outcome, roundTrips: line.roundTrips() - before };
  };
  const settle = async () => {
    const roundTrips: number[] = [];
    for (let batch = 0; batch < limits.postgresUncontendedBatches + 2; batch++)
      roundTrips.push((await commit(addOne(1n, `key ${n}`))).roundTrips);
    assert.deepEqual(roundTrips.slice(-2), [1, 1]);
    return roundTrips;
  };
  assert.deepEqual(await settle(), [...Array<number>(limits.postgresUncontendedBatches).fill(2), 1, 1]);

  const put = () => ({
    ...addOne(1n),
    commands: [{ ...item, kind: 'put', quantity: n + 1, expected: null, reason: null, note: null } as const],
  });
  const both = { ...addOne(1n), commands: [...addOne(1n).commands, ...addOne(2n).commands], batch: true };
  const mistakes = {
    'a sequence that has passed': () => commit(addOne(1n), know([current()], n)),
    'a sequence to come': () => commit(addOne(1n), know([current()], n + 2)),
    'another quantity': () => commit(addOne(1n), know([{ ...current(), quantity: n + 1 }])),
    'another status': () => commit(addOne(1n), know([{ ...current(), status: 'sold' }])),
    'another version': () => commit(addOne(1n), know([{ ...current(), version: n }])),
    'no such pet': () => commit(put(), know([])),
    'a pet too many': () => commit(both, know([current(), { ...current(), petId: 2n }])),
  };
  for (const [what, mistake] of Object.entries(mistakes)) {
    assert.equal((await mistake()).outcome?.result, what === 'a pet too many' ? 'refused' : 'applied', what);
    assert.deepEqual((await loadItems(store)).items, [current()], what);
    const [entry] = await store.history(1n, { before: null, limit: 1 });
    assert.deepEqual([entry?.before, entry?.after], [n - 1, n], what);
    await settle();
  }
  assert.equal((await commit(addOne(1n, 'key 3'))).outcome?.result, 'replayed');
  assert.deepEqual((await loadItems(store)).items, [current()]);
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
  await inventory.ensureFresh();
  assert.equal(inventory.snapshot.get(1n)?.quantity, 2);
  assert.ok(inventory.findKey(digestOf(secret)));
  await execute(
    database.url,
    `alter table ledger disable trigger all; delete from ledger where seq = 2; delete from api_key;
     update item set quantity = 1, version = 1; update head set seq = 1, keys_revision = 0`,
  );
  await inventory.ensureFresh();
  assert.equal(inventory.snapshot.get(1n)?.quantity, 1);
  assert.equal(inventory.findKey(digestOf(secret)), undefined);
  await inventory.close();
  await store.close();
});

async function execute(address: string, statements: string): Promise<void> {
  await withClient(address, (client) => client.query(statements));
}
