import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openStore } from '../../src/engines.ts';
import { copyStore } from '../../src/inventory/copy-and-verify.ts';
import { systemPlatform } from '../../src/platform.ts';
import { checkDatabase } from '../../src/settings.ts';
import { collect } from '../../src/store/contents.ts';
import type { Store } from '../../src/store/store.ts';
import {
  idempotencyRecordTable,
  keyTable,
  reservationTable,
  webhookTable,
} from '../../src/store/tables.ts';
import { createDatabase } from '../support/postgres/database.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { addPets, createKey } from '../support/service/store-contents.ts';
import {
  addOne,
  detailsWrite,
  reservationWrite,
  reserveCommand,
  unsaid,
  writeOf,
} from '../support/store/write.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { addEndpoint } from '../support/webhooks/endpoint.ts';

async function everythingIn(store: Store): Promise<unknown> {
  return store.readAll(async (contents) => [
    contents.head.seq,
    await collect(contents.entries()),
    await collect(contents.items()),
    contents.head.detailsRevision,
    contents.head.reservationsRevision,
    await collect(contents.details()),
    await contents.rows(keyTable),
    await contents.rows(idempotencyRecordTable),
    await contents.rows(webhookTable),
    await contents.rows(reservationTable),
  ]);
}

/**
 * Creates a database and a folder for embedded stores. Opened stores are closed when the test ends.
 */
async function prepareStores(t: TestContext) {
  const database = await createDatabase();
  const opened: Store[] = [];
  const folder = temporaryFolder(t, async () => {
    await Promise.all(opened.map((store) => store.close()));
    await database.drop();
  });
  const open = async (url: string) => {
    const store = await openStore(checkDatabase(url));
    opened.push(store);
    return store;
  };
  return { database, folder, open };
}

const petIds = [2n ** 63n - 1n, -(2n ** 63n), 0n, 7n, 2n ** 53n + 1n];

/** A text that every layer on the way could get wrong. */
const text = `it's "quoted" a\\b 🐹 \u2028 %s $1 ${'x'.repeat(400)}`;

const sellPaid = { kind: 'sell', id: 'paid', expected: null, note: null } as const;

/** Puts something of everything into a store: nine entries of the ledger, and four pets. */
async function fillStore(store: Store): Promise<void> {
  await addPets(
    store,
    petIds.map((petId) => ({ petId, quantity: Number.MAX_SAFE_INTEGER, status: 'pending' })),
  );
  await createKey(store, { name: 'till', rateLimit: 7, expiresAtMs: 2_000_000_000_000 });

  const items = petIds.map((petId) => ({ petId, quantity: 1 }));
  const two = items.slice(0, 2);
  await store.commit([
    reservationWrite(reserveCommand('order~1', items, { expiresInMs: 600_000, note: text })),
    reservationWrite(reserveCommand('paid', two)),
    reservationWrite(reserveCommand('left', two)),
    reservationWrite(sellPaid),
    reservationWrite({ kind: 'release', id: 'left', expected: null }),
  ]);

  const [first = 0n] = petIds;
  const base = { expected: null, reason: 'damage', note: text } as const;
  const details = { name: text.slice(0, 100), barcode: 'B', lowAt: Number.MAX_SAFE_INTEGER };
  const idempotency = { caller: 1, key: text, fingerprint: 'f' };
  await store.commit([
    writeOf({ kind: 'adjust', petId: 7n, delta: -1, ...base }, { idempotency }),
    detailsWrite({ kind: 'details', petId: 0n, name: 'Gone', ...base }),
    detailsWrite({ kind: 'details', petId: first, ...details, ...base }),
  ]);
  await store.commit([writeOf({ kind: 'delete', petId: 0n, ...base })]);
  await addEndpoint(store, 'https://shop.example/hook', { low: 2 });
}

