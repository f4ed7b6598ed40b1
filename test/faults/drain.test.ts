import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { quantityMax } from '@pawstock/shared/item.ts';
import { limits } from '../../src/limits.ts';
import { figureOf } from '../support/http/figures.ts';
import { openSocket } from '../support/http/raw-socket.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { until } from '../support/until.ts';

test('what has arrived when no more is taken is answered, on old connections and on new ones', async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.stockWithKey([{ petId: 1n, quantity: 0 }]);
  const patch = `PATCH /v1/inventory/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nContent-Length: 14\r\n\r\n{"quantity":5}`;
  for (let attempt = 0; ; attempt++) {
    assert.ok(attempt < 10, 'this machine is too slow to be faster than a draining service');
    const server = await cli.serve();
    const health = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
    const old = Array.from({ length: 10 }, () => openSocket(server.port, health));
    await Promise.all(old.map(({ until }) => until('HTTP/1.1 200')));

    const ending = server.signal('SIGTERM');
    const notReady = await untilNotReady(server.url);
    // The service's grace period passes while its process is suspended, as it may on a busy
    // machine.
    void server.signal('SIGSTOP');
    await delay(limits.drainGraceMs + 200);
    const young = Array.from({ length: 10 }, () => openSocket(server.port));
    const inTime = (await Promise.all(young.map(({ connected }) => connected))).every(Boolean);
    if (notReady !== undefined && inTime && !old.some(({ socket }) => socket.readableEnded)) {
      assert.equal(notReady, '503 shutting_down, close');
      for (const { socket } of [...old, ...young]) socket.write(patch);
      void server.signal('SIGCONT');
      for (const { closed } of [...old, ...young]) assert.match(await closed, lastAnswer);
      assert.equal((await ending).code, 0);
      assert.equal((await cli.ledger()).length, 1 + old.length + young.length);
      return;
    }
    await server.signal('SIGKILL');
  }
});

const lastAnswer =
  /HTTP\/1\.1 200 OK\r\n(?:[^\r]+\r\n)*connection: close\r\n(?:[^\r]+\r\n)*\r\n\{"petId":1,"quantity":5,"status":"available"\}$/;

/**
 * Polls /readyz until the service is not ready. Returns the refusal, or undefined if the port is
 * closed.
 */
async function untilNotReady(url: string): Promise<string | undefined> {
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer === undefined) return undefined;
    const { code } = (await answer.json()) as { code?: string };
    if (answer.status !== 200)
      return `${answer.status} ${code}, ${answer.headers.get('connection')}`;
  }
}

test('SIGTERM with callers that wait, send or read for ever: exit 0 within 30 s', async (t) => {
  const cli = openCliHarness(t);
  // The response with all pets must exceed the system's socket buffers. Long IDs and quantities
  // make it larger.
  const secret = await cli.stockWithKey(
    Array.from({ length: 60_000 }, (_, index) => ({
      petId: BigInt(index) - 2n ** 63n,
      quantity: quantityMax,
    })),
  );
  const server = await cli.serve();
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
  // These clients never read their responses.
  const sockets = requests.flatMap((request) =>
    Array.from({ length: 5 }, () => openSocket(server.port, request, { reading: false }).socket),
  );
  await until(
    async () => (await figureOf(server, secret, 'pawstock_http_connections')) > sockets.length,
  );
  const startedMs = Date.now();
  const { code } = await server.signal('SIGTERM');
  const tookMs = Date.now() - startedMs;
  for (const socket of sockets) socket.destroy();
  t.diagnostic(`stopped after ${tookMs} ms`);
  assert.equal(code, 0);
  // The service exits at most 8 s after SIGTERM by its own clock. A busy machine takes longer to
  // end the process.
  assert.ok(tookMs < 30_000, `${tookMs} ms`);
});
