import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figureOf } from '../support/http/figures.ts';
import { openSocket } from '../support/http/raw-socket.ts';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

type Body = { timeZone: string; totals: Record<string, number | null>; days?: unknown[] };

test('a day begins at midnight of the shop, also where that is within an hour elsewhere', async (t) => {
  const clock = { nowMs: Date.parse('2026-03-28T18:00:00Z') };
  const settings = { TIME_ZONE: 'asia/kathmandu' };
  const service = await startService(t, { now: () => clock.nowMs, pets: [], settings });
  await service.call('PUT', '/v1/inventory/9007199254740993', { body: { quantity: 9, status: 'available' } });
  const sell = async (time: string, delta: number) => {
    clock.nowMs = Date.parse(time);
    const body = { delta, reason: 'sale' };
    await service.call('POST', '/v1/inventory/9007199254740993/adjustments', { body });
  };
  await sell('2026-03-28T18:14:59.999Z', -1);
  await sell('2026-03-28T18:15:00Z', -2);
  const query = 'since=2026-03-28T00:00:00Z&until=2026-03-29T00:00:00Z&days=true';
  const report = (accept: string) => service.call('GET', `/v1/inventory/report?${query}`, { headers: { accept } });
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

test('a report holds its place until its last byte is sent, or its client has gone', async (t) => {
  const pets = Array.from({ length: 40_000 }, (_, index) => ({ petId: BigInt(index + 1), quantity: 5 }));
  const service = await startService(t, { pets, limits: { reportsMax: 1 } });
  const { port, secret, call } = service;
  const request = `GET /v1/inventory/report HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n\r\n`;
  const another = async () => {
    const response = await call('HEAD', '/v1/inventory/report');
    await response.body?.cancel();
    return response.status;
  };
  const unsent = () => figureOf(service, secret, 'pawstock_http_unsent_bytes');
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
