import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandAction } from '../../src/domain/action.ts';
import { openSocket, parseResponses } from '../support/http/raw-socket.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { createKey, loadItems } from '../support/service/store-contents.ts';

const writes: readonly (readonly [line: string, body: string])[] = [
  ['PATCH /v1/inventory/1', '{"quantity":5}'],
  ['PATCH /v1/inventory', '[{"petId":1,"quantity":5}]'],
  ['POST /v1/inventory/1/adjustments', '{"delta":-5}'],
  ['PUT /v1/inventory/1', '{"quantity":5,"status":"sold"}'],
];

/** Sends the head and half of the body, waits until the service has checked the key, and sends the rest after `meanwhile`. */
async function sendLate(
  { port }: TestService,
  { line, body, secret }: { readonly line: string; readonly body: string; readonly secret: string },
  meanwhile: () => Promise<unknown>,
) {
  const head = `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${secret}\r\nContent-Length: ${body.length}\r\n`;
  const { socket, until, closed } = openSocket(port, `${head}Expect: 100-continue\r\n\r\n${body.slice(0, 5)}`);
  // Node sends this before the request is handled. The key is checked in the same turn of the event loop.
  await until('HTTP/1.1 100 Continue');
  await meanwhile();
  socket.write(body.slice(5));
  const [response] = parseResponses(await closed);
  assert.ok(response !== undefined);
  return response;
}

test('a key that is revoked while the body arrives changes nothing any more', async (t) => {
  const service = await startService(t);
  for (const [line, body] of writes) {
    await t.test(line, async () => {
      const name = line.replaceAll(/\W/g, '-');
      const secret = await createKey(service.store, { name });
      const before = await loadItems(service.store);
      const revoke = () => service.store.perform(commandAction({ kind: 'key.revoke', name }));
      const refused = await sendLate(service, { line, body, secret }, revoke);
      assert.equal(refused.status, 401, refused.body);
      assert.equal(JSON.parse(refused.body).code, 'invalid_api_key');
      assert.deepEqual(await loadItems(service.store), before);
    });
  }
});
