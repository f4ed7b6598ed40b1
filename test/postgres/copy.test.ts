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

test('everything moves to PostgreSQL and back, and arrives the same', async (t) => {
  const { database, folder, open } = await prepareStores(t);
  const embedded = await open(`sqlite:${join(folder, 'one.db')}`);
  const server = await open(database.url);
  const again = await open(`sqlite:${join(folder, 'two.db')}`);
  const petIds = [2n ** 63n - 1n, -(2n ** 63n), 0n, 7n, 2n ** 53n + 1n];
  const text = `it's "quoted" a\\b 🐹 \u2028 %s $1 ${'x'.repeat(400)}`;
  await addPets(
    embedded,
    petIds.map((petId) => ({
      petId,
      quantity: Number.MAX_SAFE_INTEGER,
      status: 'pending' as const,
    })),
  );
  await createKey(embedded, { name: 'till', rateLimit: 7, expiresAtMs: 2_000_000_000_000 });
  const idempotency = { caller: 1, key: text, fingerprint: 'f' };
  const base = { expected: null, reason: 'damage', note: text } as const;
  const items = petIds.map((petId) => ({ petId, quantity: 1 }));
  const reservation = reserveCommand('order~1', items, { expiresInMs: 600_000, note: text });
  const paid = { id: 'paid', expected: null, note: null };
  const left = { id: 'left', expected: null };
  await embedded.commit([
    reservationWrite(reservation),
    ...['paid', 'left'].map((id) => reservationWrite(reserveCommand(id, items.slice(0, 2)))),
    reservationWrite({ kind: 'sell', ...paid }),
    reservationWrite({ kind: 'release', ...left }),
  ]);
  const details = { name: text.slice(0, 100), barcode: 'B', lowAt: Number.MAX_SAFE_INTEGER };
  await embedded.commit([
    writeOf({ kind: 'adjust', petId: 7n, delta: -1, ...base }, { idempotency }),
    detailsWrite({ kind: 'details', petId: 0n, name: 'Gone', ...base }),
    detailsWrite({ kind: 'details', petId: petIds[0] as bigint, ...details, ...base }),
  ]);
  await embedded.commit([writeOf({ kind: 'delete', petId: 0n, ...base })]);
  await addEndpoint(embedded, 'https://shop.example/hook', { low: 2 });
  const before = await everythingIn(embedded);

  assert.deepEqual(await copyStore(embedded, server, () => undefined), {
    entries: 9,
    items: 4,
    differences: [],
  });
  assert.deepEqual(await everythingIn(server), before);
  assert.deepEqual(await copyStore(server, again, () => undefined), {
    entries: 9,
    items: 4,
    differences: [],
  });
  assert.deepEqual(await everythingIn(again), before);

  const [resold] = await server.commit([reservationWrite({ kind: 'sell', ...paid })]);
  assert.equal(resold?.result === 'refused' && resold.refusal.code, 'reservation_ended');

  assert.equal(
    await copyStore(embedded, server, () => undefined),
    undefined,
    'a store that is not empty is refused',
  );
  assert.deepEqual(await everythingIn(server), before);

  for (const store of [embedded, server]) {
    for (const petId of petIds.filter((one) => one !== 0n)) {
      await store.commit([writeOf({ kind: 'delete', petId, ...base })]);
      const [entry] = await store.history(petId, { before: null, limit: 1 });
      assert.partialDeepStrictEqual(entry, { petId, after: null, note: text });
      assert.ok((entry?.before ?? 0) >= Number.MAX_SAFE_INTEGER - 2, `${entry?.before}`);
    }
  }
});

test('a copy gives what a clock that was ahead wrote the time that it is told, and time goes on from there', async (t) => {
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
  for (const to of [await open(database.url), await open(`sqlite:${join(folder, 'two.db')}`)]) {
    assert.deepEqual((await copyStore(from, to, () => undefined, rightMs))?.differences, []);
    await to.commit([addOne(1n)]);
    const times = (await to.entriesAfter(0, 10)).map(({ atMs }) => atMs);
    assert.deepEqual(times.slice(0, 3), [startMs, rightMs, rightMs]);
    assert.ok((times[3] ?? 0) > rightMs && (times[3] ?? 0) <= Date.now() + 1_000, 'time goes on');
    const [record] = await to.readAll(({ rows }) => rows(idempotencyRecordTable));
    const [reserved] = await to.readAll(({ rows }) => rows(reservationTable));
    assert.equal(record?.atMs, rightMs);
    const [key] = await to.keys();
    assert.deepEqual(
      [key?.createdAtMs, key?.expiresAtMs],
      [rightMs, keyEndsAtMs],
      'a key lasts as long as it should',
    );
    assert.equal(
      reserved?.expiresAtMs,
      rightMs + 86_400_000,
      'no reservation lasts for longer than a day',
    );
    assert.equal(
      (await to.reservation('order-2'))?.state,
      'expired',
      'none that has expired holds stock again',
    );
  }
});

test('a store on which a service was started, but never used, is still empty, and takes a long ledger', async (t) => {
  const { database, folder, open } = await prepareStores(t);
  const from = await open(`sqlite:${join(folder, 'one.db')}`);
  await addPets(from, [{ petId: 1n, quantity: 3 }]);
  await from.commit(Array.from({ length: 12_000 }, () => addOne(1n)));
  await createKey(from, { name: 'till' });
  for (const to of [await open(database.url), await open(`sqlite:${join(folder, 'two.db')}`)]) {
    await createKey(to, { name: 'setup-1', scope: 'setup' });
    const { actionsRevision } = await to.head();
    const copied = await copyStore(from, to, () => undefined);
    assert.deepEqual(copied, { entries: 12_001, items: 1, differences: [] });
    assert.deepEqual(
      (await to.keys()).map(({ name }) => name),
      ['till'],
      'the link no longer makes an owner',
    );
    assert.ok(
      (await to.head()).actionsRevision > actionsRevision,
      'a running service reads the keys',
    );
  }
  const used = await open(`sqlite:${join(folder, 'three.db')}`);
  await createKey(used, { name: 'till' });
  assert.equal(await copyStore(from, used, () => undefined), undefined);
});

test('pawstock copy: the same export, and a store that is not empty is refused', async (t) => {
  const cli = openCliHarness(t);
  const database = await createDatabase(t);
  await cli.run(['import', '-'], { input: 'petId,quantity,status\n1,2,sold\n-7,3,pending\n' });
  const copied = await cli.run(['copy', '--to', database.url]);
  assert.equal(copied.code, 0, copied.stderr);
  const env = { DATABASE_URL: database.url };
  const [one, two] = await Promise.all([
    cli.runShared(['export']),
    cli.runShared(['export'], { env }),
  ]);
  assert.equal(one.stdout, two.stdout);
  const refused = await cli.runShared(['copy', '--to', database.url]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /not empty/);
  assert.equal((await cli.runShared(['copy'])).code, 2);
});
