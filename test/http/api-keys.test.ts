import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideRevoke } from '../../src/domain/api-key.ts';
import { newSecret } from '../../src/domain/key-secret.ts';
import { createKey } from '../support/keys.ts';
import { withinThisProcess } from '../support/runtime.ts';
import { assertError, runScenarios, type Scenario } from '../support/scenarios.ts';
import { startService } from '../support/service.ts';

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
      ([method, path]): Scenario => ({
        name,
        method,
        path,
        headers: { authorization },
        status: 401,
        code,
        expectHeaders: {
          'www-authenticate': code === 'missing_api_key' ? realm : `${realm}, error="invalid_token"`,
          allow: null,
          'x-stability': null,
        },
      }),
    ),
  );
  await runScenarios(t, service, scenarios);
  await runScenarios(t, service, [
    {
      name: 'the scheme in any case',
      method: 'GET',
      path: '/v1/inventory',
      headers: { authorization: `bEARER ${service.secret}` },
      status: 200,
    },
  ]);
});

test('a revoked or expired key is refused on the next request, a new one accepted', withinThisProcess, async (t) => {
  let nowMs = Date.now();
  const service = await startService(t, { now: () => nowMs });
  const list = (secret: string) =>
    service.call('GET', '/v1/inventory', { headers: { authorization: `Bearer ${secret}` } });

  const revoked = await createKey(service.store, { name: 'till' });
  assert.equal((await list(revoked)).status, 200);
  await service.store.changeKeys('till', (named) => decideRevoke(named, 'till', Date.now()));
  const refused = await list(revoked);
  assertError(refused, await refused.text(), 'invalid_api_key');

  const expiring = await createKey(service.store, { expiresAtMs: nowMs + 1000 });
  assert.equal((await list(expiring)).status, 200);
  nowMs += 1000;
  assert.equal((await list(expiring)).status, 401);
});

test('a scope contains those before it, and is named where it is missing', async (t) => {
  const service = await startService(t);
  const secrets = {
    read: await createKey(service.store, { scope: 'read' }),
    write: await createKey(service.store, { scope: 'write' }),
    admin: service.secret,
  };
  const calls: [string, string, unknown, keyof typeof secrets][] = [
    ['GET', '/v1/inventory', undefined, 'read'],
    ['GET', '/v1/inventory/1', undefined, 'read'],
    ['GET', '/v1/inventory/1/history', undefined, 'read'],
    ['HEAD', '/v1/inventory/events', undefined, 'read'],
    ['PATCH', '/v1/inventory/1', { quantity: 1 }, 'write'],
    ['PATCH', '/v1/inventory', [{ petId: 1, quantity: 1 }], 'write'],
    ['POST', '/v1/inventory/1/adjustments', { delta: 1 }, 'write'],
    ['PUT', '/v1/inventory/1', { quantity: 1, status: 'sold' }, 'admin'],
    ['DELETE', '/v1/inventory/1', undefined, 'admin'],
  ];
  const order = ['read', 'write', 'admin'] as const;
  for (const [method, path, body, needed] of calls) {
    for (const scope of order) {
      const response = await service.call(method, path, {
        body,
        headers: { authorization: `Bearer ${secrets[scope]}` },
      });
      const text = await response.text();
      if (order.indexOf(scope) >= order.indexOf(needed)) assert.ok(response.ok, `${scope} ${method} ${path}: ${text}`);
      else {
        assertError(response, text, 'insufficient_scope');
        assert.equal(response.status, 403);
        assert.equal(
          response.headers.get('www-authenticate'),
          `${realm}, error="insufficient_scope", scope="${needed}"`,
        );
      }
    }
  }
});
