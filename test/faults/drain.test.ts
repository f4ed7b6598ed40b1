import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startLoad } from '../support/load.ts';
import { openShop } from '../support/process.ts';

test('SIGTERM under load: what was begun is answered, nothing acknowledged is lost, exit 0 in time', async (t) => {
  const shop = openShop(t);
  const writers = 16;
  const pets = Array.from({ length: writers }, (_, petId) => `${petId},0,available`).join('\n');
  await shop.run(['import', '-'], { input: `petId,quantity,status\n${pets}\n` });
  const secret = (await shop.run(['keys', 'create', 'load'])).stdout.trim();
  const server = await shop.serve();
  const idle = connect(server.port, '127.0.0.1');
  const load = startLoad({ url: server.url, secret, writers, from: 1 });
  await new Promise((resolve) => setTimeout(resolve, 300));

  const startedMs = Date.now();
  const ending = server.signal('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 100));
  const ready = await fetch(`${server.url}/readyz`);
  assert.equal(ready.status, 503);
  assert.equal(((await ready.json()) as { code: string }).code, 'shutting_down');
  const alive = await fetch(`${server.url}/healthz`);
  assert.equal(alive.headers.get('connection'), 'close');
  const { code } = await ending;
  const tookMs = Date.now() - startedMs;
  await load.stop();
  idle.destroy();

  assert.equal(code, 0);
  assert.ok(tookMs < 5_000, `${tookMs} ms`);
  // A refused connection is the sign to go elsewhere; an answer other than 200 would be a broken promise.
  for (const failure of load.failures) assert.ok(failure instanceof TypeError, String(failure));
  for (const { petId, quantity } of await shop.levels()) {
    assert.ok(quantity >= (load.acknowledged.get(Number(petId)) ?? 0));
  }
});

test('SIGTERM with callers that wait, send or read for ever: exit 0 within 10 s', async (t) => {
  const shop = openShop(t);
  await shop.stock(Array.from({ length: 100_000 }, (_, petId) => ({ petId: BigInt(petId), quantity: 1 })));
  const secret = (await shop.run(['keys', 'create', 'till'])).stdout.trim();
  const server = await shop.serve();
  const key = `Host: x\r\nAuthorization: Bearer ${secret}\r\n`;
  const requests = [
    '',
    'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /healthz HTT',
    `PATCH /v1/inventory/1 HTTP/1.1\r\n${key}Content-Length: 14\r\n\r\n{"qu`,
    `GET /v1/inventory HTTP/1.1\r\n${key}\r\n`,
    `GET /v1/inventory/events?after=0 HTTP/1.1\r\n${key}\r\n`,
    `GET /v1/inventory/events HTTP/1.1\r\n${key}\r\n`,
  ];
  // Nothing of what comes back is ever read.
  const sockets = requests.flatMap((request) =>
    Array.from({ length: 5 }, () => connect(server.port, '127.0.0.1').on('error', () => undefined)).map((socket) => {
      socket.write(request);
      return socket;
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  const startedMs = Date.now();
  const { code } = await server.signal('SIGTERM');
  const tookMs = Date.now() - startedMs;
  for (const socket of sockets) socket.destroy();
  t.diagnostic(`stopped after ${tookMs} ms`);
  assert.equal(code, 0);
  assert.ok(tookMs < 10_000, `${tookMs} ms`);
});
