import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError, runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { createKey, levelsIn } from '../support/service/store-contents.ts';

const max = 9007199254740991;

test('adjusting by a difference', async (t) => {
  const service = await startService(t, { pets: [{ petId: 1n, quantity: 10, status: 'pending' }] });
  const adjust = (delta: string) => [delta, 'POST /v1/inventory/1/adjustments', { raw: `{"delta":${delta}}` }] as const;
  const done = (quantity: number) => `200 {"petId":1,"quantity":${quantity},"status":"pending"}`;
  await runScenarios(t, service, [
    [...adjust('5'), done(15), { etag: '"2"', 'x-stability': 'beta' }],
    [...adjust('-1.50e1'), done(0)],
    [...adjust('0'), done(0), { etag: '"4"' }],
    ...['-1', `${-max}`].map((delta): Scenario => [...adjust(delta), '409 insufficient_stock']),
    [...adjust(`${max}`), done(max)],
    ...['1', '1.5', '-9223372036854775808', '"1"'].map((delta): Scenario => [...adjust(delta), '400 invalid_value']),
    ['no delta', 'POST /v1/inventory/1/adjustments', { body: { quantity: 1 } }, '400 missing_field'],
    ['no pet', 'POST /v1/inventory/2/adjustments', { body: { delta: 1 } }, '404 pet_not_found'],
    ['PUT without status', 'PUT /v1/inventory/1', { body: { quantity: 1 } }, '400 missing_field'],
    ['PUT with a bad status', 'PUT /v1/inventory/1', { body: { quantity: 1, status: 'lost' } }, '400 invalid_value'],
    ['DELETE of no pet', 'DELETE /v1/inventory/2', {}, '404 pet_not_found'],
  ]);
});

test('a batch is all or nothing, and its refusal names the row', async (t) => {
  const pets = Array.from({ length: 1_001 }, (_, index) => ({ petId: BigInt(index), quantity: 0 }));
  const service = await startService(t, { pets });
  const rows = pets.slice(0, 1_000).map(({ petId }) => ({ petId: Number(petId), quantity: 7 }));
  const before = await levelsIn(service.store);
  const batch = (name: string, body: unknown, response: string, headers = {}): Scenario => [
    name,
    'PATCH /v1/inventory',
    { body, headers },
    response,
  ];
  const withRow = (index: number, row: unknown) => rows.with(index, row as (typeof rows)[number]);
  await runScenarios(t, service, [
    batch('no rows', [], '400 invalid_value'),
    batch('a row too many', [...rows, { petId: 1_000, quantity: 7 }], '400 invalid_value'),
    batch('an old version', withRow(500, { petId: 500, quantity: 1, version: 1 }), '412 version_mismatch'),
    batch('If-None-Match', rows, '400 invalid_header', { 'if-none-match': '*' }),
    batch('If-Match', rows, '400 invalid_header', { 'if-match': '*' }),
    batch(
      'more than a mebibyte',
      withRow(500, { petId: 500, quantity: 1, note: 'x'.repeat(1_048_576) }),
      '413 body_too_large',
    ),
  ]);
  const messages: [row: unknown, says: RegExp][] = [
    [5, /must be a JSON object/],
    [{ quantity: 1 }, /"petId" is missing/],
    [{ petId: 500, qty: 1 }, /"quantity" or "delta" is needed. Add one. "qty" is not a known field/],
    [{ petId: 500, status: 'sold' }, /"quantity" is missing/],
    [{ petId: 500, quantity: -1 }, /"quantity" must be an integer/],
    [{ petId: '500', quantity: 1 }, /"petId" must be /],
    [{ petId: 500, delta: 0.5 }, /"delta" must be an integer/],
    [{ petId: 500, quantity: 1, status: 'lost' }, /"status" must be /],
    [{ petId: 500, quantity: 1, delta: 1 }, /"delta" is not allowed here: check its name and the fields beside it/],
    [{ petId: 500, delta: 1, status: 'sold' }, /"status" is not allowed here/],
    [{ petId: 500, quantity: 1, reson: 'count' }, /"reson" is not allowed here/],
    [{ petId: 500, quantity: 1, status: 'sold', note: 5 }, /"note" must be a string/],
    [{ petId: 500, delta: -1 }, /Pet 500 is out of stock/],
    [{ petId: 500, quantity: 1, status: 'sold', version: 0 }, /Pet 500 is in the inventory already, at version 501/],
    [{ petId: 3, quantity: 1 }, /pet 3 is in row 4 already/],
    [{ petId: -1, quantity: 1 }, /no pet -1/],
  ];
  for (const [row, says] of messages) {
    const response = await service.call('PATCH', '/v1/inventory', { body: withRow(500, row) });
    assert.ok(response.status >= 400);
    const { message } = (await response.json()) as { message: string };
    assert.match(message, /^Row 501\b/);
    assert.match(message, says);
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

test('rows with a status are for admins alone, and the refusal says so', async (t) => {
  const service = await startService(t, { pets: [1n, 2n].map((petId) => ({ petId, quantity: 4 })) });
  const headers = { authorization: `Bearer ${await createKey(service.store, { scope: 'write' })}` };
  const body = [
    { petId: 2, delta: -1 },
    { petId: 3, quantity: 6, status: 'available' },
  ];
  const refused = await service.call('PATCH', '/v1/inventory', { body, headers });
  const text = await refused.text();
  assertError(refused, text, 'insufficient_scope');
  assert.match(text, /Row 2: setting a status needs a key with the scope \\"admin\\"/);
  assert.match(refused.headers.get('www-authenticate') ?? '', /scope="admin"/);
  assert.equal((await service.store.head()).seq, 2);
});
