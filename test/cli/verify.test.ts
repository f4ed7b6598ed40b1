import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';
import { executeSql } from '../support/store/file.ts';

async function stocked(cli: CliHarness): Promise<CliHarness> {
  const ids = [1n, 2n, 3n, 4n, 9007199254740993n];
  await cli.stock(ids.map((petId) => ({ petId, quantity: 10 })));
  await cli.stock([{ petId: 2n, quantity: 20, status: 'sold' }]);
  return cli;
}

describe('pawstock verify', { concurrency: 3 }, () => {
  test('finds nothing in a store that only we have written to', async (t) => {
    const cli = await stocked(openCliHarness(t));
    const { code, stdout, stderr } = await cli.run(['verify']);
    assert.deepEqual([code, stdout, stderr], [0, '', 'All is well: 6 entries account for 5 pets.\n']);
    const json = await cli.runShared(['verify', '--json']);
    assert.deepEqual([json.code, JSON.parse(json.stdout)], [0, { ok: true, entries: 6, items: 5, differences: [] }]);
  });

  test('reports every difference that the ledger does not account for, and exits with 1', async (t) => {
    const cli = await stocked(openCliHarness(t));
    // As a hand in the database would leave it.
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
        ('a', 0, 2, 1, 1, 1, 'shop', null, 1, 'expired', 1, null, null),
        ('b', 0, 98, 1, 1, 1, 'shop', null, 3, 'active', 1, null, null),
        ('c', 0, 2, 1, 1, 1, 'shop', null, 5, 'sold', 1, 2, 2),
        ('d', 0, 2, 4, 1, 1, 'shop', null, 5, 'sold', 1, 99, 99);
    `,
    );
    const { code, stdout, stderr } = await cli.run(['verify']);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.deepEqual(stderr.trimEnd().split('\n'), [
      'pawstock: Reservation c has sold 1 of pet 2, and entry 2 does not say so.',
      'pawstock: Reservation d has sold 4 of pet 2, and entry 99 does not say so.',
      'pawstock: Reservation b holds pet 98, and there has never been such a pet.',
      'pawstock: Pet 99: it has details, and there is no such item.',
      'pawstock: Pet 1: the item has quantity 11, and the ledger has 10.',
      'pawstock: Pet 2: the item has version 1, and the ledger has 6.',
      'pawstock: Pet 3: the item has status sold, and the ledger has available.',
      'pawstock: Pet 7: the item has 1, and the ledger has no such pet.',
      'pawstock: Pet 9007199254740993: the ledger has 10 (entry 5), and there is no such item.',
      'pawstock: The stock levels do not match the ledger.',
    ]);
    const json = await cli.runShared(['verify', '--json']);
    assert.equal(json.code, 1);
    const { ok, differences } = JSON.parse(json.stdout) as { ok: boolean; differences: string[] };
    assert.deepEqual([ok, differences.length], [false, 9]);
  });
});
