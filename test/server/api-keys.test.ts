import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newSecret } from '../../src/domain/api-key.ts';
import { exchangeOne } from '../support/http/raw-socket.ts';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

const realm = 'Bearer realm="pawstock"';

const list = 'GET /v1/inventory';

type Refusal = {
  readonly name: string;
  readonly authorization: string;
  readonly code: string;
};

test('without a valid key', async (t) => {
  const service = await startService(t);
  const { secret } = service;
  const mistyped = `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`;
  const malformed: Refusal[] = [
    { name: 'another scheme', authorization: `Basic ${secret}`, code: 'invalid_api_key' },
    { name: 'a bare key', authorization: secret, code: 'invalid_api_key' },
    { name: 'no key after the scheme', authorization: 'Bearer', code: 'invalid_api_key' },
  ];
  const refusals: Refusal[] = [
    ...malformed,
    { name: 'no key', authorization: '', code: 'missing_api_key' },
    { name: 'two keys', authorization: `Bearer ${secret} ${secret}`, code: 'invalid_api_key' },
    { name: 'a mistyped key', authorization: `Bearer ${mistyped}`, code: 'invalid_api_key' },
    { name: 'an unknown key', authorization: `Bearer ${newSecret()}`, code: 'invalid_api_key' },
  ];

  await t.test('nothing under the API can be told apart', async (own) => {
    const calls = [
      list,
      'PATCH /v1/inventory/abc',
      'DELETE /v1/inventory',
      'OPTIONS /v1/inventory',
      'GET /v1/nothing',
      'GET /v1/%zz',
      'GET /v1',
      `GET /v1/inventory?key=${secret}`,
    ];
    for (const { name, authorization, code } of refusals) {
      const challenge = code === 'missing_api_key' ? realm : `${realm}, error="invalid_token"`;
      const headers = {
        'www-authenticate': challenge,
        allow: null,
        'x-stability': null,
        ratelimit: null,
      };
      const scenarios = calls.map((call): Scenario => {
        return {
          title: name,
          call,
          request: { headers: { authorization } },
          expected: `401 ${code}`,
          headers,
        };
      });
      await runScenarios(own, service, scenarios);
    }
  });

  await t.test('the caller is told the form of the header', async (own) => {
    const form = 'The Authorization header must be "Bearer <key>".';
    const scenarios = malformed.map(({ name, authorization, code }): Scenario => {
      return {
        title: name,
        call: list,
        request: { headers: { authorization } },
        expected: `401 ${code}`,
        message: form,
      };
    });
    await runScenarios(own, service, scenarios);
  });
});

test('the scheme of the key may be written in any case', async (t) => {
  const service = await startService(t);
  const headers = { authorization: `bEARER ${service.secret}` };
  await runScenarios(t, service, [
    { title: 'mixed', call: list, request: { headers }, expected: 200 },
  ]);
});

test('two Authorization headers are refused, even with the same key', async (t) => {
  const service = await startService(t);
  const { secret } = service;
  for (const second of [secret, await createKey(service.store), 'x']) {
    const request = [
      'GET /v1/inventory HTTP/1.1',
      'Host: x',
      `Authorization: Bearer ${secret}`,
      `Authorization: Bearer ${second}`,
      '\r\n',
    ];
    const { status, body } = await exchangeOne(service.port, request.join('\r\n'));
    assert.equal(status, 401);
    assert.match(body, /"code":"invalid_api_key","message":"Authorization was sent more than once/);
  }
});
