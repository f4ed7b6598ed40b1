import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { HttpResponse } from '../../src/http/server/message.ts';
import { limits } from '../../src/limits.ts';
import { openSocket, parseResponses, type RawSocket } from '../support/http/raw-socket.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { numberedPets } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';
import { fine, startServer } from './start-server.ts';

const update = ({ secret }: TestService, headers = '') =>
  `PATCH /v1/inventory/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n${headers}Content-Length: 14\r\n\r\n{"quantity":5}`;

/** A request that is answered before its body has arrived, because of its API key. */
const refusedUpdate = (service: TestService) =>
  update(service).replace('Bearer paw_', 'Bearer nope_');

const statusesIn = (text: string) => parseResponses(text).map(({ status }) => status);

const quantities = async ({ store }: TestService) =>
  (await store.entriesAfter(0, Number.MAX_SAFE_INTEGER)).map(({ after }) => after);

const MiB = 1024 ** 2;

function largeResponse(mebibytes: number): HttpResponse {
  const chunks = Array<Buffer>(mebibytes).fill(Buffer.alloc(MiB, 'x'));
  return { ...fine, body: { chunks, length: mebibytes * MiB, retained: [] } };
}

const bare = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

/** Reads the rest of the response from the system's buffers until the connection closes. */
async function readOn({ socket, closed }: RawSocket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString('latin1')));
  socket.on('end', () => socket.end());
  await closed;
  return text;
}

test('a response that has begun is sent to its end before the connection closes', async (t) => {
  const handled: string[] = [];
  const { port } = await startServer(t, ({ path }) => {
    handled.push(path);
    return path === '/large' ? largeResponse(16) : fine;
  });
  const begun = openSocket(port, bare('/large'), { reading: false });
  // The response has begun, and the system's buffers cannot take all of it.
  await once(begun.socket, 'readable');
  begun.socket.write(bare('/too-early'));
  const [response, ...others] = parseResponses(await readOn(begun));
  assert.equal(response?.status, 200);
  assert.equal(response.headers.get('connection'), 'keep-alive');
  assert.equal(response.body.length, 16 * MiB, 'the whole body');
  assert.equal(others.length, 0, 'responses to requests that came too early');
  assert.deepEqual(handled, ['/large']);
});

test('a response behind which a request came too early says that the connection closes', async (t) => {
  const handled: string[] = [];
  const { port } = await startServer(t, ({ path }) => {
    handled.push(path);
    return fine;
  });
  const { closed } = openSocket(port, bare('/first') + bare('/too-early'));
  const [response, ...others] = parseResponses(await closed);
  assert.equal(response?.status, 200);
  assert.equal(response.headers.get('connection'), 'close');
  assert.equal(others.length, 0, 'responses to requests that came too early');
  assert.deepEqual(handled, ['/first']);
});

test('the last response arrives although the client is still sending', async (t) => {
  const { port } = await startServer(t, () => largeResponse(1));
  const sending = openSocket(port, bare('/', 'Connection: close\r\n'), { reading: false });
  await once(sending.socket, 'readable');
  // The system has the whole body and has not delivered it to the client yet. Closing the socket
  // now would answer the client's next bytes with a reset, and the rest of the body would be lost.
  for (let piece = 0; piece < 200; piece++) {
    sending.socket.write('more\r\n');
    await nextTurn();
  }
  const [response] = parseResponses(await readOn(sending));
  assert.equal(response?.body.length, MiB);
});

test('a client may send its next request as soon as it has the last byte of a response', async (t) => {
  async function* chunks() {
    yield Buffer.alloc(100_000, 'x');
    await new Promise(() => undefined);
  }
  const { port } = await startServer(t, () => ({
    ...fine,
    body: { chunks: chunks(), length: 100_000, retained: [] },
  }));
  const { socket, received } = openSocket(port);
  for (let count = 1; count <= 3; count++) {
    socket.write(bare('/'));
    await until(() => received().length > count * 100_000);
  }
  assert.equal(parseResponses(received()).length, 3);
  socket.destroy();
});

test('a request that came before the response to the one before it is not handled', async (t) => {
  const service = await startService(t, { pets: [{ petId: 1n, quantity: 1 }] });
  const { closed } = openSocket(service.port, refusedUpdate(service) + update(service));
  assert.deepEqual(statusesIn(await closed), [401]);
  assert.deepEqual(await quantities(service), [1], 'the second request changed nothing');
});

test('a request is handled although it comes in one segment with the rest of the last body', async (t) => {
  const service = await startService(t, { pets: [{ petId: 1n, quantity: 1 }] });
  const refused = refusedUpdate(service);
  const { socket, until: arrived, closed } = openSocket(service.port, refused.slice(0, -5));
  await arrived('"code":"invalid_api_key"');
  socket.write(refused.slice(-5) + update(service, 'Connection: close\r\n'));
  assert.deepEqual(statusesIn(await closed), [401, 200]);
  assert.deepEqual(await quantities(service), [1, 5]);
});

test('many streams with a long way to go do not hold up other callers', async (t) => {
  const pets = numberedPets(10_000, 1);
  const service = await startService(t, { pets });
  const request = `GET /v1/inventory/events?after=0 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.secret}\r\n\r\n`;
  let streamed = 0;
  const sockets = Array.from({ length: 20 }, () => {
    const socket = connect(service.port, '127.0.0.1', () => socket.write(request));
    socket.on(
      'data',
      (chunk) => (streamed += chunk.toString().split('\nevent: change\n').length - 1),
    );
    return socket;
  });
  await until(() => streamed > 0);
  // The test counts the events that all streams get during one GET request. A time limit would
  // depend on the machine.
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

/** Answers `/slow` when the test says so, and others at once. */
async function startSlowServer(t: TestContext) {
  const { promise, resolve } = Promise.withResolvers<HttpResponse>();
  const server = await startServer(t, ({ path }) => (path === '/slow' ? promise : fine), {
    limits: { ...limits, lateRequestMs: 20 },
  });
  return { ...server, respond: () => resolve(fine) };
}

test('a server that stops waits for a response', async (t) => {
  const { port, stop, respond } = await startSlowServer(t);
  const busy = openSocket(port, bare('/slow'));
  const idle = openSocket(port, bare('/'));
  await idle.until('fine');
  const stopped = stop();
  await idle.closed;
  assert.equal(busy.received(), '');
  respond();
  assert.match(await busy.closed, /fine$/);
  await stopped;
});

test('a server that stops waits only briefly for connections without a request', async (t) => {
  const { port, stop } = await startSlowServer(t);
  const idle = openSocket(port, bare('/'));
  await idle.until('fine');
  const young = openSocket(port);
  assert.ok(await young.connected);
  await Promise.all([stop(), idle.closed, young.closed]);
});
