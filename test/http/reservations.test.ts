import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/limits.ts';
import { figureIn } from '../support/http/figures.ts';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

const huge = 2n ** 63n - 1n;
const pets = [
  { petId: 1n, quantity: 5 },
  { petId: 2n, quantity: 3 },
  { petId: huge, quantity: 2 },
];

type Row = { petId: number; quantity: number };
type Body = {
  id: string;
  items: Row[];
  expiresAt: string;
  createdAt: string;
  key: string;
  note: string | null;
  state: string;
  endedAt: string | null;
  sale: { firstSeq: number; lastSeq: number } | null;
};

const pathOf = (id: string) => `/v1/reservations/${id}`;
const reserve = (service: TestService, id: string, rows: Row[], more: object = {}) =>
  service.call('PUT', pathOf(id), { body: { items: rows, ...more } });
const sell = (service: TestService, id: string, options = {}) =>
  service.call('POST', `${pathOf(id)}/sale`, { body: {}, ...options });
const row = (petId: number, quantity: number): Row => ({ petId, quantity });
const reserved = async (service: TestService) => (await service.call('GET', '/v1/inventory/reserved')).text();
const messageOf = async (response: Response) => ((await response.json()) as { message: string }).message;

test('stock is reserved, replaced, read, listed and released, and the stock itself does not change', async (t) => {
  const service = await startService(t, { pets });
  const stock = async () => (await service.call('GET', '/v1/inventory')).text();
  const before = [await stock(), (await service.store.head()).seq];
  const made = await reserve(service, 'order-1', [row(1, 4), row(2, 1)], { note: 'for Ana', expiresIn: 60 });
  assert.equal(made.status, 201);
  assert.equal(made.headers.get('x-stability'), 'beta');
  assert.match(made.headers.get('etag') ?? '', /^"[1-9]\d*"$/);
  const text = await made.text();
  const first = JSON.parse(text) as Body;
  const names = 'id items expiresAt createdAt key note state endedAt sale';
  assert.equal(Object.keys(first).join(' '), names);
  assert.deepEqual([first.state, first.endedAt, first.sale], ['active', null, null]);
  assert.deepEqual([first.id, first.key, first.note], ['order-1', 'admin', 'for Ana']);
  assert.deepEqual(first.items, [row(1, 4), row(2, 1)]);
  assert.equal(Date.parse(first.expiresAt) - Date.parse(first.createdAt), 60_000);
  assert.equal(await (await service.call('GET', pathOf('order-1'))).text(), text);
  assert.equal(await reserved(service), '[{"petId":1,"reserved":4},{"petId":2,"reserved":1}]');

  // Its own hold does not count: all five are free for it.
  const again = await reserve(service, 'order-1', [row(1, 5)]);
  assert.equal(again.status, 200);
  const second = (await again.json()) as Body;
  assert.deepEqual([second.createdAt, second.expiresAt], [first.createdAt, first.expiresAt], 'it keeps its expiry');
  assert.equal(second.note, null);
  assert.equal(await reserved(service), '[{"petId":1,"reserved":5}]');

  const other = await service.call('PUT', pathOf('a~B:c._-'), { raw: `{"items":[{"petId":${huge},"quantity":2.0}]}` });
  const { expiresAt, createdAt } = (await other.json()) as Body;
  assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 900_000, 'fifteen minutes by default');
  const list = async (query: string) => {
    const response = await service.call('GET', `/v1/reservations${query}`);
    return [await response.text(), response.headers.get('link')] as const;
  };
  const [all] = await list('');
  assert.deepEqual(
    (JSON.parse(all) as Body[]).map(({ id }) => id),
    ['a~B:c._-', 'order-1'],
  );
  assert.match(all, /"petId":9223372036854775807,"quantity":2\}/);
  const [page, link] = await list('?limit=1');
  assert.equal((JSON.parse(page) as Body[])[0]?.id, 'a~B:c._-');
  assert.equal(link, '</v1/reservations?limit=1&after=a%7EB%3Ac._->; rel="next"');
  const [last, end] = await list('?limit=1&after=a%7EB%3Ac._-');
  assert.deepEqual([(JSON.parse(last) as Body[])[0]?.id, end], ['order-1', null]);
  assert.equal((JSON.parse((await list(`?petId=${huge}`))[0]) as Body[]).length, 1);
  assert.equal((await list('?petId=2'))[0], '[]');
  assert.deepEqual([await stock(), (await service.store.head()).seq], before);

  await runScenarios(t, service, [
    ['released', `DELETE ${pathOf('order-1')}`, {}, '204 '],
    ['released already', `DELETE ${pathOf('order-1')}`, {}, '204 '],
    ['released', `POST ${pathOf('order-1')}/sale`, { body: {} }, '409 reservation_ended'],
    ['released', `PATCH ${pathOf('order-1')}`, { body: { expiresIn: 9 } }, '409 reservation_ended'],
    ['never made', `DELETE ${pathOf('order-2')}`, {}, '404 reservation_not_found'],
    ['never made', `GET ${pathOf('order-2')}`, {}, '404 reservation_not_found'],
    ['never made', `POST ${pathOf('order-2')}/sale`, { body: {} }, '404 reservation_not_found'],
    ['never made', `PATCH ${pathOf('order-2')}`, { body: { note: '' } }, '404 reservation_not_found'],
    ['what is left', 'GET /v1/inventory/reserved', {}, `200 [{"petId":${huge},"reserved":2}]`],
  ]);
});

