import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rawRequest } from '../support/http/raw-socket.ts';
import { startService } from '../support/service/service.ts';

test('a client that does not finish its request in time gets 408, and others are served meanwhile', async (t) => {
  const limits = { headersTimeoutMs: 1_000, requestTimeoutMs: 3_000, connectionsCheckingIntervalMs: 100 };
  const service = await startService(t, { limits });
  const head = `PATCH /v1/inventory/1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.secret}\r\n`;
  const startedMs = Date.now();
  const slowHeaders = rawRequest(service.port, [head]);
  const slowBody = rawRequest(service.port, [`${head}Content-Length: 14\r\n\r\n{"quan`]);
  const neverBegun = rawRequest(service.port, ['']);
  assert.equal((await service.call('PATCH', '/v1/inventory/1', { body: { quantity: 3 } })).status, 200);
  for (const [slow, timeoutMs] of [
    [slowHeaders, limits.headersTimeoutMs],
    [neverBegun, limits.headersTimeoutMs],
    [slowBody, limits.requestTimeoutMs],
  ] as const) {
    const { status, body, headers } = await slow;
    assert.equal(status, 408);
    const tookMs = Date.now() - startedMs;
    // A busy machine may take a while beyond the limit.
    assert.ok(tookMs >= timeoutMs && tookMs < timeoutMs + 20_000, `${tookMs} ms`);
    assert.deepEqual(Object.keys(JSON.parse(body)), ['code', 'message', 'status']);
    assert.equal(JSON.parse(body).code, 'request_timeout');
    assert.equal(headers.get('content-type'), 'application/json');
    assert.equal(headers.get('connection'), 'close');
  }
  assert.equal(
    await (await service.call('GET', '/v1/inventory/1')).text(),
    '{"petId":1,"quantity":3,"status":"available"}',
  );
});
