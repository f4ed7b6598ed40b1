import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { createKey, levelsIn, numberedPets } from '../support/service/store-contents.ts';

test('a batch is all or nothing, and its refusal names the row', async (t) => {
  const pets = numberedPets(1_001, 0);
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
    batch(
      'an old version',
      withRow(500, { petId: 500, quantity: 1, version: 1 }),
      '412 version_mismatch',
    ),
    batch('If-Match', rows, '400 invalid_header', { 'if-match': '*' }),
    batch(
      'more than a mebibyte',
      withRow(500, { petId: 500, quantity: 1, note: 'x'.repeat(1_048_576) }),
      '413 body_too_large',
    ),
  ]);
  const messages: [row: unknown, says: RegExp, status?: number][] = [
    [5, /must be a JSON object/],
    [{ quantity: 1 }, /"petId" is missing/],
    [
      { petId: 500, qty: 1 },
      /"quantity" is missing. Add it to the body. "qty" is not a known field/,
    ],
    [{ petId: 500, status: 'sold' }, /"quantity" is missing/],
    [{ petId: 500, quantity: -1 }, /"quantity" must be an integer/],
    [{ petId: 500, quantity: 1, status: 'lost' }, /"status" must be /],
    [
      { petId: 500, quantity: 1, delta: 1 },
      /"delta" is not allowed here: check its name and the fields beside it/,
    ],
    [{ petId: 500, delta: 1, status: 'sold' }, /"status" is not allowed here/],
    [{ petId: 500, delta: -1 }, /Pet 500 is out of stock/, 409],
    [
      { petId: 500, quantity: 1, status: 'sold', version: 0 },
      /Pet 500 is in the inventory already, at version 501/,
      412,
    ],
    [{ petId: 3, quantity: 1 }, /pet 3 is in row 4 already/],
    [{ petId: -1, quantity: 1 }, /no pet -1/, 404],
  ];
  const writer = { authorization: `Bearer ${await createKey(service.store, { scope: 'write' })}` };
  const labelled = { petId: 500, quantity: 6, status: 'available' };
  await runScenarios(t, service, [
    ...messages.map(([row, says, status = 400]): Scenario => {
      const message = new RegExp(`^Row 501\\b.*${says.source}`);
      return [says.source, 'PATCH /v1/inventory', { body: withRow(500, row) }, status, {}, message];
    }),
    [
      'a status by a key that may not set one',
      'PATCH /v1/inventory',
      { body: withRow(500, labelled), headers: writer },
      '403 insufficient_scope',
      { 'www-authenticate': /scope="admin"/ },
      /^Row 501: setting a status needs a key with the scope "admin"/,
    ],
  ]);
  assert.deepEqual(await levelsIn(service.store), before);
  assert.equal((await service.store.head()).seq, 1_001);

  const reversed = rows
    .toReversed()
    .map((row) => ({ ...row, version: row.petId + 1, reason: 'count', note: 'night' }));
  const done = await service.call('PATCH', '/v1/inventory', { body: reversed });
  assert.equal(done.status, 200);
  const items = (await done.json()) as { petId: number; quantity: number }[];
  assert.deepEqual(
    items.map(({ petId, quantity }) => [petId, quantity]),
    reversed.map(({ petId }) => [petId, 7]),
    'in the order of the rows',
  );
  assert.equal((await service.store.head()).seq, 2_001);
});
