import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PawstockClient } from '../../client/client.ts';
import { noDetails } from '../../src/domain/pet-details.ts';
import { documentedOperations } from '../support/openapi/schema.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';
import { addEndpoint } from '../support/webhooks/endpoint.ts';

/** Method and path by operationId, such as `GET /inventory/{petId}`. */
const documented = new Map(
  documentedOperations.map(({ operationId, method, path }) => [operationId, `${method} ${path}`]),
);

test('the methods are the documented operations', () => {
  const methods = Object.getOwnPropertyNames(PawstockClient.prototype).filter((name) => name !== 'constructor');
  assert.deepEqual(methods.sort(), [...documented.keys()].sort());
});

type Calls = Readonly<Record<string, (client: PawstockClient) => Promise<unknown>>>;

const calls: Calls = {
  listInventory: (client) => client.listInventory({ status: 'available', after: 0n }),
  updateInventory: (client) => client.updateInventory(1n, { quantity: 4 }),
  updateInventoryBatch: (client) => client.updateInventoryBatch([{ petId: 1n, quantity: 5 }]),
  watchInventory: (client) => client.watchInventory({ after: 0 }).next(),
  getInventoryItem: (client) => client.getInventoryItem(1n),
  putInventoryItem: (client) => client.putInventoryItem(1n, { quantity: 1, status: 'pending' }),
  deleteInventoryItem: (client) => client.deleteInventoryItem(2n),
  adjustInventory: (client) => client.adjustInventory(1n, { delta: 3 }),
  getInventoryHistory: (client) => client.getInventoryHistory(1n),
  listInventoryHistory: (client) => client.listInventoryHistory({ reason: 'sale' }),
  getReport: (client) => client.getReport({ since: '2026-01-01T00:00:00Z', days: true }),
  getKey: (client) => client.getKey(),
  listReserved: (client) => client.listReserved(),
  listReservations: (client) => client.listReservations({ petId: 1n }),
  getReservation: (client) => client.getReservation('order-1'),
  reserve: (client) => client.reserve('order-1', { items: [{ petId: 1n, quantity: 1 }] }),
  release: (client) => client.release('order-1'),
  sell: (client) => client.sell('order-1'),
  listDetails: (client) => client.listDetails(),
  getDetails: (client) => client.getDetails(1n),
  updateDetails: (client) => client.updateDetails(1n, { name: 'Rex' }),
  listKeys: (client) => client.listKeys(),
  createKey: (client) => client.createKey({ name: 'till' }),
  rotateKey: (client) => client.rotateKey('admin', { overlap: 60 }),
  revokeKey: (client) => client.revokeKey('till'),
  listWebhooks: (client) => client.listWebhooks(),
  addWebhook: (client) => client.addWebhook({ name: 'other', url: 'http://127.0.0.1:9/', petIds: [2n ** 63n - 1n, 1] }),
  getWebhook: (client) => client.getWebhook('shop'),
  updateWebhook: (client) => client.updateWebhook('shop', { paused: true }),
  testWebhook: (client) => client.testWebhook('shop'),
  rotateWebhookSecret: (client) => client.rotateWebhookSecret('shop'),
  replayWebhook: (client) => client.replayWebhook('shop', { since: '2026-01-31T09:30:00Z' }),
  listWebhookAttempts: (client) => client.listWebhookAttempts('shop'),
  removeWebhook: (client) => client.removeWebhook('other'),
  listActions: (client) => client.listActions({ limit: 5 }),
};

test('each method sends the documented method and path', async (t) => {
  const pets = [1n, 2n].map((petId) => ({ petId, quantity: 1 }));
  const { url, store } = await startService(t, { pets, settings: { WEBHOOK_NETWORKS: '127.0.0.0/8' } });
  const secret = await createKey(store, { name: 'owner', scope: 'owner' });
  await addEndpoint(store, 'http://127.0.0.1:9/');
  const stop = new AbortController();
  t.after(() => stop.abort());
  for (const [operationId, place] of documented) {
    await t.test(`${operationId}: ${place}`, async () => {
      const sent: string[] = [];
      const recording: typeof fetch = (target, init) => {
        const { pathname } = new URL(String(target));
        sent.push(
          `${init?.method} ${pathname
            .replace('/v1', '')
            .replace(/\/-?\d+/, '/{petId}')
            .replace('order-1', '{id}')
            .replace(/(keys|webhooks)\/\w+/, '$1/{name}')}`,
        );
        return fetch(target, { ...init, signal: stop.signal });
      };
      const called = calls[operationId]?.(new PawstockClient({ url: `${url}/v1`, key: secret, fetch: recording }));
      // Each is sold before it is released, and so on: what has ended is not found.
      await called?.catch((error: { code?: string }) => assert.equal(error.code, 'reservation_not_found'));
      assert.deepEqual(sent, [place]);
    });
  }
});

