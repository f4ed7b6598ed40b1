import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStore } from '../../src/engines.ts';
import { Inventory } from '../../src/inventory/inventory.ts';
import { limits as usualLimits } from '../../src/limits.ts';
import { type Platform, systemPlatform } from '../../src/platform.ts';
import { addPets } from '../support/service/store-contents.ts';
import { addOne } from '../support/store/write.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

const dayMs = 86_400_000;

test('after each step of a sweep the store is left to others for as long as the step took', async (t) => {
  let nowMs = Date.UTC(2026, 0, 1);
  let sweep: () => void = () => assert.fail('nothing sweeps');
  const pausesMs: number[] = [];
  const platform: Platform = {
    ...systemPlatform,
    now: () => nowMs,
    every: (ms, work) => {
      if (ms === 600_000) sweep = work;
      return () => undefined;
    },
    delay: async (ms) => void pausesMs.push(ms),
  };
  const limits = { ...usualLimits, sweepRowsMax: 1 };
  const folder = temporaryFolder(t, () => inventory.close());
  const open = () =>
    openStore({ engine: 'sqlite', file: join(folder, 'store.db') }, { platform, limits });
  const inventory = new Inventory(open, { limits, platform });
  await inventory.load();
  await addPets(inventory.store, [{ petId: 1n, quantity: 0 }]);
  const writes = ['a', 'b', 'c'].map((key) =>
    addOne(1n, { idempotency: { caller: 1, key, fingerprint: 'f' } }),
  );
  await inventory.store.commit(writes);
  nowMs += 8 * dayMs;

  sweep();
  await until(
    () => pausesMs.length === writes.length,
    () => `it has paused ${pausesMs.length} times`,
  );
  assert.ok(
    pausesMs.every((ms) => ms > 0),
    `${pausesMs}`,
  );
});
