import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ShopDays } from '@pawstock/shared/shop-days.ts';
import { openStore } from '../../src/engines.ts';
import { Inventory } from '../../src/inventory/inventory.ts';
import { limits } from '../../src/limits.ts';
import { systemPlatform } from '../../src/platform.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

async function openReads(t: TestContext) {
  const folder = temporaryFolder(t, () => inventory.close());
  const inventory = new Inventory(
    () => openStore({ engine: 'sqlite', file: join(folder, 'store.db') }),
    {
      limits: { ...limits, reportsMax: 2 },
      platform: systemPlatform,
    },
  );
  await inventory.load();
  return inventory.reads;
}

test('a report whose client has gone while it waited is not made, and its place is free again', async (t) => {
  const reads = await openReads(t);
  const report = (isWanted = true) => {
    const options = { shopDays: new ShopDays('UTC'), withDays: false, isWanted: () => isWanted };
    return reads.report({ since: 0, until: undefined, petIds: null, ...options });
  };
  const [first, gone] = [report(), report(false)];
  await assert.rejects(gone, { code: 'overloaded' });
  const { release } = await first;
  const second = await report();
  await assert.rejects(
    report(),
    { code: 'overloaded' },
    'both places are held until their responses are sent',
  );
  release();
  (await report()).release();
  second.release();
});

test('a list of one key is made after one list of another key, however many that one waits for', async (t) => {
  const reads = await openReads(t);
  const made: string[] = [];
  const list = (keyId: number, name: string) =>
    reads.makeInTurn({ keyId }, async () => {
      made.push(name);
      await nextTurn();
    });
  const many = Array.from({ length: 40 }, () => list(1, 'busy key'));
  await Promise.all([...many, list(2, 'other key')]);
  assert.ok(made.indexOf('other key') <= 2, `it was number ${made.indexOf('other key')}`);
  assert.equal(made.length, 41);
});

test('of pages that are requested at once, one is made in a turn of the event loop', async (t) => {
  const reads = await openReads(t);
  const requests = [
    () => reads.history(1n, { before: null, limit: 10 }),
    () => reads.searchHistory({ limit: 10 }),
  ];
  for (const request of requests) {
    let made = 0;
    const pages = Array.from({ length: 10 }, () => request().then(() => made++));
    while (made < pages.length) {
      const before = made;
      await nextTurn();
      assert.ok(made <= before + 1, `${made - before} in one turn`);
    }
  }
});
