import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { executeSql } from '../support/store/file.ts';

test('pawstock verify', async (t) => {
  const cli = openCliHarness(t);
  const ids = [1n, 2n, 3n, 4n, 9007199254740993n];
  await cli.stock(ids.map((petId) => ({ petId, quantity: 10 })));
  await cli.stock([{ petId: 2n, quantity: 20, status: 'sold' }]);

  await t.test('finds nothing in a store that only Pawstock has written to', async () => {
    const { code, stdout, stderr } = await cli.runShared(['verify']);

    assert.deepEqual({ code, stdout }, { code: 0, stdout: '' });
    assert.equal(stderr, 'All is well: 6 entries account for 5 pets.\n');
  });

  await t.test('prints that nothing was found as JSON', async () => {
    const { code, stdout } = await cli.runShared(['verify', '--json']);

    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(stdout), { ok: true, entries: 6, items: 5, differences: [] });
  });

  // Writes to the database directly, as a person with an SQL tool might.
  executeSql(
    cli.file,
    `
      update item set quantity = 11 where pet_id = 1;
      update item set version = 1 where pet_id = 2;
      update item set status = 'sold' where pet_id = 3;
      delete from item where pet_id = 9007199254740993;
      insert into item values (7, 1, 'sold', 9);
      insert into pet_details (pet_id, name, revision) values (99, 'Ghost', 2);
      insert into reservation values
        ('a', 1, 1, 1, 'shop', 1, null, 1, 'expired', 1, null, null),
        ('b', 1, 1, 1, 'shop', 1, null, 3, 'active', 1, null, null),
        ('c', 1, 1, 1, 'shop', 1, null, 5, 'sold', 1, 2, 2),
        ('d', 1, 1, 1, 'shop', 1, null, 5, 'sold', 1, 99, 99),
        ('fewer', 2, 1, 1, 'shop', 1, null, 7, 'active', 1, null, null),
        ('later', 1, 1, 1, 'shop', 1, null, 9, 'active', 1, null, null),
        ('lost', 1, 1, 1, 'shop', 1, null, 11, 'active', 1, null, null),
        ('still', 1, 1, 1, 'shop', 1, null, 13, 'released', 1, null, null);
      insert into reservation_item values
        ('a', 0, 2, 1, null), ('b', 0, 98, 1, 1), ('c', 0, 2, 1, null), ('d', 0, 2, 4, null),
        ('fewer', 0, 2, 1, 1), ('later', 0, 2, 1, 2), ('lost', 0, 2, 1, null), ('still', 0, 2, 1, 1),
        ('gone', 0, 2, 1, 1);
    `,
  );
  const differences = [
    'Reservation fewer should have 2 items, and has 1.',
    'Reservation later is active until 1970-01-01T00:00:00.001Z, and its pet 2 is held until 1970-01-01T00:00:00.002Z.',
    'Reservation lost is active until 1970-01-01T00:00:00.001Z, and its pet 2 is not held.',
    'Reservation still is released, and its pet 2 is held until 1970-01-01T00:00:00.001Z.',
    'There are items of reservation gone, and there is no such reservation.',
    'Reservation c has sold 1 of pet 2, and entry 2 does not say so.',
    'Reservation d has sold 4 of pet 2, and entry 99 does not say so.',
    'Reservation b holds pet 98, and there has never been such a pet.',
    'Pet 99: it has details, and there is no such item.',
    'Pet 1: the item has quantity 11, and the ledger has 10.',
    'Pet 2: the item has version 1, and the ledger has 6.',
    'Pet 3: the item has status sold, and the ledger has available.',
    'Pet 7: the item has 1, and the ledger has no such pet.',
    'Pet 9007199254740993: the ledger has 10 (entry 5), and there is no such item.',
  ];

  await t.test('names each difference between the ledger and the rest of the store', async () => {
    const { code, stdout, stderr } = await cli.run(['verify']);

    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    const lines = [...differences, 'The stock levels do not match the ledger.'];
    assert.equal(stderr, lines.map((line) => `pawstock: ${line}\n`).join(''));
  });

  await t.test('prints the differences as JSON', async () => {
    const { code, stdout } = await cli.runShared(['verify', '--json']);

    assert.equal(code, 1);
    assert.partialDeepStrictEqual(JSON.parse(stdout), { ok: false, differences });
  });
});
