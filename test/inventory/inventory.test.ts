import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openStore } from '../../src/engines.ts';
import { Inventory } from '../../src/inventory/inventory.ts';
import { limits } from '../../src/limits.ts';
import { systemPlatform } from '../../src/platform.ts';
import type { Head } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** An inventory on a store whose answers about its head go through a function. */
async function openInventory(t: TestContext, answer: (head: Head) => Head): Promise<Inventory> {
  const folder = temporaryFolder(t, () => inventory.close());
  const store = await openStore({ engine: 'sqlite', file: join(folder, 'store.db') });
  const failing = { ...store, head: async () => answer(await store.head()) };
  const inventory = new Inventory(async () => failing, { limits, platform: systemPlatform });
  await inventory.load();
  return inventory;
}

test('a failover between the head and the entries that it counts is told as one', async (t) => {
  let lost = 0;
  const inventory = await openInventory(t, (head) => ({ ...head, seq: head.seq + lost }));
  lost = 1;
  await assert.rejects(inventory.ensureFresh(), { code: 'store_unavailable' });
  lost = 0;
  await inventory.ensureFresh();
});