test('what is reserved is kept for its sale, and what states a fact is never refused', async (t) => {
  const service = await startService(t, { pets });
  const take = (petId: number, delta: number) =>
    service.call('POST', `/v1/inventory/${petId}/adjustments`, { body: { delta } });
  const first = await reserve(service, 'a', [row(1, 4), row(2, 2)]);
  const { expiresAt } = (await first.json()) as Body;
  const refused = await reserve(service, 'b', [row(2, 1), row(1, 2)]);
  assert.equal(refused.status, 409);
  assert.equal(
    await messageOf(refused),
    `Row 2: Pet 1 has 5 in stock, and 4 reserved until ${expiresAt} at the latest. Reserve at most 1.`,
  );
  assert.equal(await reserved(service), '[{"petId":1,"reserved":4},{"petId":2,"reserved":2}]', 'all or nothing');
  const adjusted = await take(1, -2);
  assert.equal(adjusted.status, 409);
  assert.match(await messageOf(adjusted), /^Pet 1 has 5 in stock, and 4 reserved until .* Remove at most 1\.$/);
  assert.equal((await take(1, -1)).status, 200);
  const none = await take(1, -1);
  assert.equal(none.status, 409);
  assert.match(await messageOf(none), /Wait, or release a reservation\.$/);
  // A fact.
  assert.equal((await service.call('PATCH', '/v1/inventory/1', { body: { quantity: 3 } })).status, 200);
  const short = await sell(service, 'a');
  assert.equal(short.status, 409);
  assert.equal(await messageOf(short), 'Row 1: Pet 1 has only 3 in stock. Sell at most 3.');
  const tooMany = await reserve(service, 'a', [row(1, 4)]);
  const unknown = await reserve(service, 'a', [row(77, 1)]);
  assert.deepEqual([tooMany.status, unknown.status], [409, 404]);
  for (const { headers } of [short, tooMany, unknown]) assert.equal(headers.get('etag'), first.headers.get('etag'));
  assert.equal((await take(1, 1)).status, 200);
  const sold = await sell(service, 'a');
  assert.equal(
    `${sold.status} ${await sold.text()}`,
    '200 [{"petId":1,"quantity":0,"status":"available"},{"petId":2,"quantity":1,"status":"available"}]',
  );
  const history = (await (await service.call('GET', '/v1/inventory/history?limit=2')).json()) as object[];
  const expected = { kind: 'adjust', reason: 'sale', note: null, key: 'admin', reservation: 'a' };
  for (const [index, entry] of history.entries()) {
    assert.deepEqual({ ...entry, ...expected, petId: 2 - index, delta: index === 0 ? -2 : -4 }, entry);
  }

  assert.match(await messageOf(await reserve(service, 'c', [row(1, 1)])), /^Row 1: Pet 1 is out of stock\. Add stock /);
  await service.call('PUT', '/v1/inventory/1', { body: { quantity: 1, status: 'pending' } });
  assert.equal((await reserve(service, 'c', [row(1, 1)])).status, 201);
  assert.equal((await service.call('DELETE', '/v1/inventory/1')).status, 204);
  const removed = await sell(service, 'c', { body: { note: 'late' } });
  assert.deepEqual(
    [removed.status, await messageOf(removed)],
    [409, 'Row 1: Pet 1 is no longer in the inventory, so what is reserved of it cannot be sold.'],
  );
});

