import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startService } from '../support/service/service.ts';

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
