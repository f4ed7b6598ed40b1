import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openSocket } from '../support/http/raw-socket.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';

/**
 * `Ledger-Seq` says which change a response takes into account, and `Location` where something new
 * is.
 */

const pets = [1n, 2n, 3n].map((petId) => ({ petId, quantity: 10 }));

function seqOf({ headers }: Response): number | null {
  const text = headers.get('ledger-seq');
  return text === null ? null : Number(text);
}

/** Makes a change, which takes the next sequence. */
const adjust = (service: TestService, petId: number) =>
  service.call('POST', `/v1/inventory/${petId}/adjustments`, { body: { delta: -1 } });

test('a list has the sequence of the last change of any pet', async (t) => {
  const service = await startService(t, { pets });

  assert.equal(seqOf(await service.call('GET', '/v1/inventory')), 3);

  await adjust(service, 2);

  assert.equal(seqOf(await service.call('GET', '/v1/inventory')), 4);
  assert.equal(seqOf(await service.call('HEAD', '/v1/inventory')), 4);
});

test('a list that has not changed has its sequence with 304', async (t) => {
  const service = await startService(t, { pets });
  const etag = (await service.call('GET', '/v1/inventory')).headers.get('etag') ?? '';
  const headers = { 'if-none-match': etag };

  const unchanged = await service.call('GET', '/v1/inventory', { headers });

  assert.deepEqual([unchanged.status, seqOf(unchanged)], [304, 3]);
});

test('one pet has the sequence of the last change of any pet, with 304 too', async (t) => {
  const service = await startService(t, { pets });
  await adjust(service, 2);

  const found = await service.call('GET', '/v1/inventory/1');

  assert.deepEqual([found.headers.get('etag'), seqOf(found)], ['"1"', 4]);

  await adjust(service, 3);
  const headers = { 'if-none-match': '"1"' };

  const unchanged = await service.call('GET', '/v1/inventory/1', { headers });

  assert.deepEqual([unchanged.status, seqOf(unchanged)], [304, 5]);
});

test('each page of a list and a filtered list have the sequence that they reflect', async (t) => {
  const service = await startService(t, { pets });

  const first = await service.call('GET', '/v1/inventory?limit=2');

  assert.equal(seqOf(first), 3);

  await adjust(service, 1);

  const [, next = ''] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];

  assert.equal(seqOf(await service.call('GET', next)), 4);
  assert.equal(seqOf(await service.call('GET', '/v1/inventory?petIds=3')), 4);
});

test('a write has the sequence of its own change, and of its last one', async (t) => {
  const service = await startService(t, { pets });

  assert.equal(seqOf(await adjust(service, 1)), 4);

  const set = await service.call('PATCH', '/v1/inventory/2', { body: { quantity: 3 } });

  assert.equal(seqOf(set), 5);
  const entry = { quantity: 1, status: 'pending' };
  assert.equal(seqOf(await service.call('PUT', '/v1/inventory/4', { body: entry })), 6);

  const rows = [1, 2, 3].map((petId) => ({ petId, delta: 1 }));
  assert.equal(seqOf(await service.call('PATCH', '/v1/inventory', { body: rows })), 9);
});

test('a repeated write has the sequence of the first one', async (t) => {
  const service = await startService(t, { pets });

  const sendOnce = () =>
    service.call('POST', '/v1/inventory/1/adjustments', {
      headers: { 'idempotency-key': 'one' },
      body: { delta: 1 },
    });
  assert.equal(seqOf(await sendOnce()), 4);

  await adjust(service, 2);

  assert.equal(seqOf(await sendOnce()), 4);
});

test('the sale of a reservation has the sequence of its last change', async (t) => {
  const service = await startService(t, { pets });
  const items = [1, 2].map((petId) => ({ petId, quantity: 2 }));
  await service.call('PUT', '/v1/reservations/order', { body: { items } });

  const sold = await service.call('POST', '/v1/reservations/order/sale', { body: {} });

  assert.deepEqual([sold.status, seqOf(sold)], [200, 5]);
});

