import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandAction } from '../../src/domain/action.ts';
import { openSocket, parseResponses } from '../support/http/raw-socket.ts';
import { startService } from '../support/service/service.ts';
import { createKey, loadItems } from '../support/service/store-contents.ts';

const writes: readonly (readonly [line: string, body: string])[] = [
  ['PATCH /v1/inventory/1', '{"quantity":5}'],
  ['PATCH /v1/inventory', '[{"petId":1,"quantity":5}]'],
  ['POST /v1/inventory/1/adjustments', '{"delta":-5}'],
  ['PUT /v1/inventory/1', '{"quantity":5,"status":"sold"}'],
];

type Request = { readonly line: string; readonly body: string; readonly secret: string };

/**
 * Sends a request in two parts, and returns the response. Calls `meanwhile` before the second part
 * of the body.
 */
async function sendInParts(
  port: number,
  { line, body, secret }: Request,
  meanwhile?: () => Promise<unknown>,
) {
  const key = `Host: x\r\nConnection: close\r\nAuthorization: Bearer ${secret}\r\n`;
  const head = `${line} HTTP/1.1\r\n${key}Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`;
  const { socket, until, closed } = openSocket(port, head + body.slice(0, 5));
  // Node sends "100 Continue" right before the service checks the API key. `meanwhile` must run
  // after that check.
  await until('HTTP/1.1 100 Continue');
  await meanwhile?.();
  socket.write(body.slice(5));
  const [response] = parseResponses(await closed);
  return response;
}

test('a request whose body arrives late counts once against the rate limit', async (t) => {
  const { port, store } = await startService(t);
  for (const [index, [line, body]] of writes.entries()) {
    const secret = await createKey(store, { name: `till ${index}`, scope: 'admin', rateLimit: 1 });
    assert.equal((await sendInParts(port, { line, body, secret }))?.status, 200, line);
  }
});

test('a key that is revoked while the body arrives changes nothing any more', async (t) => {
  const service = await startService(t);
  const before = await loadItems(service.store);
  for (const [line, body] of writes) {
    const secret = await createKey(service.store, { name: 'leaked' });
    const revoke = () =>
      service.store.perform(commandAction({ kind: 'key.revoke', name: 'leaked' }));
    const refused = await sendInParts(service.port, { line, body, secret }, revoke);
    assert.equal(refused?.status, 401, line);
    assert.equal(JSON.parse(refused.body).code, 'invalid_api_key', line);
    assert.deepEqual(await loadItems(service.store), before, line);
  }
});
