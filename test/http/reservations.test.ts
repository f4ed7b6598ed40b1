import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/limits.ts';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService, type TestService } from '../support/service/service.ts';

const huge = 2n ** 63n - 1n;
const pets = [
  { petId: 1n, quantity: 5 },
  { petId: 2n, quantity: 3 },
  { petId: huge, quantity: 2 },
];

type Row = { petId: number; quantity: number };
type Body = { id: string; expiresAt: string; state: string };

const pathOf = (id: string) => `/v1/reservations/${id}`;
const reserve = (service: TestService, id: string, rows: Row[], more: object = {}) =>
  service.call('PUT', pathOf(id), { body: { items: rows, ...more } });
const sell = (service: TestService, id: string) =>
  service.call('POST', `${pathOf(id)}/sale`, { body: {} });
const row = (petId: number, quantity: number): Row => ({ petId, quantity });
const messageOf = async (response: Response) =>
  ((await response.json()) as { message: string }).message;

test('a refusal says how much is free, and until when; what states a fact is never refused', async (t) => {
  const service = await startService(t, { pets });
  const first = await reserve(service, 'a', [row(1, 4), row(2, 2)]);
  const { expiresAt } = (await first.json()) as Body;
  const held = { etag: first.headers.get('etag') };
  const put = (id: string, ...items: Row[]) =>
    ['reserve', `PUT ${pathOf(id)}`, { body: { items } }] as const;
  const take = (delta: number) =>
    ['take', 'POST /v1/inventory/1/adjustments', { body: { delta } }] as const;
  const sale = (id: string) => ['sell', `POST ${pathOf(id)}/sale`, {}] as const;
  const short = '409 insufficient_stock';
  const reserved = `Pet 1 has 5 in stock, and 4 reserved until ${expiresAt} at the latest.`;
  const gone =
    'Row 1: Pet 1 is no longer in the inventory, so what is reserved of it cannot be sold.';
  await runScenarios(t, service, [
    [...put('b', row(2, 1), row(1, 2)), short, {}, `Row 2: ${reserved} Reserve at most 1.`],
    [...take(-2), short, {}, `${reserved} Remove at most 1.`],
    [...take(-1), 200],
    [...take(-1), short, {}, /Wait, or release a reservation\.$/],
    ['a fact', 'PATCH /v1/inventory/1', { body: { quantity: 3 } }, 200],
    [...sale('a'), short, held, 'Row 1: Pet 1 has only 3 in stock. Sell at most 3.'],
    [...put('a', row(1, 4)), short, held],
    [...put('a', row(77, 1)), '404 pet_not_found', held],
    [...take(1), 200],
    [...sale('a'), 200],
    [...put('c', row(1, 1)), short, {}, /^Row 1: Pet 1 is out of stock\. Add stock /],
    ['a fact', 'PUT /v1/inventory/1', { body: { quantity: 1, status: 'pending' } }, 200],
    [...put('c', row(1, 1)), 201],
    ['a fact', 'DELETE /v1/inventory/1', {}, 204],
    [...sale('c'), short, {}, gone],
  ]);
});

function putScenario(id: string, items: Row[], response: number | string): Scenario {
  return [`${items.length} rows`, `PUT ${pathOf(id)}`, { body: { items } }, response];
}

test('a reservation has at most a hundred rows', async (t) => {
  const service = await startService(t, { pets });
  const tooMany = [...Array(101).keys()].map((petId) => row(petId, 1));
  await runScenarios(t, service, [putScenario('x', tooMany, '400 invalid_value')]);
});

test('a reservation names each pet once', async (t) => {
  const service = await startService(t, { pets });
  const twice = [row(1, 1), row(1, 1)];
  await runScenarios(t, service, [putScenario('x', twice, '400 invalid_value')]);
});

test('a reservation is refused with the row and the fault of a wrong quantity', async (t) => {
  const service = await startService(t, { pets });
  const refused = await reserve(service, 'x', [row(1, 1), row(2, -1)]);
  assert.equal(
    await messageOf(refused),
    'Row 2: "quantity" must be an integer from 1 to 9007199254740991.',
  );
});