test('a copy of a full store', async (t) => {
  const { database, folder, open } = await prepareStores(t);
  const embedded = await open(`sqlite:${join(folder, 'one.db')}`);
  const server = await open(database.url);
  const again = await open(`sqlite:${join(folder, 'two.db')}`);
  await fillStore(embedded);
  const before = await everythingIn(embedded);
  const whole = { entries: 9, items: 4, differences: [] };

  await t.test('to PostgreSQL is the same', async () => {
    assert.deepEqual(await copyStore(embedded, server, () => undefined), whole);
    assert.deepEqual(await everythingIn(server), before);
  });

  await t.test('from PostgreSQL is the same', async () => {
    assert.deepEqual(await copyStore(server, again, () => undefined), whole);
    assert.deepEqual(await everythingIn(again), before);
  });

  await t.test('knows the reservations that were sold', async () => {
    const [resold] = await server.commit([reservationWrite(sellPaid)]);
    assert.equal(resold?.result === 'refused' && resold.refusal.code, 'reservation_ended');
  });

  await t.test('does not replace a store that is not empty', async () => {
    assert.equal(await copyStore(embedded, server, () => undefined), undefined);
    assert.deepEqual(await everythingIn(server), before);
  });

  const stores = [
    { title: 'and its origin take further writes', store: embedded },
    { title: 'takes further writes', store: server },
  ];
  for (const { title, store } of stores) {
    await t.test(title, async () => {
      for (const petId of petIds.filter((one) => one !== 0n)) {
        const removal = { kind: 'delete', petId, ...unsaid, note: text } as const;
        await store.commit([writeOf(removal)]);

        const [entry] = await store.history(petId, { before: null, limit: 1 });
        assert.partialDeepStrictEqual(entry, { petId, after: null, note: text });
        assert.ok((entry?.before ?? 0) >= Number.MAX_SAFE_INTEGER - 2, `${entry?.before}`);
      }
    });
  }
});

test('a copy of a store whose clock was years ahead for a while', async (t) => {
  const { database, folder, open } = await prepareStores(t);
  const years = 5 * 365 * 86_400_000;
  const startMs = Date.now() - 60_000;
  let nowMs = startMs;
  const from = await openStore(
    { engine: 'sqlite', file: join(folder, 'one.db') },
    { platform: { ...systemPlatform, now: () => nowMs } },
  );
  t.after(() => from.close());
  await addPets(from, [{ petId: 1n, quantity: 5 }]);

  nowMs += years;
  const idempotency = { caller: 1, key: 'k', fingerprint: 'f' };
  const items = [{ petId: 1n, quantity: 1 }];
  const reservation = reserveCommand('order-1', items);
  const expired = reserveCommand('order-2', items, { expiresInMs: 1_000 });
  await from.commit([reservationWrite(expired)]);
  const keyEndsAtMs = nowMs + years;
  await createKey(from, { name: 'till', expiresAtMs: keyEndsAtMs });
  nowMs += 1_000;
  await from.commit([addOne(1n, { idempotency }), reservationWrite(reservation)]);

  nowMs = startMs + 1_000;
  await from.commit([addOne(1n)]);
  const rightMs = startMs + 2_000;

  const targets = [
    { engine: 'PostgreSQL', to: await open(database.url) },
    { engine: 'SQLite', to: await open(`sqlite:${join(folder, 'two.db')}`) },
  ];
  for (const { engine, to } of targets) {
    const copied = await copyStore(from, to, () => undefined, rightMs);

    await t.test(`has no differences, in ${engine}`, () => {
      assert.deepEqual(copied?.differences, []);
    });

    await t.test(
      `has the time that it is told for what came from the future, in ${engine}`,
      async () => {
        const times = (await to.entriesAfter(0, 10)).map(({ atMs }) => atMs);
        assert.deepEqual(times, [startMs, rightMs, rightMs]);
      },
    );

    await t.test(`goes on from that time, in ${engine}`, async () => {
      await to.commit([addOne(1n)]);
      const atMs = (await to.entriesAfter(3, 1))[0]?.atMs ?? 0;
      assert.ok(atMs > rightMs, 'time goes on');
      assert.ok(atMs <= Date.now() + 1_000, 'the time is that of the machine');
    });

    await t.test(`remembers idempotency keys from that time on, in ${engine}`, async () => {
      const [record] = await to.readAll(({ rows }) => rows(idempotencyRecordTable));
      assert.equal(record?.atMs, rightMs);
    });

    await t.test(`has keys that last as long as they should, in ${engine}`, async () => {
      const [key] = await to.keys();
      assert.equal(key?.createdAtMs, rightMs);
      assert.equal(key?.expiresAtMs, keyEndsAtMs);
    });

    await t.test(`has no reservation that lasts for longer than a day, in ${engine}`, async () => {
      const [reserved] = await to.readAll(({ rows }) => rows(reservationTable));
      assert.equal(reserved?.expiresAtMs, rightMs + 86_400_000);
    });

    await t.test(`reserves nothing for what has expired, in ${engine}`, async () => {
      assert.equal((await to.reservation('order-2'))?.state, 'expired');
    });
  }
});