type Change = { readonly seq: number; readonly petId: number; readonly delta: number };

/** Reads the changes after one from the event stream, up to another one. */
async function changesAfter(service: TestService, after: number, last: number) {
  const { port, secret } = service;
  const path = `/v1/inventory/events?after=${after}`;
  const stream = openSocket(
    port,
    `GET ${path} HTTP/1.0\r\nAuthorization: Bearer ${secret}\r\n\r\n`,
  );
  await until(() => new RegExp(`^data: {"seq":${last},.*\\n\\n`, 'm').test(stream.received()));
  const data = [...stream.received().matchAll(/^data: (.*)$/gm)];
  stream.reset();
  return data.map(([, json = '']) => JSON.parse(json) as Change);
}

/**
 * Reads the stock while others change it, and then the changes after the sequence of the response.
 * No change may be missing or come twice.
 */
async function eventsGoOnFrom(t: TestContext, path: string): Promise<void> {
  const service = await startService(t, { pets });
  const reading = service.call('GET', path);
  await Promise.all([1, 2, 3, 1, 2, 3].map((petId) => adjust(service, petId)));
  const response = await reading;
  const seq = seqOf(response) ?? assert.fail('the response has no Ledger-Seq');
  const rows = [await response.json()].flat() as { petId: number; quantity: number }[];
  const copy = new Map(rows.map(({ petId, quantity }) => [petId, quantity]));
  await adjust(service, 2);

  const changes = await changesAfter(service, seq, 10);
  const expected = Array.from({ length: 10 - seq }, (_, index) => seq + 1 + index);
  assert.deepEqual(
    changes.map((change) => change.seq),
    expected,
  );
  for (const { petId, delta } of changes) {
    const quantity = copy.get(petId);
    // A sum shows a change that is missing or comes twice, which the next `after` would hide.
    if (quantity !== undefined) copy.set(petId, quantity + delta);
  }
  for (const [petId, quantity] of copy) assert.equal(quantity, petId === 2 ? 7 : 8, `pet ${petId}`);
}

test('events after the sequence of a list go on from it while others write', (t) =>
  eventsGoOnFrom(t, '/v1/inventory'));

test('events after the sequence of one pet go on from it while others write', (t) =>
  eventsGoOnFrom(t, '/v1/inventory/2'));

test('each 201 says with Location where the new thing is', async (t) => {
  const settings = { WEBHOOK_NETWORKS: '127.0.0.0/8' };
  const service = await startService(t, { pets, settings });
  const owner = await createKey(service.store, { name: 'owner', scope: 'owner' });
  const headers = { authorization: `Bearer ${owner}` };
  const created = [
    ['PUT', '/v1/inventory/-5', { quantity: 1, status: 'available' }, '/v1/inventory/-5'],
    ['PUT', '/v1/reservations/a:1', { items: [{ petId: 1, quantity: 1 }] }, '/v1/reservations/a:1'],
    ['POST', '/v1/keys', { name: 'Kasse 2', scope: 'read' }, '/v1/keys/Kasse%202'],
    [
      'POST',
      '/v1/webhooks',
      { name: 'Büro', url: 'http://127.0.0.1:9/' },
      '/v1/webhooks/B%C3%BCro',
    ],
  ] as const;
  for (const [method, path, body, location] of created) {
    const response = await service.call(method, path, { headers, body });
    assert.deepEqual([response.status, response.headers.get('location')], [201, location]);
    const found = await service.call('GET', location, { headers });
    assert.equal(found.status, 200, location);
  }
});

test('a PUT that replaces has no Location', async (t) => {
  const service = await startService(t, { pets });
  const entry = { quantity: 1, status: 'pending' };

  const replaced = await service.call('PUT', '/v1/inventory/1', { body: entry });

  assert.deepEqual([replaced.status, replaced.headers.get('location')], [200, null]);
});
