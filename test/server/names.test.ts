import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchange } from '../support/http/raw-socket.ts';
import { runScenarios } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

test('what is no name is refused, in a body, a path and a query', async (t) => {
  const service = await startService(t);
  const owner = await createKey(service.store, { name: 'owner', scope: 'owner' });
  const headers = { authorization: `Bearer ${owner}` };
  const create = (name: unknown) => ({ headers, body: { name } });
  const decomposed = 'Jo\u0308rg';
  const bad = [decomposed, '.', '..', 'a/b', 'a\\b', ' a', 'a ', 'a\u00a0b', '\ud800', '', 7];
  await runScenarios(t, service, [
    ...bad.map((name) => [`${name}`, 'POST /v1/keys', create(name), '400 invalid_value'] as const),
    ...['a%2Fb', 'a%5Cb', '%20a', 'Jo%CC%88rg', '%zz', '%', '%C0%AF', '%ED%A0%80', 'x'.repeat(65)].flatMap((text) => [
      ['a key', `DELETE /v1/keys/${text}`, { headers }, '400 invalid_value'] as const,
      ['an endpoint', `GET /v1/webhooks/${text}/attempts`, { headers }, '400 invalid_value'] as const,
    ]),
    ['a name that looks encoded', 'DELETE /v1/keys/%252e%252e', { headers }, '404 key_not_found'],
    ['the history of no name', 'GET /v1/inventory/history?key=Jo%CC%88rg', { headers }, '400 invalid_query'],
  ]);
  const messageOf = async (method: string, path: string, body?: object) => {
    const response = await service.call(method, path, { headers, ...(body && { body }) });
    return ((await response.json()) as { message: string }).message;
  };
  const inNfc = 'must be in the Unicode form NFC: normalize it first.';
  assert.equal(await messageOf('POST', '/v1/keys', { name: decomposed }), `"name" ${inNfc}`);
  assert.equal(await messageOf('DELETE', '/v1/keys/Jo%CC%88rg'), `The name in the path ${inNfc}`);
  assert.equal(
    await messageOf('DELETE', '/v1/keys/%zz'),
    'The name in the path has a bad percent-encoding: write % as %25.',
  );
  // fetch resolves such a path before it is sent.
  for (const dots of ['.', '..', '%2e', '%2E%2e'])
    for (const line of [`DELETE /v1/keys/${dots}`, `GET /v1/webhooks/${dots}/attempts`]) {
      const request = `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner}\r\nConnection: close\r\n\r\n`;
      const [response] = await exchange(service.port, request);
      assert.deepEqual([response?.status, JSON.parse(response?.body ?? '').code], [400, 'invalid_value'], line);
    }
});
