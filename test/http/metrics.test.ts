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

/** The figure of the service with this name, which follows `pawstock_`. */
const ownFigure = (text: string, series: string) => figureIn(text, `pawstock_${series}`);

test('metrics', async (t) => {
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
    ownFigure(
      text,
      `requests_total{operation="${operation}",method="${method}",status="${status}"}`,
    );

  await t.test('count requests by operation, method and status', () => {
    assert.equal(requests('updateInventory', 'PATCH', 200), 2, 'updates');
    assert.equal(requests('updateInventory', 'PATCH', 400), 1, 'refused updates');
    assert.equal(requests('listInventory', 'GET', 200), 1, 'lists');
    assert.equal(requests('none', 'GET', 404), 1, 'requests of nothing');
    assert.equal(requests('site', 'GET', 200), 1, 'requests outside the API');
  });

  await t.test('get no series from the methods that callers invent', () => {
    assert.equal(requests('none', 'other', 405), 1);
  });

  await t.test('have the time that requests took', () => {
    const updates = '{operation="updateInventory"}';

    assert.equal(ownFigure(text, `request_duration_seconds_count${updates}`), 3);
    assert.ok(ownFigure(text, `request_duration_seconds_sum${updates}`) > 0, 'seconds in all');
  });

  const exact = {
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
  for (const [series, value] of Object.entries(exact)) {
    await t.test(`have ${series}`, () => assert.equal(ownFigure(text, series), value));
  }

  await t.test('have the time that commits and syncs took', () => {
    assert.ok(ownFigure(text, 'commit_duration_seconds_sum') > 0, 'seconds of commits');
    if (testEngine.name === 'sqlite')
      assert.ok(ownFigure(text, 'sync_duration_seconds_count') >= 1, 'syncs');
  });

  await t.test('count the checks of the head of the store', () => {
    assert.ok(ownFigure(text, 'head_checks_total') >= 2);
  });

  await t.test('count connections', () => {
    assert.ok(ownFigure(text, 'http_connections') >= 1);
  });

  await t.test('name the version, the build and the engine', () => {
    assert.match(text, /^pawstock_info\{version="[\d.]+",build="[0-9a-f]{12}",engine="\w+"\} 1$/m);
  });

  await t.test('have those of the process', () => {
    assert.ok(figureIn(text, 'process_resident_memory_bytes') > 1e6);
  });

  await t.test('need a key', async () => {
    assert.equal((await fetch(`${service.url}/metrics`)).status, 401);
  });

  await t.test('show no key', async () => {
    const reader = await createKey(service.store, { name: 'prometheus', scope: 'read' });

    const shown = await metricsOf(service, reader);

    assert.ok(!shown.includes(reader), 'the key is among the metrics');
  });
});

test('errors are counted from 0 on, so that the first one is an increase', async (t) => {
  const service = await startService(t);
  const text = await metricsOf(service);

  for (const { operation, method } of [
    { operation: 'updateInventory', method: 'PATCH' },
    { operation: 'listInventory', method: 'GET' },
    { operation: 'none', method: 'GET' },
  ]) {
    for (const status of [401, 500, 503, 507]) {
      await t.test(`${status} of ${operation}`, () => {
        const labels = `operation="${operation}",method="${method}",status="${status}"`;

        assert.equal(figureIn(text, `pawstock_requests_total{${labels}}`), 0);
      });
    }
  }
});

const dayMs = 86_400_000;

test('metrics of reservations', async (t) => {
  let nowMs = Date.parse('2026-05-01T08:00:00Z');
  const service = await startService(t, { now: () => nowMs });
  const call = (method: string, path: string, body: object = {}) =>
    service.call(method, `/v1/reservations/${path}`, { body });
  const reserve = (id: string, quantity: number) =>
    call('PUT', id, { items: [{ petId: 1, quantity }] });

  await reserve('a', 3);
  await reserve('a', 4);
  // The first reservation expires, and the clock is set back afterwards.
  nowMs += 3 * dayMs;
  for (const id of ['a', 'b', 'c']) await reserve(id, 1);
  nowMs -= 3 * dayMs;
  await call('POST', 'b/sale');
  await call('PATCH', 'c', { note: 'n' });
  for (let times = 0; times < 2; times++) await call('DELETE', 'c');
  const text = await metricsOf(service);

  const outcomes = { reserved: 4, replaced: 1, changed: 1, sold: 1, released: 1 };
  for (const [outcome, count] of Object.entries(outcomes)) {
    await t.test(`count those that were ${outcome}`, () => {
      assert.equal(ownFigure(text, `reservations_total{outcome="${outcome}"}`), count);
    });
  }

  await t.test('count the active ones and what they hold', () => {
    assert.equal(ownFigure(text, 'reservations'), 1);
    assert.equal(ownFigure(text, 'reserved_units'), 1);
  });

  await t.test('tell how far the ledger is ahead of a clock that was set back', () => {
    assert.equal(ownFigure(text, 'clock_ahead_seconds'), (3 * dayMs) / 1_000);
  });
});
