import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runScenarios, type Scenario } from '../support/http/scenarios.ts';
import { startService } from '../support/service/service.ts';
import { createKey, levelsIn, numberedPets } from '../support/service/store-contents.ts';

const pets = numberedPets(1_001, 0);
/** The most rows that a batch may have. */
const rows = pets.slice(0, 1_000).map(({ petId }) => ({ petId: Number(petId), quantity: 7 }));
const call = 'PATCH /v1/inventory';

/** The longest batch, in which the row with the number 501 is another. */
const withRow501 = (row: unknown) => rows.with(500, row as (typeof rows)[number]);

test('a batch of changes', async (t) => {
  const service = await startService(t, { pets });
  const before = await levelsIn(service.store);

  await t.test('has at least one row and at most a thousand', async (own) => {
    const tooMany = [...rows, { petId: 1_000, quantity: 7 }];
    await runScenarios(own, service, [
      { title: 'no rows', call, request: { body: [] }, expected: '400 invalid_value' },
      { title: 'a row too many', call, request: { body: tooMany }, expected: '400 invalid_value' },
    ]);
  });

  await t.test('has at most a mebibyte', async (own) => {
    const body = withRow501({ petId: 500, quantity: 1, note: 'x'.repeat(1_048_576) });
    await runScenarios(own, service, [
      { title: 'a long note', call, request: { body }, expected: '413 body_too_large' },
    ]);
  });

  await t.test('names versions in its rows, not in If-Match', async (own) => {
    const outdated = withRow501({ petId: 500, quantity: 1, version: 1 });
    const headers = { 'if-match': '*' };
    await runScenarios(own, service, [
      {
        title: 'an old version',
        call,
        request: { body: outdated },
        expected: '412 version_mismatch',
      },
      { title: 'If-Match', call, request: { body: rows, headers }, expected: '400 invalid_header' },
    ]);
  });

  await t.test('is refused with the number and the fault of its wrong row', async (own) => {
    const wrong: [row: unknown, says: RegExp, status?: number][] = [
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
    const scenarios = wrong.map(([row, says, status = 400]): Scenario => {
      const message = new RegExp(`^Row 501\\b.*${says.source}`);
      return {
        title: says.source,
        call,
        request: { body: withRow501(row) },
        expected: status,
        message,
      };
    });
    await runScenarios(own, service, scenarios);
  });

  await t.test('needs the scope admin if a row sets a status', async (own) => {
    const writer = await createKey(service.store, { scope: 'write' });
    const body = withRow501({ petId: 500, quantity: 6, status: 'available' });
    const headers = { authorization: `Bearer ${writer}` };
    await runScenarios(own, service, [
      {
        title: 'a status by a key that may not set one',
        call,
        request: { body, headers },
        expected: '403 insufficient_scope',
        headers: { 'www-authenticate': /scope="admin"/ },
        message: /^Row 501: setting a status needs a key with the scope "admin"/,
      },
    ]);
  });

  await t.test('changes nothing when it is refused', async () => {
    assert.deepEqual(await levelsIn(service.store), before);
    const { seq } = await service.store.head();
    assert.equal(seq, pets.length, 'the ledger has an entry for each pet that was added');
  });

  await t.test('is answered with its items in the order of its rows', async () => {
    const reversed = rows
      .toReversed()
      .map((row) => ({ ...row, version: row.petId + 1, reason: 'count', note: 'night' }));
    const response = await service.call('PATCH', '/v1/inventory', { body: reversed });
    assert.equal(response.status, 200);
    const items = (await response.json()) as { petId: number; quantity: number }[];
    assert.deepEqual(
      items.map(({ petId, quantity }) => ({ petId, quantity })),
      reversed.map(({ petId }) => ({ petId, quantity: 7 })),
    );
    const { seq } = await service.store.head();
    assert.equal(seq, pets.length + rows.length, 'the ledger has an entry for each row');
  });
});
