import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figureIn } from '../support/http/figures.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

async function metricsOf(service: TestService): Promise<string> {
  const response = await service.call('GET', '/metrics');
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  return response.text();
}

test('requests are counted and timed by operation, method and status', async (t) => {
  const service = await startService(t);
  for (const quantity of [1, 2, -1]) await service.call('PATCH', '/v1/inventory/1', { body: { quantity } });
  await service.call('GET', '/v1/inventory');
  await service.call('GET', '/v1/nowhere');
  await service.call('GET', '/healthz');
  await service.call('PROPFIND', '/v1/inventory');
  const text = await metricsOf(service);
  const requests = (operation: string, method: string, status: number) =>
    figureIn(text, `pawstock_requests_total{operation="${operation}",method="${method}",status="${status}"}`);
  assert.equal(requests('updateInventory', 'PATCH', 200), 2);
  assert.equal(requests('updateInventory', 'PATCH', 400), 1);
  assert.equal(requests('listInventory', 'GET', 200), 1);
  assert.equal(requests('none', 'GET', 404), 1);
  assert.equal(requests('site', 'GET', 200), 1);
  assert.equal(requests('none', 'other', 405), 1, 'no caller makes a series of its own');
  assert.equal(figureIn(text, 'pawstock_request_duration_seconds_count{operation="updateInventory"}'), 3);
  assert.ok(figureIn(text, 'pawstock_request_duration_seconds_sum{operation="updateInventory"}') > 0);
});

test('the store, the snapshot, streams and the process are seen', async (t) => {
  const service = await startService(t, { pets: [1n, 2n, 3n].map((petId) => ({ petId, quantity: 1 })) });
  await Promise.all([1, 2, 3].map((id) => service.call('PATCH', `/v1/inventory/${id}`, { body: { quantity: 5 } })));
  const stream = await service.call('GET', '/v1/inventory/events');
  const text = await metricsOf(service);
  await stream.body?.cancel();
  assert.equal(figureIn(text, 'pawstock_snapshot_pets'), 3);
  assert.equal(figureIn(text, 'pawstock_snapshot_seq'), 6);
  assert.equal(figureIn(text, 'pawstock_event_streams'), 1);
  assert.equal(figureIn(text, 'pawstock_store_up'), 1);
  assert.equal(figureIn(text, 'pawstock_state{state="serving"}'), 1);
  assert.equal(figureIn(text, 'pawstock_state{state="draining"}'), 0);
  assert.equal(figureIn(text, 'pawstock_write_queue_commands'), 0);
  assert.equal(figureIn(text, 'pawstock_commit_writes_sum'), 3);
  assert.ok(figureIn(text, 'pawstock_commit_duration_seconds_sum') > 0);
  if (process.env['TEST_ENGINE'] !== 'postgres') assert.ok(figureIn(text, 'pawstock_sync_duration_seconds_count') >= 1);
  assert.ok(figureIn(text, 'pawstock_head_checks_total') >= 2);
  assert.ok(figureIn(text, 'pawstock_http_connections') >= 1);
  assert.match(text, /^pawstock_info\{version="[\d.]+",build="[0-9a-f]{12}",engine="\w+"\} 1$/m);
  assert.ok(figureIn(text, 'process_resident_memory_bytes') > 1e6);
});

test('metrics need a key, of any scope', async (t) => {
  const service = await startService(t);
  assert.equal((await fetch(`${service.url}/metrics`)).status, 401);
  const secret = await createKey(service.store, { name: 'prometheus', scope: 'read' });
  const answer = await service.call('GET', '/metrics', { headers: { authorization: `Bearer ${secret}` } });
  assert.equal(answer.status, 200);
  assert.ok(!(await answer.text()).includes(secret));
  assert.equal((await service.call('POST', '/metrics')).status, 405);
});
