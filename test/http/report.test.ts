import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { openSocket } from '../support/http/raw-socket.ts';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

type Pet = Record<string, number | null>;
type Body = { since: string; until: string; timeZone: string; pets: Pet[]; totals: Pet; days?: unknown[] };

test('a report sums what the ledger has of a span', async (t) => {
  const clock = { nowMs: Date.parse('2026-03-27T12:00:00Z') };
  const service = await startService(t, { now: () => clock.nowMs, pets: [], settings: { TIME_ZONE: 'europe/berlin' } });
  const put = (petId: string, quantity: number) =>
    service.call('PUT', `/v1/inventory/${petId}`, { body: { quantity, status: 'available' } });
  const adjust = (petId: string, delta: number, reason?: string) =>
    service.call('POST', `/v1/inventory/${petId}/adjustments`, { body: { delta, ...(reason && { reason }) } });
  const report = async (query: string) => {
    const response = await service.call('GET', `/v1/inventory/report${query}`);
    assert.equal(response.status, 200);
    return (await response.json()) as Body;
  };
  await put('1', 20);
  await put('9007199254740993', 3);
  await put('5', 0);
  clock.nowMs = Date.parse('2026-03-28T12:00:00Z');
  await adjust('1', -6, 'sale');
  clock.nowMs = Date.parse('2026-03-28T12:40:00Z');
  await adjust('1', 2, 'sale');
  await adjust('1', 10, 'arrival');
  await adjust('1', 1, 'return');
  await adjust('1', -2, 'damage');
  await adjust('1', -1, 'adjustment');
  await service.call('PATCH', '/v1/inventory/1', { body: { quantity: 22, reason: 'count' } });
  await service.call('DELETE', '/v1/inventory/9007199254740993');
  clock.nowMs = Date.parse('2026-03-31T12:00:00Z');
  await adjust('1', -1, 'sale');

  // From midnight to midnight: two days, of which the second has 23 hours.
  const span = '?since=2026-03-27T23:00:00Z&until=2026-03-29T22:00:00Z';
  const one = {
    ...{ petId: 1, start: 20, end: 22, sold: 4, arrived: 10, returned: 1, damaged: 2, counted: -2, other: -1 },
    ...{ soldPerDay: 2, daysLeft: 11 },
  };
  const { pets, totals, ...rest } = await report(span);
  assert.deepEqual(rest, {
    since: '2026-03-27T23:00:00.000Z',
    until: '2026-03-29T22:00:00.000Z',
    timeZone: 'Europe/Berlin',
  });
  assert.deepEqual(pets[0], one);
  assert.deepEqual(pets.length, 2, 'a pet without stock that did not change is left out');
  assert.deepEqual([pets[1]?.['start'], pets[1]?.['end'], pets[1]?.['other'], pets[1]?.['daysLeft']], [3, 0, -3, null]);
  assert.deepEqual([totals['start'], totals['end'], totals['sold'], totals['soldPerDay']], [23, 22, 4, 2]);
  const { days } = await report(`${span}&days=true`);
  assert.deepEqual(days, [{ day: '2026-03-28', sold: 4, arrived: 10 }]);

  const csv = await service.call('GET', `/v1/inventory/report${span}`, { headers: { accept: 'text/csv' } });
  assert.match(csv.headers.get('content-type') ?? '', /^text\/csv/);
  const text = await csv.text();
  const rows = parse(text, { columns: true, record_delimiter: '\r\n' }) as Record<string, string>[];
  assert.deepEqual(
    Object.entries(rows[0] ?? {}),
    Object.entries(one).map(([name, value]) => [name, String(value)]),
  );
  assert.equal(rows[1]?.['petId'], '9007199254740993');
  assert.equal(rows[1]?.['daysLeft'], '');
  const json = await service.call('GET', `/v1/inventory/report${span}`, {
    headers: { accept: 'application/json, text/csv;q=0.5' },
  });
  assert.equal(json.headers.get('content-type'), 'application/json');

  // By default the last 30 days.
  clock.nowMs = Date.parse('2026-04-20T12:00:00Z');
  const latest = await report('');
  assert.deepEqual([latest.since, latest.until], ['2026-03-21T12:00:00.000Z', '2026-04-20T12:00:00.000Z']);
  assert.equal(latest.totals['sold'], 5);
  assert.equal((await report('?since=2026-04-20T12:00:00Z')).pets[0]?.['soldPerDay'], 0);
  const bad = [
    'since=yesterday',
    'until=2026-01-01',
    'days=yes',
    'sort=sold',
    'since=2026-02-01T00:00:00Z&until=2026-01-01T00:00:00Z',
  ];
  await runScenarios(
    t,
    service,
    bad.map((query): Scenario => [query, `GET /v1/inventory/report?${query}`, {}, '400 invalid_query']),
  );
});

