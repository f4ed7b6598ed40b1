import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { limits } from '../../src/limits.ts';
import { startLoad } from '../support/load.ts';
import { openShop } from '../support/process.ts';
import { until } from '../support/until.ts';

test('SIGTERM under load: what was begun is answered, nothing acknowledged is lost, exit 0 in time', async (t) => {
  const shop = openShop(t);
  const writers = 16;
  const pets = Array.from({ length: writers }, (_, petId) => `${petId},0,available`).join('\n');
  await shop.run(['import', '-'], { input: `petId,quantity,status\n${pets}\n` });
  const secret = (await shop.run(['keys', 'create', 'load'])).stdout.trim();
  const server = await shop.serve();
  const idle = connect(server.port, '127.0.0.1');
  const load = startLoad({ url: server.url, secret, writers, from: 1 });
  await until(() => load.acknowledged.size === writers);

  const startedMs = Date.now();
  const ending = server.signal('SIGTERM');
  const { told, longestMs } = await readinessUntilGone(server.url);
  const { code, stderr } = await ending;
  const tookMs = Date.now() - startedMs;
  await load.stop();
  idle.destroy();

  assert.equal(code, 0);
  assert.ok(tookMs < 20_000, `${tookMs} ms`);
  assert.doesNotMatch(stderr, /took too long/);
  const draining = told.filter((answer) => answer !== '200 keep-alive');
  assert.deepEqual(
    [...new Set(draining)].filter((answer) => answer !== '503 shutting_down close'),
    [],
  );
  // Where the machine is so busy that the question takes longer than the answer is given, there may be none.
  assert.ok(draining.length > 0 || longestMs > limits.drainGraceMs / 2, 'it did not say that it stops');
  // A refused connection is the sign to go elsewhere; an answer other than 200 would be a broken promise.
  for (const failure of load.failures) assert.ok(failure instanceof TypeError, String(failure));
  for (const { petId, quantity } of await shop.levels()) {
    assert.ok(quantity >= (load.acknowledged.get(Number(petId)) ?? 0));
  }
});

/** Asks for as long as there is an answer. */
async function readinessUntilGone(url: string): Promise<{ told: string[]; longestMs: number }> {
  const told: string[] = [];
  let longestMs = 0;
  for (;;) {
    const askedMs = performance.now();
    try {
      const response = await fetch(`${url}/readyz`);
      const { code } = response.status === 200 ? {} : ((await response.json()) as { code?: string });
      told.push([response.status, ...(code === undefined ? [] : [code]), response.headers.get('connection')].join(' '));
    } catch {
      return { told, longestMs };
    } finally {
      longestMs = Math.max(longestMs, performance.now() - askedMs);
    }
  }
}

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
  // The service has deadlines of its own, the last after 9.5 s; the rest is for a busy machine to end it.
  assert.ok(tookMs < 20_000, `${tookMs} ms`);
});