test('two reservations', async (t) => {
  const service = await startService(t, { pets });
  const everyDigit = { raw: `{"items":[{"petId":${huge},"quantity":2.0}]}` };
  await runScenarios(t, service, [
    putScenario('b', [row(1, 1)], 201),
    ['every digit', `PUT ${pathOf('a~B:c._-')}`, everyDigit, 201],
  ]);

  await t.test('are listed in pages', async (own) => {
    const link = '</v1/reservations?limit=1&after=a%7EB%3Ac._->; rel="next"';
    const last = 'GET /v1/reservations?limit=1&after=a%7EB%3Ac._-';
    await runScenarios(own, service, [
      ['a page', 'GET /v1/reservations?limit=1', {}, 200, { link }],
      ['the last page', last, {}, 200, { link: null }],
    ]);
  });

  await t.test('are summed for each pet', async (own) => {
    const sums = `[{"petId":1,"reserved":1},{"petId":${huge},"reserved":2}]`;
    await runScenarios(own, service, [['sums', 'GET /v1/inventory/reserved', {}, `200 ${sums}`]]);
  });

  await t.test('are sold without a body', async (own) => {
    await runScenarios(own, service, [['a sale', `POST ${pathOf('b')}/sale`, {}, 200]]);
  });
});

test('a page of reservations ends before it has too many rows, with a Link to the rest', async (t) => {
  const service = await startService(t, { pets, limits: { reservationPageRowsMax: 3 } });
  await reserve(service, 'a', [row(1, 1), row(2, 1)]);
  await reserve(service, 'b', [row(1, 1)]);
  await reserve(service, 'c', [row(2, 1)]);
  await reserve(service, 'd', [row(1, 1), row(2, 1)]);

  const pages = async (path: string) => {
    const ids: string[][] = [];
    let next: string | undefined = path;
    while (next !== undefined) {
      const response = await service.call('GET', next);
      ids.push(((await response.json()) as Body[]).map(({ id }) => id));
      next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
    return ids;
  };

  assert.deepEqual(await pages('/v1/reservations'), [
    ['a', 'b'],
    ['c', 'd'],
  ]);
  assert.deepEqual(await pages('/v1/reservations?petId=2'), [['a', 'c'], ['d']]);
  assert.deepEqual(await pages('/v1/reservations?limit=1'), [['a'], ['b'], ['c'], ['d']]);
});

test('a reservation that alone has too many rows for a page is a page', async (t) => {
  const service = await startService(t, { pets, limits: { reservationPageRowsMax: 1 } });
  await reserve(service, 'a', [row(1, 1), row(2, 1)]);
  const response = await service.call('GET', '/v1/reservations');
  assert.deepEqual(
    ((await response.json()) as Body[]).map(({ id }) => id),
    ['a'],
  );
  assert.equal(response.headers.get('link'), null);
});

test('what has ended is remembered for 30 days, and what was sold is not sold again meanwhile', async (t) => {
  let nowMs = Date.now();
  const service = await startService(t, { pets, now: () => nowMs });
  const iso = (ms: number) => new Date(ms).toISOString();
  const stateOf = async (id: string) =>
    ((await (await service.call('GET', pathOf(id))).json()) as Body).state;
  await reserve(service, 'order', [row(2, 1), row(1, 2)]);
  nowMs += 1_000;
  const soldAt = iso(nowMs);
  const sold = await sell(service, 'order');
  const again = async () => {
    const gone = `Reservation order was sold at ${soldAt}. Use another id for another order.`;
    const refused = [await sell(service, 'order'), await reserve(service, 'order', [row(1, 1)])];
    for (const response of refused)
      assert.deepEqual([response.status, await messageOf(response)], [409, gone]);
  };
  await again();
  await reserve(service, 'basket', [row(1, 1)], { expiresIn: 5 });
  nowMs += 5_000;
  const expired = await service.call('GET', pathOf('basket'));
  await service.store.sweep();
  const swept = await service.call('GET', pathOf('basket'));
  assert.equal(
    swept.headers.get('etag'),
    expired.headers.get('etag'),
    'a sweep changes nothing that a caller can see',
  );
  assert.equal(await swept.text(), await expired.text());

  // A sold reservation is kept for 30 days to the millisecond, whether or not the periodic cleanup
  // runs.
  nowMs = Date.parse(soldAt) + limits.endedReservationMs - 1;
  await service.store.sweep();
  await again();
  nowMs += 1;
  assert.equal((await service.call('GET', pathOf('order'))).status, 404);
  assert.equal((await sell(service, 'order')).status, 404);
  assert.equal(await stateOf('basket'), 'expired');
  assert.deepEqual(await service.store.sweep(), { expired: 0, forgotten: 1, isDone: true });
  assert.equal(
    (await service.store.head()).atMs,
    nowMs,
    'time does not go back behind what was forgotten',
  );
  const other = await reserve(service, 'order', [row(1, 1)]);
  assert.equal(other.status, 201);
  assert.ok(
    Number(other.headers.get('etag')?.slice(1, -1)) >
      Number(sold.headers.get('etag')?.slice(1, -1)),
  );
});