test('a copy to a store on which a service was started, but never used,', async (t) => {
  const { database, folder, open } = await prepareStores(t);
  const from = await open(`sqlite:${join(folder, 'one.db')}`);
  await addPets(from, [{ petId: 1n, quantity: 3 }]);
  await from.commit(Array.from({ length: 12_000 }, () => addOne(1n)));
  await createKey(from, { name: 'till' });

  const targets = [
    { engine: 'PostgreSQL', to: await open(database.url) },
    { engine: 'SQLite', to: await open(`sqlite:${join(folder, 'two.db')}`) },
  ];
  for (const { engine, to } of targets) {
    await createKey(to, { name: 'setup-1', scope: 'setup' });
    const { actionsRevision } = await to.head();

    await t.test(`takes a long ledger, in ${engine}`, async () => {
      const copied = await copyStore(from, to, () => undefined);
      assert.deepEqual(copied, { entries: 12_001, items: 1, differences: [] });
    });

    await t.test(`leaves no link that makes an owner, in ${engine}`, async () => {
      const names = (await to.keys()).map(({ name }) => name);
      assert.deepEqual(names, ['till']);
    });

    await t.test(`makes a running service read the keys again, in ${engine}`, async () => {
      assert.ok((await to.head()).actionsRevision > actionsRevision);
    });
  }
});

test('a store with a key that was created is not empty, and is not replaced by a copy', async (t) => {
  const { folder, open } = await prepareStores(t);
  const from = await open(`sqlite:${join(folder, 'one.db')}`);
  await addPets(from, [{ petId: 1n, quantity: 3 }]);
  const used = await open(`sqlite:${join(folder, 'two.db')}`);
  await createKey(used, { name: 'till' });

  assert.equal(await copyStore(from, used, () => undefined), undefined);
});

test('pawstock copy', async (t) => {
  const cli = openCliHarness(t);
  const database = await createDatabase(t);
  const env = { DATABASE_URL: database.url };
  const input = 'petId,quantity,status\n1,2,sold\n-7,3,pending\n';
  await cli.run(['import', '-'], { input });

  await t.test('makes a store with the same export', async () => {
    const copied = await cli.run(['copy', '--to', database.url]);
    assert.equal(copied.code, 0, copied.stderr);

    const origin = await cli.runShared(['export']);
    const copy = await cli.runShared(['export'], { env });
    assert.equal(copy.stdout, origin.stdout);
  });

  await t.test('refuses a store that is not empty', async () => {
    const refused = await cli.runShared(['copy', '--to', database.url]);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /not empty/);
  });

  await t.test('needs to know where to copy to', async () => {
    assert.equal((await cli.runShared(['copy'])).code, 2);
  });
});