test('what a reservation may be', async (t) => {
  const service = await startService(t, { pets, limits: { reservationRowsInStoreMax: 3 } });
  const [reader, writer, careful] = await Promise.all([
    createKey(service.store, { scope: 'read' }),
    createKey(service.store, { scope: 'write' }),
    createKey(service.store, { scope: 'write', requireVersion: true, name: 'careful' }),
  ]);
  const as = (secret: string) => ({ authorization: `Bearer ${secret}` });
  const put = (name: string, body: unknown, response: string, id = 'x'): Scenario => [
    name,
    `PUT ${pathOf(id)}`,
    { body },
    response,
  ];
  const items = [row(1, 1)];
  await runScenarios(t, service, [
    put('too many rows', { items: Array.from({ length: 101 }, (_, petId) => row(petId, 1)) }, '400 invalid_value'),
    put('a pet twice', { items: [row(1, 1), row(1, 1)] }, '400 invalid_value'),
    put('more than a day', { items, expiresIn: 86_401 }, '400 invalid_value'),
    put('no such pet', { items: [row(1, 1), row(7, 1)] }, '404 pet_not_found'),
    put('too many', { items: [row(1, 6)] }, '409 insufficient_stock'),
    put('an id with a space', { items }, '400 invalid_value', 'a%20b'),
    put('a long id', { items }, '400 invalid_value', 'i'.repeat(129)),
    put('the longest id', { items }, '201', 'i'.repeat(128)),
    ['a version', `PUT ${pathOf('x')}`, { body: { items }, headers: { 'if-match': '"1"' } }, '412 version_mismatch'],
    ['a bad one', `PUT ${pathOf('x')}`, { body: { items }, headers: { 'if-match': '1' } }, '400 invalid_header'],
    ['nothing to change', `PATCH ${pathOf('x')}`, { body: {} }, '400 invalid_value'],
    ['an unknown field', `PATCH ${pathOf('x')}`, { body: { items } }, '400 invalid_value'],
    ['a note that is none', `PATCH ${pathOf('x')}`, { body: { note: null } }, '400 invalid_value'],
    ['no version', `DELETE ${pathOf('x')}`, { headers: { 'if-none-match': '*' } }, '400 invalid_header'],
    ['no body, and none reserved', `POST ${pathOf('none')}/sale`, {}, '404 reservation_not_found'],
    ['no such limit', 'GET /v1/inventory/reserved?limit=0', {}, '400 invalid_query'],
    ['no such pet', 'GET /v1/inventory/reserved?limit=1&after=x', {}, '400 invalid_query'],
    ['a reader', 'GET /v1/reservations', { headers: as(reader) }, 200],
    ['a reader', `PUT ${pathOf('x')}`, { body: { items }, headers: as(reader) }, '403 insufficient_scope'],
    ['a writer', `PUT ${pathOf('x')}`, { body: { items }, headers: as(writer) }, 201],
    [
      'another key',
      `PUT ${pathOf('x')}`,
      { body: { items }, headers: { ...as(careful), 'if-match': '*' } },
      '409 reservation_taken',
    ],
    ['an admin', `PUT ${pathOf('x')}`, { body: { items } }, 200],
    ['a key that states versions', `PUT ${pathOf('y')}`, { body: { items }, headers: as(careful) }, 201],
    ['more rows than the store may hold', `PUT ${pathOf('z')}`, { body: { items } }, '409 too_many_reservations'],
    ['the same key must state it', `POST ${pathOf('y')}/sale`, { headers: as(careful) }, '428 precondition_required'],
    ['or any', `POST ${pathOf('y')}/sale`, { headers: { ...as(careful), 'if-match': '*' } }, 200],
  ]);
  const nested = await reserve(service, 'x', [row(1, 1), row(2, -1)]);
  assert.equal(await messageOf(nested), 'Row 2: "quantity" must be an integer from 1 to 9007199254740991.');
});