test('a day begins at midnight of the shop, also where that is within an hour elsewhere', async (t) => {
  const clock = { nowMs: Date.parse('2026-03-28T18:00:00Z') };
  const settings = { TIME_ZONE: 'Asia/Kathmandu' };
  const service = await startService(t, { now: () => clock.nowMs, pets: [], settings });
  await service.call('PUT', '/v1/inventory/1', { body: { quantity: 9, status: 'available' } });
  const sell = async (time: string, delta: number) => {
    clock.nowMs = Date.parse(time);
    await service.call('POST', '/v1/inventory/1/adjustments', { body: { delta, reason: 'sale' } });
  };
  await sell('2026-03-28T18:14:59.999Z', -1);
  await sell('2026-03-28T18:15:00Z', -2);
  const query = 'since=2026-03-28T00:00:00Z&until=2026-03-29T00:00:00Z&days=true';
  const { days } = (await (await service.call('GET', `/v1/inventory/report?${query}`)).json()) as Body;
  assert.deepEqual(days, [
    { day: '2026-03-28', sold: 1, arrived: 0 },
    { day: '2026-03-29', sold: 2, arrived: 0 },
  ]);
});

test('a report holds its place until its last byte is sent, or its client has gone', async (t) => {
  const pets = Array.from({ length: 40_000 }, (_, index) => ({ petId: BigInt(index + 1), quantity: 5 }));
  const { port, secret, call } = await startService(t, { pets, limits: { reportsMax: 1 } });
  const request = `GET /v1/inventory/report HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n\r\n`;
  const another = async () => {
    const response = await call('HEAD', '/v1/inventory/report');
    await response.body?.cancel();
    return response.status;
  };
  const unsent = async () =>
    Number(/^pawstock_http_unsent_bytes (.+)$/m.exec(await (await call('GET', '/metrics')).text())?.[1]);
  for (const leaves of ['reads on', 'resets'] as const) {
    const { socket, reset } = openSocket(port, request, { reading: false });
    await until(async () => (await unsent()) > 1_000_000);
    assert.equal(await another(), 503, 'the place is taken while the client does not read');
    if (leaves === 'resets') reset();
    else socket.on('data', () => undefined);
    await until(async () => (await another()) === 200);
    assert.equal(await unsent(), 0);
    socket.destroy();
  }
});

test('a report up to now has a change of this very millisecond, one up to a time has what was before it', async (t) => {
  const nowMs = Date.parse('2026-05-05T12:00:00Z');
  const { call } = await startService(t, { now: () => nowMs, pets: [{ petId: 1n, quantity: 5 }] });
  await call('POST', '/v1/inventory/1/adjustments', { body: { delta: -2, reason: 'sale' } });
  const soldIn = async (query: string) => {
    const { totals } = (await (await call('GET', `/v1/inventory/report${query}`)).json()) as Body;
    return totals['sold'];
  };
  assert.equal(await soldIn(''), 2);
  assert.equal(await soldIn('?since=2026-05-05T12:00:00Z'), 2);
  assert.equal(await soldIn('?until=2026-05-05T12:00:00Z'), 0);
});