test('all operations with their options and results', async (t) => {
  const { url, secret } = await startService(t, {
    pets: [1n, 2n, 3n].map((petId) => ({ petId, quantity: Number(petId) * 10 })),
  });
  const client = new PawstockClient({ url: `${url}/v1/`, key: secret });
  const [one, two, three] = [1n, 2n, 3n].map((petId) => ({ petId, quantity: Number(petId) * 10, status: 'available' }));
  assert.deepEqual(await client.listInventory(), { items: [one, two, three], seq: 3, next: undefined });
  assert.deepEqual(await client.listInventory({ limit: 2 }), { items: [one, two], seq: 3, next: 2n });
  assert.deepEqual(await client.listInventory({ limit: 2, after: 2n }), { items: [three], seq: 3, next: undefined });
  assert.deepEqual(await client.listInventory({ minQuantity: 15, maxQuantity: 25, status: 'available' }), {
    items: [two],
    seq: 3,
    next: undefined,
  });
  assert.deepEqual(await client.getInventoryItem(1n), { item: one, version: 1 });
  const item = { petId: 1n, status: 'available' };
  const set = await client.updateInventory(1n, { quantity: 12, reason: 'count', note: 'Two “behind” the shelf' });
  assert.deepEqual(set, { item: { ...item, quantity: 12 }, version: 4 });
  const adjusted = await client.adjustInventory(1n, { delta: -2, reason: 'damage' }, { version: 4 });
  assert.deepEqual(adjusted, { item: { ...item, quantity: 10 }, version: 5 });
  const entry = { quantity: 1, status: 'pending' } as const;
  assert.deepEqual(await client.putInventoryItem(4n, entry), {
    item: { petId: 4n, ...entry },
    version: 6,
    added: true,
  });
  assert.deepEqual(await client.putInventoryItem(4n, entry, { version: '*' }), {
    item: { petId: 4n, ...entry },
    version: 7,
    added: false,
  });
  assert.equal(await client.deleteInventoryItem(4n, { version: 7 }), undefined);
  const rows = [
    { petId: 3n, quantity: 31, version: 3 },
    { petId: 2n, quantity: 21, reason: 'arrival', note: 'late' },
  ] as const;
  assert.deepEqual(await client.updateInventoryBatch(rows), [
    { ...three, quantity: 31 },
    { ...two, quantity: 21 },
  ]);
  const newest = await client.getInventoryHistory(1n, { limit: 2 });
  assert.deepEqual(
    newest.entries.map(({ seq, petId, kind, before, after, delta, reason, note, key }) => [
      ...[seq, petId, kind, before, after, delta, reason, note, key],
    ]),
    [
      [5, 1n, 'adjust', 12, 10, -2, 'damage', null, 'admin'],
      [4, 1n, 'set', 10, 12, 2, 'count', 'Two “behind” the shelf', 'admin'],
    ],
  );
  assert.equal(newest.next, 4);
  const rest = await client.getInventoryHistory(1n, { before: 4 });
  assert.deepEqual([rest.entries.map(({ kind }) => kind), rest.next], [['import'], undefined]);
  assert.ok(Date.parse(newest.entries[0]?.at ?? '') > 0 && newest.entries[0]?.requestId);
});

test('names are set, listed with every digit, and removed', async (t) => {
  const pets = [1n, 2n ** 63n - 1n, -(2n ** 63n)].map((petId) => ({ petId, quantity: 1 }));
  const { url, secret } = await startService(t, { pets });
  const client = new PawstockClient({ url: `${url}/v1`, key: secret });
  const [first, last] = [
    {
      ...noDetails,
      ...{
        petId: -(2n ** 63n),
        name: 'petId":12345678901234567890',
        barcode: '"petId":12345678901234567890',
        lowAt: 0,
      },
    },
    { ...noDetails, petId: 2n ** 63n - 1n, name: 'Zoë 🐈' },
  ];
  assert.deepEqual(await client.listDetails(), []);
  for (const details of [first, last]) {
    assert.deepEqual(await client.updateDetails(details.petId, details), details);
    assert.deepEqual(await client.getDetails(details.petId), details);
  }
  assert.deepEqual(await client.listDetails(), [first, last]);
  const rows = [{ petId: 1n, quantity: 2, status: 'sold', name: 'Rex', barcode: '1' } as const];
  await client.updateInventoryBatch(rows);
  await client.updateDetails(last.petId, { name: null });
  assert.deepEqual(await client.listDetails(), [first, { ...noDetails, petId: 1n, name: 'Rex', barcode: '1' }]);
  await assert.rejects(client.updateDetails(1n, { name: '' }), { code: 'invalid_value' });
  await assert.rejects(client.updateDetails(last.petId, { barcode: '1' }), { code: 'barcode_taken' });
  await assert.rejects(client.updateDetails(1n, { name: 'Tom' }, { version: 1 }), {
    code: 'version_mismatch',
    version: 4,
  });
});