test('an order is sold once: what has ended is remembered for 30 days, and never sold again meanwhile', async (t) => {
  let nowMs = Date.now();
  const service = await startService(t, { pets, now: () => nowMs });
  const read = async (id: string) => {
    const response = await service.call('GET', pathOf(id));
    const { state, endedAt, sale } = (await response.json()) as Body;
    return { state, endedAt, sale, etag: response.headers.get('etag') };
  };
  const iso = (ms: number) => new Date(ms).toISOString();
  await reserve(service, 'order', [row(2, 1), row(1, 2)], { note: 'for Ana' });
  nowMs += 1_000;
  const soldAt = iso(nowMs);
  const sold = await sell(service, 'order');
  const { seq } = await service.store.head();
  const expected = { state: 'sold', endedAt: soldAt, sale: { firstSeq: seq - 1, lastSeq: seq } };
  assert.deepEqual(await read('order'), { ...expected, etag: sold.headers.get('etag') });
  const [entry] = (await (await service.call('GET', '/v1/inventory/1/history')).json()) as Record<string, unknown>[];
  assert.deepEqual([entry?.['note'], entry?.['reservation'], entry?.['delta']], ['for Ana', 'order', -2]);

  const refused = async (response: Response) => [response.status, await messageOf(response)];
  const gone = [409, `Reservation order was sold at ${soldAt}. Use another id for another order.`];
  const again = async () => {
    assert.deepEqual(await refused(await sell(service, 'order')), gone);
    assert.deepEqual(await refused(await reserve(service, 'order', [row(1, 1)])), gone);
    assert.deepEqual(await refused(await service.call('DELETE', pathOf('order'))), gone);
  };
  await again();
  assert.equal(await reserved(service), '[]');

  // One that was released or has expired may be reserved anew, under another version.
  await reserve(service, 'basket', [row(1, 1)], { expiresIn: 5 });
  const active = await read('basket');
  nowMs += 5_000;
  const expired = await read('basket');
  assert.deepEqual([expired.state, expired.endedAt], ['expired', iso(nowMs)]);
  assert.notEqual(expired.etag, active.etag);
  await service.store.sweep();
  assert.deepEqual(await read('basket'), expired, 'a sweep changes nothing that a caller can see');
  assert.match(
    await messageOf(await sell(service, 'basket')),
    /^Reservation basket expired at .*Z\. Reserve it again /,
  );
  assert.equal((await service.call('DELETE', pathOf('basket'))).headers.get('etag'), expired.etag);
  const anew = await reserve(service, 'basket', [row(1, 1)]);
  assert.equal(anew.status, 201);
  assert.equal(((await anew.json()) as Body).createdAt, iso(nowMs));
  await service.call('DELETE', pathOf('basket'));
  assert.deepEqual((await read('basket')).state, 'released');

  // The last millisecond of the 30 days, and the end of them: whether or not a sweep comes by.
  nowMs = Date.parse(soldAt) + limits.endedReservationMs - 1;
  await service.store.sweep();
  await again();
  nowMs += 1;
  assert.equal((await service.call('GET', pathOf('order'))).status, 404);
  assert.deepEqual((await read('basket')).state, 'released');
  assert.equal((await sell(service, 'order')).status, 404);
  assert.deepEqual(await service.store.sweep(), { expired: 0, forgotten: 1 });
  assert.equal((await service.store.head()).atMs, nowMs, 'time does not go back behind what was forgotten');
  const other = await reserve(service, 'order', [row(1, 1)]);
  assert.equal(other.status, 201);
  assert.ok(Number(other.headers.get('etag')?.slice(1, -1)) > Number(sold.headers.get('etag')?.slice(1, -1)));
});

test('the metrics count reservations and what they hold', async (t) => {
  const service = await startService(t, { pets });
  await reserve(service, 'a', [row(1, 2), row(2, 1)]);
  await reserve(service, 'a', [row(1, 2), row(2, 2)]);
  await reserve(service, 'b', [row(1, 1)]);
  await reserve(service, 'c', [row(1, 1)]);
  await sell(service, 'b');
  await service.call('PATCH', pathOf('c'), { body: { note: 'n' } });
  await service.call('DELETE', pathOf('c'));
  await service.call('DELETE', pathOf('c'));
  const text = await (await service.call('GET', '/metrics')).text();
  const figures = [
    'reservations',
    'reserved_units',
    ...['reserved', 'replaced', 'changed', 'sold', 'released', 'expired'],
  ];
  const values = figures.map((figure, index) =>
    figureIn(text, index < 2 ? `pawstock_${figure}` : `pawstock_reservations_total{outcome="${figure}"}`),
  );
  assert.deepEqual(values, [1, 4, 3, 1, 1, 1, 1, 0]);
});
