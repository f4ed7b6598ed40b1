import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { readableLine } from '../../src/observability/log.ts';
import { freePort } from '../support/free-port.ts';
import { rawRequest } from '../support/http/raw-socket.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { withLimits } from '../support/service/limits.ts';
import { until } from '../support/until.ts';

type Line = {
  msg: string;
  requestId?: string;
  key?: string;
  operation?: string;
  status?: number;
  ms?: number;
  lines?: number;
};

test('every request of the API is a line with its id, key, operation, status and time, and nothing secret', async (t) => {
  const cli = openCliHarness(t);
  await cli.stock([{ petId: 1n, quantity: 1 }]);
  const secret = await cli.createKey({ name: 'till-3' });
  const server = await cli.serve();
  const call = (path: string, init: RequestInit = {}) =>
    fetch(server.url + path, {
      ...init,
      headers: { authorization: `Bearer ${secret}`, 'x-request-id': 'mine', 'content-type': 'application/json' },
    });
  await call('/v1/inventory');
  await call('/v1/inventory/1', { method: 'PATCH', body: '{"quantity":5}' });
  await call('/v1/inventory/2', { method: 'PATCH', body: '{"quantity":5}' });
  await call(`/v1/nowhere?key=${secret}`);
  await call('/healthz');
  await fetch(`${server.url}/v1/inventory`);
  const { stderr } = await server.signal('SIGTERM');
  const lines = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const requests = lines.filter(({ msg }) => msg === 'request');
  assert.deepEqual(
    requests.map(({ key, operation, status }) => [key, operation, status]),
    [
      ['till-3', 'listInventory', 200],
      ['till-3', 'updateInventory', 200],
      ['till-3', 'updateInventory', 404],
      ['till-3', 'none', 404],
      [undefined, 'listInventory', 401],
    ],
  );
  assert.equal(requests[0]?.requestId, 'mine');
  assert.ok((requests[1]?.ms ?? 0) > 0);
  assert.ok(!stderr.includes(secret));
});

test('a standard error that nobody reads holds up no caller, and what is dropped is counted', async (t) => {
  const cli = openCliHarness(t);
  const server = await cli.serve([], { env: withLimits({ logBytesMax: 512 * 1024 }) });
  server.readStderr(false);
  // Fewer on each connection than are refused before it is closed.
  const perConnection = 90;
  const head = `GET /v1/inventory HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${'r'.repeat(128)}\r\n`;
  const pieces = [`${head}\r\n`.repeat(perConnection - 1), `${head}Connection: close\r\n\r\n`];
  let requests = 0;
  for (; requests < 6_000; requests += perConnection) {
    const { status } = await rawRequest(server.port, pieces);
    assert.equal(status, 401);
  }
  server.readStderr(true);
  for (; !server.stderr().includes('"last"'); requests++) {
    await fetch(`${server.url}/v1/inventory`, { headers: { 'x-request-id': 'last' } });
    await delay(250);
  }
  const { code, stderr } = await server.signal('SIGTERM');
  assert.equal(code, 0);
  const lines = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const dropped = lines.reduce((sum, line) => sum + (line.lines ?? 0), 0);
  assert.ok(dropped > 0, 'the pipe and the room beyond it were full');
  assert.equal(lines.filter(({ msg }) => msg === 'request').length + dropped, requests);
});

test('LOG_LEVEL=silent says nothing, and warn nothing of requests', async (t) => {
  await Promise.all(
    ['silent', 'warn'].map(async (level) => {
      const port = await freePort();
      const service = openCliHarness(t).launch(['serve', '--port', String(port), '--log-level', level]);
      const list = () => fetch(`http://127.0.0.1:${port}/v1/inventory`).then(({ status }) => status === 401);
      await until(() => list().catch(() => false));
      const { code, stderr } = await service.signal('SIGTERM');
      assert.deepEqual([code, stderr], [0, ''], level);
    }),
  );
});

test('on a terminal a line is for reading, and obeys nobody else', () => {
  const json =
    '{"level":40,"time":"2026-01-02T03:04:05.678Z","requestId":"r\\u001b[2J","status":503,"msg":"refused"}\n';
  const line = readableLine(json);
  assert.match(line, /^03:04:05 .*warn.* refused {2}requestId=r\\u001b\[2J status=503\n$/);
  const failed = readableLine(
    '{"level":50,"time":"2026-01-02T03:04:05.678Z","err":{"stack":"Error: x\\n at y"},"msg":"failed"}',
  );
  assert.match(failed, /error.* failed \n {2}Error: x\n {2} at y\n$/);
});
