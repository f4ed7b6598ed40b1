import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { ShopDays } from '../../src/domain/shop-days.ts';
import { openStore } from '../../src/engines.ts';
import { Inventory } from '../../src/inventory/inventory.ts';
import { limits } from '../../src/limits.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a report whose client has gone while it waited is not made, and its place is free again', async (t) => {
  const opened: { inventory?: Inventory } = {};
  const file = join(
    temporaryFolder(t, async () => opened.inventory?.close()),
    'store.db',
  );
  const inventory = new Inventory(() => openStore({ engine: 'sqlite', file }), {
    limits: { ...limits, reportsMax: 2 },
  });
  opened.inventory = inventory;
  await inventory.load();
  const report = (isWanted = true) => {
    const options = { shopDays: new ShopDays('UTC'), withDays: false, isWanted: () => isWanted };
    return inventory.reads.report({ sinceMs: 0, untilMs: null }, options);
  };
  const [first, gone] = [report(), report(false)];
  await assert.rejects(gone, { code: 'overloaded' });
  const { release } = await first;
  const second = await report();
  await assert.rejects(report(), { code: 'overloaded' }, 'both places are held until their responses are sent');
  release();
  (await report()).release();
  second.release();
});
