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

const path = '/v1/inventory/events';

/** Waits until the service has noticed that every client is gone. */
function untilNoStream(service: TestService): Promise<void> {
  return until(
    async () => (await figureOf(service, service.secret, 'pawstock_event_streams')) === 0,
  );
}

test('where a stream begins', async (t) => {
  const service = await startService(t, {
    pets: [1n, 2n, 2n ** 63n - 1n].map((petId) => ({ petId, quantity: 1 })),
  });

  await t.test('after Last-Event-ID rather than after the query', async () => {
    const stream = await openStream(service, '?after=0', 'Last-Event-ID: 2\r\n');
    await stream.until(
      ': connected\n\nid: 3\nevent: change\ndata: {"seq":3,"petId":9223372036854775807,',
    );
    stream.socket.destroy();
  });

  await t.test('not after a change that is yet to come', async (own) => {
    await runScenarios(own, service, [
      { title: 'in the query', call: `GET ${path}?after=4`, expected: '400 invalid_query' },
      {
        title: 'in the header',
        call: `GET ${path}`,
        request: { headers: { 'last-event-id': '4' } },
        expected: '400 invalid_header',
      },
    ]);
  });
});

test('HEAD opens no stream', async (t) => {
  const service = await startService(t);
  const headers = { 'content-type': 'text/event-stream', 'x-stability': 'beta' };
  await runScenarios(t, service, [
    { title: 'its headers', call: `HEAD ${path}`, expected: 200, headers },
  ]);
});

test('a stream has a comment every 15 seconds', async (t) => {
  assert.equal(limits.eventHeartbeatMs, 15_000);
  const service = await startService(t, { limits: { eventHeartbeatMs: 100 } });
  const stream = await openStream(service);
  await stream.until(': connected\n\n:\n\n');
  stream.reset();
});

test('a stream goes on after a comment', async (t) => {
  const service = await startService(t, { limits: { eventHeartbeatMs: 100 } });
  const stream = await openStream(service);
  await stream.until(': connected\n\n:\n\n');
  await service.call('PATCH', '/v1/inventory/1', { body: { quantity: 1 } });
  await stream.until('\nid: 2\n');
  stream.reset();
});

test('a stream beyond the limit is refused', async (t) => {
  const service = await startService(t, { limits: { eventStreamsMax: 1 } });
  const stream = await openStream(service);
  await runScenarios(t, service, [
    {
      title: 'one too many',
      call: `GET ${path}`,
      expected: '503 overloaded',
      headers: { 'retry-after': '1' },
    },
  ]);
  stream.reset();
});

test('a stream ends when its key is revoked', async (t) => {
  const service = await startService(t);
  const secret = await createKey(service.store, { name: 'reader', scope: 'read' });
  const stream = await openStream(service, '', `Authorization: Bearer ${secret}\r\n`);
  await service.store.perform(commandAction({ kind: 'key.revoke', name: 'reader' }));
  await stream.closed;
});

test('a stream ends with its client', async (t) => {
  const service = await startService(t);
  const stream = await openStream(service);
  stream.reset();
  await untilNoStream(service);
});

test('clients that are gone before their stream begins leave room for others', async (t) => {
  const service = await startService(t, { limits: { eventStreamsMax: 2 } });
  const early = Array.from({ length: 50 }, () => request(service));
  for (const { socket, reset } of early) socket.once('connect', reset);
  await Promise.all(early.map(({ closed }) => closed));
  await until(async () => {
    const response = await service.call('GET', path);
    await response.body?.cancel();
    return response.ok;
  });
  await untilNoStream(service);
});

test('a stream ends with the service', async (t) => {
  const service = await startService(t);
  const stream = await openStream(service);
  await Promise.all([service.stop(), stream.closed]);
});
