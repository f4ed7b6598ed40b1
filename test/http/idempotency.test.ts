import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandAction } from '../../src/domain/action.ts';
import { digestOf, newSecret } from '../../src/domain/api-key.ts';
import { limits } from '../../src/limits.ts';
import { rawRequest } from '../support/http/raw-socket.ts';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

const path = '/v1/inventory/1';
const adjustment = { delta: 1 };

const adjust = (service: TestService, key: string, headers: Record<string, string> = {}) =>
  service.call('POST', `${path}/adjustments`, { body: adjustment, headers: { 'idempotency-key': key, ...headers } });

test('another request under the same key is refused, a refusal is not kept, and callers do not meet', async (t) => {
  const service = await startService(t);
  const other = { authorization: `Bearer ${await createKey(service.store)}` };
  const keyed = (key: string, headers: Record<string, string> = {}) => ({ 'idempotency-key': key, ...headers });
  const set = (name: string, quantity: number, headers: Record<string, string>) =>
    [name, `PATCH ${path}`, { body: { quantity }, headers }] as const;
  const reused = '422 idempotency_key_reused';
  await runScenarios(t, service, [
    [...set('first', 1, keyed('a')), 200],
    [...set('in quotes', 1, keyed('"a"')), 200, { etag: '"2"', 'idempotent-replayed': 'true' }],
    [...set('another quantity', 2, keyed('a')), reused],
    [
      'the same in other words',
      `PATCH ${path}`,
      { headers: keyed('a'), raw: '{ "quantity": 1.0, "unknown": true }' },
      200,
      { 'idempotent-replayed': 'true' },
    ],
    [...set('another expectation', 1, keyed('a', { 'if-match': '"1"' })), reused],
    ['another pet', 'PATCH /v1/inventory/2', { headers: keyed('a'), body: { quantity: 1 } }, reused],
    ['as a batch', 'PATCH /v1/inventory', { headers: keyed('a'), body: [{ petId: 1, quantity: 1 }] }, reused],
    [...set('another caller', 3, keyed('a', other)), 200, { 'idempotent-replayed': null }],
    ['refused', `POST ${path}/adjustments`, { headers: keyed('b'), body: { delta: -100 } }, '409 insufficient_stock'],
    [...set('the key of a refusal is free', 4, keyed('b')), 200],
    ...['', '""', 'x'.repeat(256), 'tab\there', 'é'].map(
      (key): Scenario => [...set(`bad key ${JSON.stringify(key.slice(0, 9))}`, 5, keyed(key)), '400 invalid_header'],
    ),
    [...set('the longest key', 6, keyed('x'.repeat(255))), 200],
  ]);
});

test('a key that is sent twice is refused, and one with a comma is a key', async (t) => {
  const service = await startService(t);
  const send = (...keys: string[]) =>
    rawRequest(service.port, [
      [
        `POST ${path}/adjustments HTTP/1.1`,
        'Host: localhost',
        `Authorization: Bearer ${service.secret}`,
        ...keys.map((key) => `Idempotency-Key: ${key}`),
        'Content-Length: 11',
        'Connection: close',
        '',
        '{"delta":1}',
      ].join('\r\n'),
    ]);
  const refused = await send('a', 'a');
  assert.equal(refused.status, 400);
  assert.match(refused.body, /"code":"invalid_header","message":"Idempotency-Key was sent more than once/);
  assert.equal((await send('a, b')).status, 200);
  assert.equal((await service.store.head()).seq, 2);
});

test('a key is remembered for 24 hours, and for the successor of a rotated API key', async (t) => {
  let nowMs = Date.now();
  const service = await startService(t, { now: () => nowMs });
  await adjust(service, 'k');
  nowMs += limits.idempotencyRecordMs - 1;
  assert.equal((await adjust(service, 'k')).headers.get('idempotent-replayed'), 'true');
  const secret = newSecret();
  const successor = { id: 'successor', name: 'admin', digest: digestOf(secret), overlapMs: 0 };
  await service.store.perform(commandAction({ kind: 'key.rotate', ...successor }));
  const headers = { authorization: `Bearer ${secret}` };
  assert.equal((await adjust(service, 'k', headers)).headers.get('idempotent-replayed'), 'true');
  nowMs += 1;
  assert.equal((await adjust(service, 'k', headers)).headers.get('idempotent-replayed'), null);
});
