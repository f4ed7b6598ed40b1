import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStore } from '../../src/engines.ts';
import { Inventory } from '../../src/inventory/inventory.ts';
import { limits } from '../../src/limits.ts';
import { systemPlatform } from '../../src/platform.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a failover between the head and the entries that it counts is told as one', async (t) => {
  const folder = temporaryFolder(t, () => inventory.close());
  const store = await openStore({ engine: 'sqlite', file: join(folder, 'store.db') });
  let lost = 0;
  const failingOver = {
    ...store,
    head: async () => {
      const head = await store.head();
      return { ...head, seq: head.seq + lost };
    },
  };
  const inventory = new Inventory(async () => failingOver, { limits, platform: systemPlatform });
  await inventory.load();

  lost = 1;
  await assert.rejects(inventory.ensureFresh(), { code: 'store_unavailable' });
  lost = 0;
  await inventory.ensureFresh();
});
