import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newSecret } from '../../src/domain/api-key.ts';
import { rawRequest } from '../support/http/raw-socket.ts';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

const realm = 'Bearer realm="pawstock"';

test('without a valid key, nothing under the API can be told apart', async (t) => {
  const service = await startService(t);
  const unknown = newSecret();
  const bad = `${service.secret.slice(0, -1)}${service.secret.endsWith('a') ? 'b' : 'a'}`;
  const authorizations: [string, string, string][] = [
    ['no key', '', 'missing_api_key'],
    ['another scheme', `Basic ${service.secret}`, 'invalid_api_key'],
    ['a bare key', service.secret, 'invalid_api_key'],
    ['no key after the scheme', 'Bearer', 'invalid_api_key'],
    ['two keys', `Bearer ${service.secret} ${service.secret}`, 'invalid_api_key'],
    ['a mistyped key', `Bearer ${bad}`, 'invalid_api_key'],
    ['an unknown key', `Bearer ${unknown}`, 'invalid_api_key'],
  ];
  const requests: [string, string][] = [
    ['GET', '/v1/inventory'],
    ['PATCH', '/v1/inventory/1'],
    ['PATCH', '/v1/inventory/abc'],
    ['DELETE', '/v1/inventory'],
    ['OPTIONS', '/v1/inventory'],
    ['GET', '/v1/nothing'],
    ['GET', '/v1/%zz'],
    ['GET', '/v1'],
    ['GET', `/v1/inventory?key=${service.secret}`],
  ];
  const scenarios = authorizations.flatMap(([name, authorization, code]) =>
    requests.map(
      ([method, path]): Scenario => [
        name,
        `${method} ${path}`,
        { headers: { authorization } },
        `401 ${code}`,
        {
          'www-authenticate': code === 'missing_api_key' ? realm : `${realm}, error="invalid_token"`,
          allow: null,
          'x-stability': null,
        },
      ],
    ),
  );
  await runScenarios(t, service, scenarios);
  await runScenarios(t, service, [
    ['the scheme in any case', 'GET /v1/inventory', { headers: { authorization: `bEARER ${service.secret}` } }, 200],
  ]);
});

test('two Authorization headers are refused, and said to be two', async (t) => {
  const service = await startService(t);
  const other = await createKey(service.store);
  for (const second of [service.secret, other, 'x']) {
    const { status, body } = await rawRequest(service.port, [
      `GET /v1/inventory HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
        `Authorization: Bearer ${service.secret}\r\nAuthorization: Bearer ${second}\r\n\r\n`,
    ]);
    assert.equal(status, 401);
    assert.match(body, /"code":"invalid_api_key","message":"Authorization was sent more than once/);
  }
});

test('a key learns who it is', async (t) => {
  const nowMs = Date.now();
  const service = await startService(t, { now: () => nowMs });
  const expiresAtMs = Date.parse('2999-12-31T23:59:59.999Z');
  const secret = await createKey(service.store, {
    name: 'till-3',
    scope: 'read',
    requireVersion: true,
    rateLimit: 5,
    expiresAtMs,
  });
  const whoIs = async (key: string, at = service) => {
    const response = await at.call('GET', '/v1/key', { headers: { authorization: `Bearer ${key}` } });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('x-stability'), 'beta');
    const { createdAt, ...rest } = (await response.json()) as Record<string, unknown>;
    assert.ok(Math.abs(Date.parse(String(createdAt)) - Date.now()) < 600_000 && String(createdAt).endsWith('Z'));
    return rest;
  };
  const unlimited = { expiresAt: null, requireVersion: false, rateLimit: null };
  assert.deepEqual(await whoIs(service.secret), { name: 'admin', scope: 'admin', ...unlimited });
  const terms = { expiresAt: '2999-12-31T23:59:59.999Z', requireVersion: true, rateLimit: 5 };
  assert.deepEqual(await whoIs(secret), { name: 'till-3', scope: 'read', ...terms });

  const limited = await startService(t, { settings: { RATE_LIMIT: '50' } });
  assert.equal((await whoIs(limited.secret, limited))['rateLimit'], 50);
});
