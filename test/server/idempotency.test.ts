import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandAction } from '../../src/domain/action.ts';
import { digestOf, newSecret } from '../../src/domain/api-key.ts';
import { exchangeOne } from '../support/http/raw-socket.ts';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

test('what an idempotency key may be, and which requests under it are the same', async (t) => {
  const service = await startService(t);
  const path = '/v1/inventory/1';
  const set = (name: string, key: string, raw = '{"quantity":1}', secret = service.secret) =>
    [
      name,
      `PATCH ${path}`,
      { raw, headers: { 'idempotency-key': key, authorization: `Bearer ${secret}` } },
    ] as const;
  const [other, successor] = [await createKey(service.store), newSecret()];
  const replayed = { etag: '"2"', 'idempotent-replayed': 'true' };
  await runScenarios(t, service, [
    [...set('first', 'a'), 200, { 'idempotent-replayed': null }],
    [...set('in quotes', '"a"'), 200, replayed],
    [...set('the same in other words', 'a', '{ "quantity": 1.0, "unknown": true }'), 200, replayed],
    [...set('another quantity', 'a', '{"quantity":2}'), '422 idempotency_key_reused'],
    [...set('another caller', 'a', '{"quantity":2}', other), 200, { 'idempotent-replayed': null }],
    ...['', '""', 'x'.repeat(256), 'tab\there', 'é'].map(
      (key): Scenario => [
        ...set(`bad key ${JSON.stringify(key.slice(0, 9))}`, key),
        '400 invalid_header',
      ],
    ),
    [...set('the longest key', 'x'.repeat(255)), 200],
  ]);
  const key = { name: 'admin', digest: digestOf(successor), overlapMs: 60_000 };
  await service.store.perform(commandAction({ kind: 'key.rotate', ...key }));
  await runScenarios(t, service, [
    [...set('the successor of the key', 'a', undefined, successor), 200, replayed],
  ]);
  await service.store.perform(commandAction({ kind: 'key.revoke', name: 'admin' }));
  const namesake = await createKey(service.store, { name: 'admin' });
  const applied = { 'idempotent-replayed': null };
  await runScenarios(t, service, [
    [...set('a later key of the same name', 'a', undefined, namesake), 200, applied],
  ]);
  const send = (...keys: string[]) => {
    const headers = keys.map((key) => `Idempotency-Key: ${key}\r\n`).join('');
    const head = `POST ${path}/adjustments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${namesake}\r\n`;
    return exchangeOne(service.port, `${head}${headers}Content-Length: 11\r\n\r\n{"delta":1}`);
  };
  const refused = await send('b', 'b');
  assert.equal(refused.status, 400);
  assert.match(
    refused.body,
    /"code":"invalid_header","message":"Idempotency-Key was sent more than once/,
  );
  assert.equal((await send('a, b')).status, 200, 'a comma is part of a key');
  assert.equal((await service.store.head()).seq, 6);
});
