import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newSecret } from '../../src/domain/api-key.ts';
import { exchangeOne } from '../support/http/raw-socket.ts';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

const realm = 'Bearer realm="pawstock"';
type Refusal = { readonly message: string };

test('without a valid key, nothing under the API can be told apart', async (t) => {
  const service = await startService(t);
  const { secret } = service;
  const form = 'The Authorization header must be "Bearer <key>".';
  const authorizations: [name: string, authorization: string, code: string, message?: string][] = [
    ['no key', '', 'missing_api_key'],
    ['another scheme', `Basic ${secret}`, 'invalid_api_key', form],
    ['a bare key', secret, 'invalid_api_key', form],
    ['no key after the scheme', 'Bearer', 'invalid_api_key', form],
    ['two keys', `Bearer ${secret} ${secret}`, 'invalid_api_key'],
    [
      'a mistyped key',
      `Bearer ${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`,
      'invalid_api_key',
    ],
    ['an unknown key', `Bearer ${newSecret()}`, 'invalid_api_key'],
  ];
  const requests = [
    ...[
      'GET /v1/inventory',
      'PATCH /v1/inventory/abc',
      'DELETE /v1/inventory',
      'OPTIONS /v1/inventory',
    ],
    ...['GET /v1/nothing', 'GET /v1/%zz', 'GET /v1', `GET /v1/inventory?key=${secret}`],
  ];
  for (const [name, authorization, code, told] of authorizations) {
    const scenarios = requests.map((request): Scenario => {
      const challenge = code === 'missing_api_key' ? realm : `${realm}, error="invalid_token"`;
      const headers = {
        'www-authenticate': challenge,
        allow: null,
        'x-stability': null,
        ratelimit: null,
      };
      return [name, request, { headers: { authorization } }, `401 ${code}`, headers];
    });
    await runScenarios(t, service, scenarios);
    const { message } = (await (
      await service.call('GET', '/v1', { headers: { authorization } })
    ).json()) as Refusal;
    if (told !== undefined) assert.equal(message, told);
  }
  await runScenarios(t, service, [
    [
      'the scheme in any case',
      'GET /v1/inventory',
      { headers: { authorization: `bEARER ${secret}` } },
      200,
    ],
  ]);
  for (const second of [secret, await createKey(service.store), 'x']) {
    const keys = `Authorization: Bearer ${secret}\r\nAuthorization: Bearer ${second}\r\n`;
    const { status, body } = await exchangeOne(
      service.port,
      `GET /v1/inventory HTTP/1.1\r\nHost: x\r\n${keys}\r\n`,
    );
    assert.equal(status, 401);
    assert.match(body, /"code":"invalid_api_key","message":"Authorization was sent more than once/);
  }
});
