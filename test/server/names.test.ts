import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchange } from '../support/http/raw-socket.ts';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

/** Which names there are is tested without HTTP. */
test('what is no name is refused, in a body, a path and a query', async (t) => {
  const service = await startService(t);
  const owner = await createKey(service.store, { name: 'owner', scope: 'owner' });
  const headers = { authorization: `Bearer ${owner}` };
  const inNfc = 'must be in the Unicode form NFC: normalize it first.';
  const encoding = 'The name in the path has a bad percent-encoding: write % as %25.';
  const inPath: [text: string, message: string | RegExp][] = [
    ['Jo%CC%88rg', `The name in the path ${inNfc}`],
    ...['%zz', '%', '%C0%AF', '%ED%A0%80'].map((text) => [text, encoding] as [string, string]),
    ...['a%2Fb', 'x'.repeat(65)].map((text) => [text, /must be a name/] as [string, RegExp]),
  ];
  const refused = (call: string, message: string | RegExp, body?: object): Scenario => [
    'no name',
    call,
    { headers, body },
    '400 invalid_value',
    {},
    message,
  ];
  await runScenarios(t, service, [
    refused('POST /v1/keys', `"name" ${inNfc}`, { name: 'Jo\u0308rg' }),
    ...['..', '\ud800', '', 7].map((name) => refused('POST /v1/keys', /"name" must be /, { name })),
    ...inPath.flatMap(([text, message]) => [
      refused(`DELETE /v1/keys/${text}`, message),
      refused(`GET /v1/webhooks/${text}/attempts`, message),
    ]),
    ['a name that looks encoded', 'DELETE /v1/keys/%252e%252e', { headers }, '404 key_not_found'],
    ['the history of no name', 'GET /v1/inventory/history?key=Jo%CC%88rg', { headers }, '400 invalid_query'],
  ]);
  // fetch resolves such a path before it is sent.
  for (const dots of ['.', '..', '%2e', '%2E%2e'])
    for (const line of [`DELETE /v1/keys/${dots}`, `GET /v1/webhooks/${dots}/attempts`]) {
      const request = `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner}\r\nConnection: close\r\n\r\n`;
      const [response] = await exchange(service.port, request);
      assert.deepEqual([response?.status, JSON.parse(response?.body ?? '').code], [400, 'invalid_value'], line);
    }
});
