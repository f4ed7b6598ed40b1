import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openStore } from '../../src/engines.ts';
import { Inventory } from '../../src/inventory/inventory.ts';
import { limits } from '../../src/limits.ts';
import { checkDatabase } from '../../src/settings.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('of pages that are asked for at once, one a turn of the event loop is made', async (t) => {
  const folder = temporaryFolder(t, () => inventory.close());
  const database = checkDatabase(`sqlite:${join(folder, 'pawstock.db')}`);
  const inventory = new Inventory(() => openStore(database), { limits });
  await inventory.load();
  const all = { before: null, after: null, sinceMs: null, untilMs: null, key: null, reason: null };
  const requests = [
    () => inventory.reads.history(1n, { before: null, limit: 10 }),
    () => inventory.reads.searchHistory({ ...all, limit: 10 }),
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
