import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandAction } from '../../src/domain/action.ts';
import { digestOf, newSecret } from '../../src/domain/api-key.ts';
import { exchangeOne } from '../support/http/raw-socket.ts';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService, type TestService } from '../support/service/service.ts';
import { createKey } from '../support/service/store-contents.ts';

const path = '/v1/inventory/1';
const applied = { 'idempotent-replayed': null };
const replayed = { etag: '"2"', 'idempotent-replayed': 'true' };

type Write = {
  readonly name: string;
  /** The value of the header. Default: `a`. */
  readonly key?: string;
  readonly raw?: string;
  /** The API key. Default: that of the service's admin. */
  readonly secret?: string;
};

/** A write of the quantity 1 under an idempotency key, with these differences. */
function write(
  { name, key = 'a', raw = '{"quantity":1}', secret }: Write,
  response: number | string,
  headers: NonNullable<Scenario['headers']> = {},
): Scenario {
  const caller = secret === undefined ? {} : { authorization: `Bearer ${secret}` };
  const request = { raw, headers: { 'idempotency-key': key, ...caller } };
  return { title: name, call: `PATCH ${path}`, request, expected: response, headers };
}

async function assertEntries({ store }: TestService, count: number): Promise<void> {
  const { seq } = await store.head();
  assert.equal(seq, count, 'entries in the ledger, the first of which added the pet');
}

test('a repeated write is answered as before and not done again', async (t) => {
  const service = await startService(t);
  await runScenarios(t, service, [
    write({ name: 'first' }, 200, applied),
    write({ name: 'again' }, 200, replayed),
    write({ name: 'with the key in quotes', key: '"a"' }, 200, replayed),
  ]);
  await assertEntries(service, 2);
});

test('the same request in other words is a repetition', async (t) => {
  const service = await startService(t);
  const otherWords = '{ "quantity": 1.0, "unknown": true }';
  await runScenarios(t, service, [
    write({ name: 'first' }, 200, applied),
    write({ name: 'in other words', raw: otherWords }, 200, replayed),
  ]);
});

test('another request under a used key is refused', async (t) => {
  const service = await startService(t);
  await runScenarios(t, service, [
    write({ name: 'first' }, 200, applied),
    write({ name: 'another quantity', raw: '{"quantity":2}' }, '422 idempotency_key_reused'),
  ]);
});

test('an idempotency key belongs to its caller', async (t) => {
  const service = await startService(t);
  const other = await createKey(service.store);
  await runScenarios(t, service, [
    write({ name: 'first' }, 200, applied),
    write({ name: 'another caller', raw: '{"quantity":2}', secret: other }, 200, applied),
  ]);
});

test('the successor of a rotated API key may repeat its requests', async (t) => {
  const service = await startService(t);
  const successor = newSecret();
  await runScenarios(t, service, [write({ name: 'first' }, 200, applied)]);
  const rotation = { name: 'admin', digest: digestOf(successor), overlapMs: 60_000 };
  await service.store.perform(commandAction({ kind: 'key.rotate', ...rotation }));
  await runScenarios(t, service, [
    write({ name: 'the successor', secret: successor }, 200, replayed),
  ]);
});

test('a later API key of the same name repeats nothing', async (t) => {
  const service = await startService(t);
  await runScenarios(t, service, [write({ name: 'first' }, 200, applied)]);
  await service.store.perform(commandAction({ kind: 'key.revoke', name: 'admin' }));
  const namesake = await createKey(service.store, { name: 'admin' });
  await runScenarios(t, service, [write({ name: 'the namesake', secret: namesake }, 200, applied)]);
});

/** Sends an adjustment with these Idempotency-Key headers, which `fetch` would join to one. */
function sendWithKeys({ port, secret }: TestService, keys: readonly string[]) {
  const request = [
    `POST ${path}/adjustments HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${secret}`,
    ...keys.map((key) => `Idempotency-Key: ${key}`),
    'Content-Length: 11',
    '',
    '{"delta":1}',
  ];
  return exchangeOne(port, request.join('\r\n'));
}

test('the Idempotency-Key header', async (t) => {
  const service = await startService(t);

  await t.test('an idempotency key has 1 to 255 printable ASCII characters', async (own) => {
    const malformed = ['', '""', 'x'.repeat(256), 'tab\there', 'é'];
    const scenarios = malformed.map((key) =>
      write({ name: JSON.stringify(key.slice(0, 9)), key }, '400 invalid_header'),
    );
    await runScenarios(own, service, [
      ...scenarios,
      write({ name: 'the longest key', key: 'x'.repeat(255) }, 200),
    ]);
  });

  await t.test('two idempotency keys on one request are refused', async () => {
    const { seq: before } = await service.store.head();
    const { status, body } = await sendWithKeys(service, ['b', 'b']);
    assert.equal(status, 400);
    assert.match(
      body,
      /"code":"invalid_header","message":"Idempotency-Key was sent more than once/,
    );
    const { seq } = await service.store.head();
    assert.equal(seq, before, 'nothing was written');
  });

  await t.test('a comma is part of an idempotency key', async () => {
    const { status } = await sendWithKeys(service, ['a, b']);
    assert.equal(status, 200);
  });
});
