import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { quantityMax } from '../../src/domain/item.ts';
import { openSocket, parseResponses } from '../support/http/raw-socket.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const body = '{"quantity":5}';
const update = ({ secret }: TestService, headers = '', quantity = 5) =>
  `PATCH /v1/inventory/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n${headers}Content-Length: 14\r\n\r\n{"quantity":${quantity}}`;
const get = (path: string, id: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\n${headers}\r\n`;

const quantities = async ({ store }: TestService) =>
  (await store.entriesAfter(0, Number.MAX_SAFE_INTEGER)).map(({ after }) => after);

test('a response that has begun ends before the connection closes; one that has not says that it closes', async (t) => {
  // Long numbers, so that a long list takes fewer pets.
  const pets = Array.from({ length: 60_000 }, (_, n) => ({ petId: BigInt(n) - 2n ** 63n, quantity: quantityMax }));
  const service = await startService(t, { pets: [...pets, { petId: 1n, quantity: 1 }] });
  const list = get('/v1/inventory', 'list', `Authorization: Bearer ${service.secret}\r\n`);
  const begun = openSocket(service.port, list, { reading: false });
  // The response has begun, and more of it than the system takes is yet to be sent.
  await once(begun.socket, 'readable');
  begun.socket.write(update(service));
  let text = '';
  begun.socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  begun.socket.on('end', () => begun.socket.end());
  await begun.closed;
  const [response, ...others] = parseResponses(text);
  assert.deepEqual([response?.status, response?.headers.get('connection'), others.length], [200, 'keep-alive', 0]);
  assert.equal((JSON.parse(response?.body ?? '') as unknown[]).length, pets.length + 1);

  const [late] = parseResponses(await openSocket(service.port, update(service) + update(service)).closed);
  assert.deepEqual([late?.status, late?.headers.get('connection')], [200, 'close']);
  assert.equal((await quantities(service)).length, pets.length + 2);
});

test('what was sent behind a body is not handled, even if the response was written before the body ended', async (t) => {
  const service = await startService(t, { pets: [{ petId: 1n, quantity: 1 }] });
  const refused = update(service).replace('Bearer paw_', 'Bearer nope_');
  const responses = parseResponses(await openSocket(service.port, refused + update(service)).closed);
  assert.deepEqual(
    responses.map(({ status }) => status),
    [401],
  );
  assert.deepEqual(await quantities(service), [1]);
});

test('a request behind the rest of a body that was not waited for is handled, also in one segment with it', async (t) => {
  const service = await startService(t, { pets: [{ petId: 1n, quantity: 1 }] });
  const refused = update(service).replace('Bearer paw_', 'Bearer nope_');
  const { socket, until: arrived, closed } = openSocket(service.port, refused.slice(0, -5));
  await arrived('"code":"invalid_api_key"');
  socket.write(refused.slice(-5) + update(service, 'Connection: close\r\n'));
  const responses = parseResponses(await closed);
  assert.deepEqual(
    responses.map(({ status }) => status),
    [401, 200],
  );
  assert.deepEqual(await quantities(service), [1, 5]);
});

test('the last response arrives although the client is still sending', async (t) => {
  const pets = Array.from({ length: 25_000 }, (_, petId) => ({ petId: BigInt(petId), quantity: 1 }));
  const service = await startService(t, { pets });
  const headers = `Connection: close\r\nAuthorization: Bearer ${service.secret}\r\n`;
  const { socket, closed } = openSocket(service.port, get('/v1/inventory', 'last', headers), { reading: false });
  await once(socket, 'readable');
  // The system has taken all of the list from the service, and not yet brought it to the client. A socket that is closed
  // in this state answers each of these with a reset, and the rest of the list is lost.
  for (let piece = 0; piece < 20; piece++) {
    socket.write('more\r\n');
    await delay(10);
  }
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  socket.on('end', () => socket.end());
  await closed;
  const [response] = parseResponses(text);
  assert.equal((JSON.parse(response?.body ?? '') as unknown[]).length, pets.length);
});

test('a client that waits for 100 Continue is told to go on', async (t) => {
  const service = await startService(t);
  const head = update(service, 'Connection: close\r\nExpect: 100-continue\r\n').slice(0, -body.length);
  const { socket, until: arrived, closed } = openSocket(service.port, head);
  await arrived('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write(body);
  assert.match(await closed, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
});

test('many streams with a long way to go do not hold up other callers', async (t) => {
  const pets = Array.from({ length: 20_000 }, (_, petId) => ({ petId: BigInt(petId), quantity: 1 }));
  const service = await startService(t, { pets });
  const request = `GET /v1/inventory/events?after=0 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.secret}\r\n\r\n`;
  let streamed = 0;
  const sockets = Array.from({ length: 20 }, () => {
    const socket = connect(service.port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (chunk) => (streamed += chunk.toString().split('\nevent: change\n').length - 1));
    return socket;
  });
  await until(() => streamed > 0);
  // Counted in events and not in time: on a slow machine both take longer.
  let longest = 0;
  for (let call = 0; call < 20; call++) {
    const before = streamed;
    assert.equal((await service.call('GET', '/v1/inventory/1')).status, 200);
    longest = Math.max(longest, streamed - before);
  }
  for (const socket of sockets) socket.destroy();
  const all = sockets.length * pets.length;
  t.diagnostic(`${longest} of ${all} events during the longest call, ${streamed} in all`);
  assert.ok(longest < all / 10, `${longest} of ${all} events went before one call`);
});
