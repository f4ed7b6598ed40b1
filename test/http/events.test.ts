import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandAction } from '../../src/domain/action.ts';
import { limits } from '../../src/limits.ts';
import { figureOf } from '../support/http/figures.ts';
import { openSocket, type RawSocket } from '../support/http/raw-socket.ts';
import { runScenarios } from '../support/http/scenarios.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';

/**
 * Opens an event stream over HTTP/1.0, which has no chunks: the text arrives exactly as it was
 * sent.
 */
function request({ port, secret }: TestService, query = '', headers = ''): RawSocket {
  const authorization = headers.includes('Authorization')
    ? ''
    : `Authorization: Bearer ${secret}\r\n`;
  return openSocket(
    port,
    `GET /v1/inventory/events${query} HTTP/1.0\r\n${authorization}${headers}\r\n`,
  );
}

async function openStream(...asked: Parameters<typeof request>): Promise<RawSocket> {
  const stream = request(...asked);
  await stream.until('\r\n\r\n: connected\n\n');
  return stream;
}

test('a stream begins after Last-Event-ID rather than `after`, and not after what is yet to come', async (t) => {
  const service = await startService(t, {
    pets: [1n, 2n, 2n ** 63n - 1n].map((petId) => ({ petId, quantity: 1 })),
  });
  const stream = await openStream(service, '?after=0', 'Last-Event-ID: 2\r\n');
  await stream.until(
    ': connected\n\nid: 3\nevent: change\ndata: {"seq":3,"petId":9223372036854775807,',
  );
  stream.socket.destroy();
  const path = '/v1/inventory/events';
  await runScenarios(t, service, [
    ['in the query', `GET ${path}?after=4`, {}, '400 invalid_query'],
    ['in the header', `GET ${path}`, { headers: { 'last-event-id': '4' } }, '400 invalid_header'],
    [
      'HEAD opens no stream',
      `HEAD ${path}`,
      {},
      200,
      { 'content-type': 'text/event-stream', 'x-stability': 'beta' },
    ],
  ]);
});

test('streams are bounded, have a comment every 15 seconds, and end with their key, their client or the service', async (t) => {
  assert.equal(limits.eventHeartbeatMs, 15_000);
  const service = await startService(t, { limits: { eventHeartbeatMs: 100, eventStreamsMax: 2 } });
  const secret = await createKey(service.store, { name: 'reader', scope: 'read' });
  const doomed = await openStream(service, '', `Authorization: Bearer ${secret}\r\n`);
  const other = await openStream(service);
  await runScenarios(t, service, [
    ['one too many', 'GET /v1/inventory/events', {}, '503 overloaded', { 'retry-after': '1' }],
  ]);
  await service.store.perform(commandAction({ kind: 'key.revoke', name: 'reader' }));
  await Promise.all([doomed.closed, other.until(': connected\n\n:\n\n')]);
  await service.call('PATCH', '/v1/inventory/1', { body: { quantity: 1 } });
  await other.until('\nid: 2\n');
  other.reset();
  const early = Array.from({ length: 50 }, () => request(service));
  for (const { socket, reset } of early) socket.once('connect', reset);
  await Promise.all(early.map(({ closed }) => closed));
  await until(async () => {
    const response = await service.call('GET', '/v1/inventory/events');
    await response.body?.cancel();
    return response.ok;
  });
  await until(
    async () => (await figureOf(service, service.secret, 'pawstock_event_streams')) === 0,
  );
  const last = await openStream(service);
  await Promise.all([service.stop(), last.closed]);
});
