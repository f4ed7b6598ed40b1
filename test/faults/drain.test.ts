import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { quantityMax } from '@pawstock/shared/item.ts';
import { limits } from '../../src/limits.ts';
import { figureOf } from '../support/http/figures.ts';
import { openSocket } from '../support/http/raw-socket.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { patienceMs, until } from '../support/until.ts';

/**
 * Stops a service, suspends it before its time of grace is over, and connects to it meanwhile.
 * Returns undefined if the machine was too slow for that.
 */
async function suspendWhileItStops(server: ServiceProcess, graceMs: number) {
  const health = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  const old = Array.from({ length: 10 }, () => openSocket(server.port, health));
  await Promise.all(old.map(({ until }) => until('HTTP/1.1 200')));

  const ended = server.signal('SIGTERM');
  const refusal = await untilNotReady(server.url);
  // The service's time of grace passes while its process is suspended, as it may on a busy machine.
  void server.signal('SIGSTOP');
  await delay(graceMs + 200);
  const young = Array.from({ length: 10 }, () => openSocket(server.port));
  const connected = await Promise.all(young.map(({ connected }) => connected));

  const isInTime =
    refusal !== undefined &&
    connected.every(Boolean) &&
    !old.some(({ socket }) => socket.readableEnded);
  return isInTime ? { refusal, old, young, ended } : undefined;
}

test('a service that stops', async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.stockWithKey([{ petId: 1n, quantity: 0 }]);
  // Each further attempt has twice the time, until even a slow machine is fast enough.
  let suspended: Awaited<ReturnType<typeof suspendWhileItStops>>;
  let server: ServiceProcess | undefined;
  for (let graceMs = limits.drainGraceMs; suspended === undefined; graceMs *= 2) {
    await server?.signal('SIGKILL');
    server = await cli.serve([], { limits: { ...patient, drainGraceMs: graceMs } });
    suspended = await suspendWhileItStops(server, graceMs);
  }
  const { refusal, old, young, ended } = suspended;

  await t.test('is not ready, and says that it closes connections', () => {
    assert.equal(refusal, '503 shutting_down, close');
  });

  const head = `PATCH /v1/inventory/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n`;
  const patch = `${head}Content-Length: 14\r\n\r\n{"quantity":5}`;
  for (const { socket } of [...old, ...young]) socket.write(patch);
  void server?.signal('SIGCONT');

  await t.test('answers what has arrived on connections that it had before', async () => {
    for (const { closed } of old) assert.match(await closed, lastAnswer);
  });

  await t.test('answers what has arrived on connections that it had yet to accept', async () => {
    for (const { closed } of young) assert.match(await closed, lastAnswer);
  });

  await t.test('ends with exit code 0', async () => assert.equal((await ended).code, 0));

  await t.test('has carried out all that it answered', async () => {
    assert.equal((await cli.ledger()).length, 1 + old.length + young.length);
  });
});

/** Limits that only a service with a fault reaches, on however slow a machine. */
const patient = {
  lateRequestMs: patienceMs,
  drainDeadlineMs: 2 * patienceMs,
  stopDeadlineMs: 3 * patienceMs,
};

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

test('a service with callers that wait, send or read for ever', async (t) => {
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

  const startedMs = performance.now();
  const { code } = await server.signal('SIGTERM');
  const tookMs = performance.now() - startedMs;
  for (const socket of sockets) socket.destroy();
  t.diagnostic(`stopped after ${tookMs} ms`);

  await t.test('ends with exit code 0', () => assert.equal(code, 0));

  await t.test('does not wait for them', () => {
    // The service exits at most 8 s after SIGTERM by its own clock. A busy machine takes longer to
    // end the process.
    assert.ok(tookMs < patienceMs, `${tookMs} ms`);
  });
});
