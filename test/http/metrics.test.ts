import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figureIn } from '../support/http/figures.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';
import { testEngine } from '../support/store/engines.ts';

async function metricsOf(service: TestService, secret = service.secret): Promise<string> {
  const response = await service.call('GET', '/metrics', {
    headers: { authorization: `Bearer ${secret}` },
  });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  return response.text();
}

test('requests are counted and timed; the store, the snapshot, streams and the process are seen', async (t) => {
  const service = await startService(t, {
    pets: [1n, 2n, 3n].map((petId) => ({ petId, quantity: 1 })),
  });
  for (const quantity of [1, 2, -1])
    await service.call('PATCH', '/v1/inventory/1', { body: { quantity } });
  await service.call('GET', '/v1/inventory');
  await service.call('GET', '/v1/nowhere');
  await service.call('GET', '/healthz');
  await service.call('PROPFIND', '/v1/inventory');
  const stream = await service.call('GET', '/v1/inventory/events');
  const text = await metricsOf(service);
  await stream.body?.cancel();
  const requests = (operation: string, method: string, status: number) =>
    figureIn(
      text,
      `pawstock_requests_total{operation="${operation}",method="${method}",status="${status}"}`,
    );
  assert.equal(requests('updateInventory', 'PATCH', 200), 2);
  assert.equal(requests('updateInventory', 'PATCH', 400), 1);
  assert.equal(requests('listInventory', 'GET', 200), 1);
  assert.equal(requests('none', 'GET', 404), 1);
  assert.equal(requests('site', 'GET', 200), 1);
  assert.equal(requests('none', 'other', 405), 1, 'no caller makes a series of its own');
  const exact = {
    'request_duration_seconds_count{operation="updateInventory"}': 3,
    snapshot_pets: 3,
    snapshot_seq: 5,
    event_streams: 1,
    store_up: 1,
    'state{state="serving"}': 1,
    'state{state="draining"}': 0,
    write_queue_commands: 0,
    commit_writes_sum: 2,
    clock_ahead_seconds: 0,
  };
  for (const [series, value] of Object.entries(exact))
    assert.equal(figureIn(text, `pawstock_${series}`), value, series);
  assert.ok(
    figureIn(text, 'pawstock_request_duration_seconds_sum{operation="updateInventory"}') > 0,
  );
  assert.ok(figureIn(text, 'pawstock_commit_duration_seconds_sum') > 0);
  if (testEngine.name === 'sqlite')
    assert.ok(figureIn(text, 'pawstock_sync_duration_seconds_count') >= 1);
  assert.ok(figureIn(text, 'pawstock_head_checks_total') >= 2);
  assert.ok(figureIn(text, 'pawstock_http_connections') >= 1);
  assert.match(text, /^pawstock_info\{version="[\d.]+",build="[0-9a-f]{12}",engine="\w+"\} 1$/m);
  assert.ok(figureIn(text, 'process_resident_memory_bytes') > 1e6);

  assert.equal((await fetch(`${service.url}/metrics`)).status, 401);
  const reader = await createKey(service.store, { name: 'prometheus', scope: 'read' });
  assert.ok(!(await metricsOf(service, reader)).includes(reader));
});

test('the errors of a new instance are counted from 0, so that the first ones are an increase', async (t) => {
  const service = await startService(t);
  const text = await metricsOf(service);
  const named = [
    ['updateInventory', 'PATCH'],
    ['listInventory', 'GET'],
    ['none', 'GET'],
  ];
  for (const [operation, method] of named) {
    for (const status of [401, 500, 503, 507]) {
      const labels = `operation="${operation}",method="${method}",status="${status}"`;
      assert.equal(figureIn(text, `pawstock_requests_total{${labels}}`), 0, labels);
    }
  }
});

test('reservations are counted with what they hold, and how far the time of the ledger is ahead of the clock', async (t) => {
  let nowMs = Date.parse('2026-05-01T08:00:00Z');
  const service = await startService(t, { now: () => nowMs });
  const call = (method: string, path: string, body: object = {}) =>
    service.call(method, `/v1/reservations/${path}`, { body });
  const reserve = (id: string, quantity: number) =>
    call('PUT', id, { items: [{ petId: 1, quantity }] });
  await reserve('a', 3);
  await reserve('a', 4);
  nowMs += 3 * 86_400_000;
  for (const id of ['a', 'b', 'c']) await reserve(id, 1);
  nowMs -= 3 * 86_400_000;
  await call('POST', 'b/sale');
  await call('PATCH', 'c', { note: 'n' });
  for (let times = 0; times < 2; times++) await call('DELETE', 'c');
  const text = await metricsOf(service);
  const outcomes = ['reserved', 'replaced', 'changed', 'sold', 'released'].map((outcome) =>
    figureIn(text, `pawstock_reservations_total{outcome="${outcome}"}`),
  );
  assert.deepEqual(outcomes, [4, 1, 1, 1, 1]);
  const held = ['reservations', 'reserved_units', 'clock_ahead_seconds'];
  const figures = held.map((name) => figureIn(text, `pawstock_${name}`));
  assert.deepEqual(figures, [1, 1, 3 * 86_400]);
});