test('stock is reserved, sold and released, with every digit', async (t) => {
  const huge = 2n ** 63n - 1n;
  const pets = [1n, huge].map((petId) => ({ petId, quantity: 5 }));
  const { url, secret } = await startService(t, { pets });
  const client = new PawstockClient({ url: `${url}/v1`, key: secret });
  const items = [
    { petId: huge, quantity: 2 },
    { petId: 1n, quantity: 1 },
  ];
  const { reservation, replaced } = await client.reserve('a', { items: [items[0] ?? { petId: 0, quantity: 0 }] });
  assert.deepEqual(
    [reservation.items, replaced, reservation.note, reservation.key],
    [[items[0]], false, null, 'admin'],
  );
  const note = '"petId":12345678901234567890';
  const again = await client.reserve('a', { items, expiresIn: 60, note });
  assert.deepEqual([again.reservation.items, again.replaced, again.reservation.note], [items, true, note]);
  assert.deepEqual(await client.getReservation('a'), again.reservation);
  const { reservation: other } = await client.reserve('b:2', { items: [{ petId: 1, quantity: 4 }] });
  assert.deepEqual(await client.listReservations(), { reservations: [again.reservation, other], next: undefined });
  assert.deepEqual(await client.listReservations({ limit: 1 }), { reservations: [again.reservation], next: 'a' });
  assert.deepEqual((await client.listReservations({ petId: huge, after: 'a' })).reservations, []);
  assert.deepEqual(await client.listReserved(), [
    { petId: 1n, reserved: 5 },
    { petId: huge, reserved: 2 },
  ]);
  await assert.rejects(client.adjustInventory(1n, { delta: -1 }), { code: 'insufficient_stock' });
  assert.deepEqual(await client.sell('a', { note: 'paid' }), [
    { petId: huge, quantity: 3, status: 'available' },
    { petId: 1n, quantity: 4, status: 'available' },
  ]);
  assert.equal(await client.release('b:2'), undefined);
  for (const ended of ['a', 'b:2']) await assert.rejects(client.sell(ended), { code: 'reservation_not_found' });
  for (const id of ['', '.', '..']) await assert.rejects(client.release(id), TypeError);
  for (const id of ['a/b', 'a b', 'i'.repeat(129)]) await assert.rejects(client.release(id), { code: 'invalid_value' });
});

test('the petIds of an endpoint are exact', async (t) => {
  const { url, store } = await startService(t, { settings: { WEBHOOK_NETWORKS: '127.0.0.0/8' } });
  const client = new PawstockClient({ url: `${url}/v1`, key: await createKey(store, { scope: 'owner' }) });
  const petIds = [2n ** 63n - 1n, -(2n ** 63n), 1n];
  const added = await client.addWebhook({ name: 'shop', url: 'http://127.0.0.1:9/?"petIds":[1]', petIds });
  assert.deepEqual(added.petIds, petIds);
  assert.deepEqual((await client.listWebhooks())[0]?.petIds, petIds);
  assert.equal((await client.updateWebhook('shop', { petIds: null })).petIds, null);
});

test('an item can be spread into the body of a write', async (t) => {
  const { url, secret } = await startService(t, { pets: [{ petId: 1n, quantity: 10 }] });
  const client = new PawstockClient({ url: `${url}/v1`, key: secret });
  const { item } = await client.getInventoryItem(1n);
  const put = await client.putInventoryItem(1n, { ...item, status: 'sold' });
  assert.deepEqual(put.item, { petId: 1n, quantity: 10, status: 'sold' });
  const set = await client.updateInventory(1n, { ...item, quantity: 11 });
  assert.deepEqual(set.item, { petId: 1n, quantity: 11, status: 'sold' });
});
