import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../support/service/service.ts';

type Paged = {
  until: string;
  pets: { petId: number; died: number; end: number }[];
  totals: Record<string, number | null>;
};

type Body = { timeZone: string; totals: Record<string, number | null>; days?: unknown[] };

test('a day begins at midnight of the shop, also where that is within an hour elsewhere', async (t) => {
  const clock = { nowMs: Date.parse('2026-03-28T18:00:00Z') };
  const settings = { TIME_ZONE: 'asia/kathmandu' };
  const service = await startService(t, { now: () => clock.nowMs, pets: [], settings });
  await service.call('PUT', '/v1/inventory/9007199254740993', {
    body: { quantity: 9, status: 'available' },
  });
  const sell = async (time: string, delta: number) => {
    clock.nowMs = Date.parse(time);
    const body = { delta, reason: 'sale' };
    await service.call('POST', '/v1/inventory/9007199254740993/adjustments', { body });
  };
  await sell('2026-03-28T18:14:59.999Z', -1);
  await sell('2026-03-28T18:15:00Z', -2);
  const query = 'since=2026-03-28T00:00:00Z&until=2026-03-29T00:00:00Z&days=true';
  const report = (accept: string) =>
    service.call('GET', `/v1/inventory/report?${query}`, { headers: { accept } });
  const json = await report('application/json, text/csv;q=0.5');
  assert.equal(json.headers.get('content-type'), 'application/json');
  const { timeZone, days } = (await json.json()) as Body;
  assert.match(timeZone, /^Asia\/Kath?mandu$/);
  assert.deepEqual(days, [
    { day: '2026-03-28', sold: 1, arrived: 0 },
    { day: '2026-03-29', sold: 2, arrived: 0 },
  ]);
  const csv = await report('text/csv');
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
  assert.match(await csv.text(), /^petId,start,.*\r\n9007199254740993,0,6,3,/);

  await sell('2026-05-05T12:00:00Z', -3);
  const soldIn = async (span: string) => {
    const { totals } = (await (
      await service.call('GET', `/v1/inventory/report${span}`)
    ).json()) as Body;
    return totals['sold'];
  };
  assert.equal(
    await soldIn('?since=2026-05-05T12:00:00Z'),
    3,
    'up to now, with a change of this very millisecond',
  );
  assert.equal(
    await soldIn('?since=2026-05-05T00:00:00Z&until=2026-05-05T12:00:00Z'),
    0,
    'up to a time, without it',
  );
  clock.nowMs -= 3 * 86_400_000;
  assert.equal(
    await soldIn('?since=2026-05-05T12:00:00Z'),
    3,
    'also while the clock is behind the ledger',
  );
});

test('a report comes in pages of the same span, whose totals are over all that is selected', async (t) => {
  const clock = { nowMs: Date.parse('2026-03-28T18:00:00Z') };
  const pets = Array.from({ length: 250 }, (_, index) => ({ petId: BigInt(index), quantity: 2 }));
  const service = await startService(t, { now: () => clock.nowMs, pets });
  const whole = (await (await service.call('GET', '/v1/inventory/report')).json()) as Paged;
  const found: number[] = [];
  let path: string | undefined = '/v1/inventory/report?limit=120';
  while (path !== undefined) {
    const response = await service.call('GET', path);
    const { until, pets: rows, totals } = (await response.json()) as Paged;
    assert.equal(until, whole.until);
    assert.deepEqual(totals, whole.totals);
    found.push(...rows.map(({ petId }) => petId));
    path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    // Time goes on between the pages, and stock changes.
    clock.nowMs += 60_000;
    await service.call('PATCH', '/v1/inventory/3', { body: { quantity: 9 } });
  }
  assert.deepEqual(
    found,
    whole.pets.map(({ petId }) => petId),
  );
});

test('a report on some pets sums these alone, as JSON and as a table', async (t) => {
  const pets = [1n, 2n, 3n].map((petId) => ({ petId, quantity: 5 }));
  const service = await startService(t, { pets });
  await service.call('POST', '/v1/inventory/2/adjustments', {
    body: { delta: -1, reason: 'died' },
  });
  const path = '/v1/inventory/report?petIds=3,2&days=true';
  const { pets: rows, totals } = (await (await service.call('GET', path)).json()) as Paged;
  assert.deepEqual(
    rows.map(({ petId, died, end }) => [petId, died, end]),
    [
      [2, 1, 4],
      [3, 0, 5],
    ],
  );
  assert.deepEqual([totals['died'], totals['end']], [1, 9]);
  const headers = { accept: 'text/csv' };
  const table = await (await service.call('GET', `${path}&after=2&limit=1`, { headers })).text();
  assert.deepEqual(table.match(/^\d+/gm), ['3']);
});
