import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { parseResponses, rawRequest } from '../support/http/raw-socket.ts';
import { startService } from '../support/service/service.ts';
import { patienceMs, until } from '../support/until.ts';

const body = '{"quantity":5}';
const update = (secret: string) =>
  `PATCH /v1/inventory/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** All that comes back on one connection. */
function exchange(port: number, send: (socket: ReturnType<typeof connect>) => unknown): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => void send(socket));
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received));
    socket.on('end', () => socket.end());
    setTimeout(() => socket.destroy(), patienceMs).unref();
  });
}

const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

test('a write that is followed by nonsense gets its own answer before the nonsense gets its', async (t) => {
  const service = await startService(t);
  const one = update(service.secret);
  assert.deepEqual(
    statuses(await exchange(service.port, (socket) => socket.write(`${one}\0\0garbage\r\n\r\n`))),
    [200, 400],
  );
  assert.deepEqual(
    statuses(await exchange(service.port, (socket) => socket.write(`${one}${one}\0garbage\r\n\r\n`))),
    [200, 200, 400],
  );
  const huge = `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(60_000)}\r\n\r\n`;
  assert.deepEqual(statuses(await exchange(service.port, (socket) => socket.write(one + huge))), [200, 431]);
});

test('a caller that stops sending after a whole request is answered', async (t) => {
  const service = await startService(t);
  const received = await exchange(service.port, (socket) => socket.end(update(service.secret)));
  assert.deepEqual(statuses(received), [200]);
  assert.match(received, /"quantity":5/);
});

test('a caller that waits for 100 Continue is told to go on, or why it need not', async (t) => {
  const service = await startService(t);
  const head = update(service.secret).slice(0, -body.length).replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n');
  const received = await exchange(service.port, async (socket) => {
    socket.write(head);
    await once(socket, 'data');
    socket.end(body);
  });
  assert.deepEqual(statuses(received), [100, 200]);
  const refused = await exchange(service.port, (socket) => socket.write(head.replace('Bearer paw_', 'Bearer nope_')));
  assert.deepEqual(statuses(refused), [401]);
  assert.match(refused, /connection: close/);
});

test('a body that nobody asked for is skipped, and the connection goes on', async (t) => {
  const service = await startService(t);
  const nope = update(service.secret).replace('Bearer paw_', 'Bearer nope_');
  const received = await exchange(service.port, (socket) => socket.end(nope + nope + update(service.secret)));
  assert.deepEqual(statuses(received), [401, 401, 200]);
});

test('a long line and long headers are told apart in however many packets they come', async (t) => {
  const service = await startService(t);
  const inPieces = async (text: string) =>
    statuses(
      await exchange(service.port, async (socket) => {
        for (let start = 0; start < text.length && !socket.destroyed; start += 1_000) {
          socket.write(text.slice(start, start + 1_000));
          await delay(1);
        }
      }),
    );
  assert.deepEqual(await inPieces(`GET /${'a'.repeat(9_000)} HTTP/1.1\r\nHost: x\r\n\r\n`), [414]);
  assert.deepEqual(await inPieces(`GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'AAAA '.repeat(8_000)}\r\n\r\n`), [431]);
});

test('a Host that no URL can have, and another HTTP, are malformed, and the answer bears the id that was sent', async (t) => {
  const service = await startService(t);
  for (const request of [
    'GET /nope HTTP/1.1\r\nHost: 1.2.3.4.5\r\nX-Request-Id: mine\r\n\r\n',
    'POST /healthz HTTP/1.1\r\nHost: 192.168.1.300:8080\r\nX-Request-Id: mine\r\n\r\n',
    'GET /healthz HTTP/1.1\r\nHost: a b\r\nX-Request-Id: mine\r\n\r\n',
    'GET /healthz HTTP/2.0\r\nHost: x\r\nX-Request-Id: mine\r\n\r\n',
  ]) {
    const { status, headers, body: text } = await rawRequest(service.port, [request]);
    assert.equal(status, 400, request);
    assert.equal(JSON.parse(text).code, 'invalid_request');
    assert.equal(headers.get('x-request-id'), 'mine');
  }
});

test('the answer to what is malformed does not bear the id of a request behind or before it', async (t) => {
  const service = await startService(t);
  const other = 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Request-Id: other\r\n\r\n';
  for (const malformed of [
    'nonsense\r\n\r\n',
    'GET /healthz HTTP/1.1\r\nno header\r\n',
    'GET /healthz HTTP/1.1\r\n\r\n',
    'GET nowhere HTTP/1.1\r\nHost: x\r\n\r\n',
    'PATCH /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nno size\r\n',
    `GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(30_000)}\r\n\r\n`,
  ]) {
    for (const bytes of [malformed + other, other + malformed, other + malformed + other]) {
      const answers = parseResponses(await exchange(service.port, (socket) => socket.end(bytes)));
      const ids = answers.map(({ status, headers }) => [status, headers.get('x-request-id')] as const);
      assert.equal(answers.length, bytes.startsWith('GET /healthz HTTP/1.1\r\nHost: x\r\nX-R') ? 2 : 1, bytes);
      const [status, id] = ids.at(-1) ?? [0, 'other'];
      assert.ok(status >= 400 && id !== 'other', `${malformed} ${ids}`);
    }
  }
});

test('many streams with a long way to go do not hold up other callers', async (t) => {
  const pets = Array.from({ length: 40_000 }, (_, petId) => ({ petId: BigInt(petId), quantity: 1 }));
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
