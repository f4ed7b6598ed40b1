import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verify } from '../../src/inventory/verify.ts';
import { createCaller, versionIn } from '../support/caller.ts';
import { runScenarios, type Scenario } from '../support/scenarios.ts';
import { levelsIn, startService } from '../support/service.ts';

const max = 9007199254740991;

test('adjusting by a difference', async (t) => {
  const service = await startService(t, { pets: [{ petId: 1n, quantity: 10, status: 'pending' }] });
  const adjust = (delta: string): Omit<Scenario, 'status'> => ({
    name: delta,
    method: 'POST',
    path: '/v1/inventory/1/adjustments',
    raw: `{"delta":${delta}}`,
  });
  const item = (quantity: number) => `{"petId":1,"quantity":${quantity},"status":"pending"}`;
  await runScenarios(t, service, [
    { ...adjust('5'), status: 200, text: item(15), expectHeaders: { etag: '"2"', 'x-stability': 'beta' } },
    { ...adjust('-1.50e1'), status: 200, text: item(0) },
    { ...adjust('0'), status: 200, text: item(0), expectHeaders: { etag: '"4"' } },
    { ...adjust('-1'), status: 409, code: 'insufficient_stock' },
    { ...adjust(String(-max)), status: 409, code: 'insufficient_stock' },
    { ...adjust(String(max)), status: 200, text: item(max) },
    { ...adjust('1'), status: 400, code: 'invalid_value' },
    { ...adjust('1.5'), status: 400, code: 'invalid_value' },
    { ...adjust('-9223372036854775808'), status: 400, code: 'invalid_value' },
    { ...adjust('"1"'), status: 400, code: 'invalid_value' },
    {
      name: 'no delta',
      method: 'POST',
      path: '/v1/inventory/1/adjustments',
      body: { quantity: 1 },
      status: 400,
      code: 'missing_field',
    },
    {
      name: 'no pet',
      method: 'POST',
      path: '/v1/inventory/2/adjustments',
      body: { delta: 1 },
      status: 404,
      code: 'pet_not_found',
    },
    {
      name: 'PUT without status',
      method: 'PUT',
      path: '/v1/inventory/1',
      body: { quantity: 1 },
      status: 400,
      code: 'missing_field',
    },
    {
      name: 'PUT with a bad status',
      method: 'PUT',
      path: '/v1/inventory/1',
      body: { quantity: 1, status: 'lost' },
      status: 400,
      code: 'invalid_value',
    },
    { name: 'DELETE of no pet', method: 'DELETE', path: '/v1/inventory/2', status: 404, code: 'pet_not_found' },
  ]);
});

test('a thousand at once add up, and the ledger has every one', async (t) => {
  const service = await startService(t);
  // Cheaper than fetch: a slow machine must have sent each request before the service gives up waiting for it.
  const caller = createCaller(service.secret);
  const adjustment = { method: 'POST', path: '/1/adjustments', body: { delta: 1 } };
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => caller.call(service.url, adjustment)));
  caller.close();
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.equal(new Set(answers.map(versionIn)).size, 1_000);
  assert.deepEqual(await levelsIn(service.store), [{ petId: 1n, quantity: 1_010, status: 'available' }]);
  assert.deepEqual(await verify(service.store, () => undefined), { entries: 1_001, items: 1, differences: [] });
});

test('a batch is all or nothing, and its refusal names the row', async (t) => {
  const pets = Array.from({ length: 1_001 }, (_, index) => ({ petId: BigInt(index), quantity: 0 }));
  const service = await startService(t, { pets });
  const rows = pets.slice(0, 1_000).map(({ petId }) => ({ petId: Number(petId), quantity: 7 }));
  const before = await levelsIn(service.store);
  const batch = (name: string, body: unknown, status: number, code: string, headers = {}): Scenario => ({
    name,
    method: 'PATCH',
    path: '/v1/inventory',
    body,
    headers,
    status,
    code,
  });
  const withRow = (index: number, row: unknown) => rows.with(index, row as (typeof rows)[number]);
  await runScenarios(t, service, [
    batch('no rows', [], 400, 'invalid_value'),
    batch('a row too many', [...rows, { petId: 1_000, quantity: 7 }], 400, 'invalid_value'),
    batch('no array', { petId: 1, quantity: 1 }, 400, 'invalid_value'),
    batch('a row that is none', withRow(500, 5), 400, 'invalid_value'),
    batch('a row without a pet', withRow(500, { quantity: 1 }), 400, 'missing_field'),
    batch('a row without a quantity', withRow(500, { petId: 500 }), 400, 'missing_field'),
    batch('a bad quantity', withRow(500, { petId: 500, quantity: -1 }), 400, 'invalid_value'),
    batch('a pet in words', withRow(500, { petId: '500', quantity: 1 }), 400, 'invalid_value'),
    batch('a version in words', withRow(500, { petId: 500, quantity: 1, version: '"501"' }), 400, 'invalid_value'),
    batch('a pet twice', withRow(500, { petId: 3, quantity: 1 }), 400, 'invalid_value'),
    batch('an unknown pet', withRow(500, { petId: -1, quantity: 1 }), 404, 'pet_not_found'),
    batch('an old version', withRow(500, { petId: 500, quantity: 1, version: 1 }), 412, 'version_mismatch'),
    batch('If-Match', rows, 400, 'invalid_header', { 'if-match': '*' }),
    batch(
      'more than a mebibyte',
      withRow(500, { petId: 500, quantity: 1, note: 'x'.repeat(1_048_576) }),
      413,
      'body_too_large',
    ),
  ]);
  for (const row of [
    5,
    { quantity: 1 },
    { petId: 500, quantity: -1 },
    { petId: 3, quantity: 1 },
    { petId: -1, quantity: 1 },
  ]) {
    const response = await service.call('PATCH', '/v1/inventory', { body: withRow(500, row) });
    const { message } = (await response.json()) as { message: string };
    assert.match(message, /^Row 501: /);
  }
  assert.deepEqual(await levelsIn(service.store), before);
  assert.equal((await service.store.head()).seq, 1_001);

  const reversed = rows.toReversed().map((row) => ({ ...row, version: row.petId + 1, reason: 'count', note: 'night' }));
  const done = await service.call('PATCH', '/v1/inventory', { body: reversed });
  assert.equal(done.status, 200);
  const items = (await done.json()) as { petId: number; quantity: number }[];
  assert.deepEqual(
    items.map(({ petId }) => petId),
    reversed.map(({ petId }) => petId),
    'in the order of the rows',
  );
  assert.ok(items.every(({ quantity }) => quantity === 7));
  assert.equal((await service.store.head()).seq, 2_001);
});

test('a batch keeps every digit of a petId', async (t) => {
  const petId = 9223372036854775807n;
  const service = await startService(t, { pets: [{ petId, quantity: 1 }] });
  const done = await service.call('PATCH', '/v1/inventory', { raw: `[{"petId":${petId},"quantity":2.0}]` });
  assert.equal(await done.text(), `[{"petId":${petId},"quantity":2,"status":"available"}]`);
});
