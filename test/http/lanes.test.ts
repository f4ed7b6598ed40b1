import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overloaded } from '../../src/domain/errors.ts';
import { errorResponse } from '../../src/http/errors.ts';
import { laneNames } from '../../src/lanes.ts';
import { figureIn, figureOf } from '../support/http/figures.ts';
import { openSocket } from '../support/http/raw-socket.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';
import { patienceMs, until } from '../support/until.ts';

const bounded = { timeout: patienceMs };

async function metricsOf({ call }: TestService): Promise<string> {
  return (await call('GET', '/metrics')).text();
}

const waitsIn = (text: string, lane: string) =>
  figureIn(text, `pawstock_lane_wait_seconds_count{lane="${lane}"}`);

test('a new instance has the waits of each lane in its metrics', async (t) => {
  const service = await startService(t);
  const text = await metricsOf(service);
  const shown = text.matchAll(/^pawstock_lane_wait_seconds_count\{lane="(\w+)"\}/gm);
  assert.deepEqual(
    [...shown].map(([, lane]) => lane),
    laneNames,
  );
});

test('each request is counted in the lane that it waits for', async (t) => {
  const service = await startService(t);
  const requests: Record<string, () => Promise<Response>> = {
    writes: () => service.call('PATCH', '/v1/inventory/1', { body: { quantity: 3 } }),
    batches: () => service.call('PATCH', '/v1/inventory', { body: [{ petId: 1, quantity: 4 }] }),
    lists: () => service.call('GET', '/v1/inventory?status=available'),
    pages: () => service.call('GET', '/v1/inventory/history'),
    reports: () => service.call('GET', '/v1/inventory/report'),
    reportResponses: () => service.call('GET', '/v1/inventory/report'),
  };
  for (const [lane, request] of Object.entries(requests)) {
    await t.test(lane, async () => {
      const before = waitsIn(await metricsOf(service), lane);
      const response = await request();
      await response.text();
      assert.equal(response.status, 200);
      assert.equal(waitsIn(await metricsOf(service), lane), before + 1);
    });
  }
});

test(
  'a key that has its share of the event streams leaves room for another key',
  bounded,
  async (t) => {
    const limits = { eventStreamsMax: 3, eventStreamsPerKeyMax: 2 };
    const service = await startService(t, { limits });
    const other = await createKey(service.store, { name: 'other' });
    const open = (secret: string) =>
      openSocket(
        service.port,
        `GET /v1/inventory/events HTTP/1.0\r\nAuthorization: Bearer ${secret}\r\n\r\n`,
      );
    const greeting = ': connected\n\n';
    const first = open(service.secret);
    await first.until(greeting);
    await open(service.secret).until(greeting);

    const refused = await service.call('GET', '/v1/inventory/events');
    assert.equal(refused.status, 503);
    assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    const { code, message } = (await refused.json()) as { code: string; message: string };
    assert.deepEqual(
      { code, message },
      {
        code: 'overloaded',
        message: 'Too many event streams are open. Try again in a moment.',
      },
    );

    await open(other).until(greeting);
    first.socket.destroy();
    await until(async () => {
      return (await figureOf(service, service.secret, 'pawstock_event_streams')) === 2;
    });
    await open(service.secret).until(greeting);
  },
);

test('Retry-After is the time after which the refusal expects room', () => {
  const { headers } = errorResponse(overloaded('Too many lists are waiting to be made.', 7));
  assert.equal(headers['retry-after'], '7');
});
