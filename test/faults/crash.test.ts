import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { addCountedPets, assertCounted, assertNothingLost, totalOf } from '../support/counted-store.ts';
import { startCountingLoad } from '../support/counting-load.ts';
import { inForm } from '../support/form.ts';
import { startInstances } from '../support/instances.ts';
import { createKey } from '../support/keys.ts';
import { openShop } from '../support/process.ts';
import { randomFor } from '../support/random.ts';
import { integrityOf } from '../support/store-file.ts';

const crashes = inForm({ short: 4, long: 200 });
/** Half of the time at least; for the rest the machine may be busy with other things, as it is when all tests run. */
const backWithinMs = inForm({ short: 30_000, long: 2_000 });

test(`killed ${crashes} times at any moment under load: nothing is lost, nothing counts twice, and it is soon back`, async (t) => {
  const random = randomFor(t);
  const shop = openShop(t);
  const secret = await shop.inStore(async (store) => {
    await addCountedPets(store, 8);
    return createKey(store);
  });
  const instances = await startInstances(shop, 1);
  const load = startCountingLoad({ urls: instances.urls, secret, clients: 16, pets: 8, random });
  const tookMs: number[] = [];
  for (let crash = 1; crash <= crashes; crash++) {
    await delay(20 + random.below(400));
    await instances.kill(0);
    // Every fourth time it is killed again while it starts, which is when it repairs.
    if (crash % 4 === 0) await shop.serve([], { killAfterMs: 100 + random.below(500) }).catch(() => undefined);
    tookMs.push(await instances.restart(0));
    // Only now: whoever has the file open keeps what a crash would destroy.
    assert.equal(integrityOf(shop.file), 'ok');
    await shop.inStore((store) => assertNothingLost(store, load));
  }
  await load.stop();
  await shop.inStore((store) => assertCounted(store, load));
  assert.equal((await shop.run(['verify'])).code, 0);
  tookMs.sort((a, b) => a - b);
  const medianMs = tookMs[Math.floor(crashes / 2)] ?? 0;
  t.diagnostic(`${totalOf(load)} acknowledged, ${JSON.stringify(Object.fromEntries(load.answers))}`);
  t.diagnostic(`serving again after ${medianMs} ms in the median, ${tookMs.at(-1)} ms at most`);
  assert.ok(medianMs < backWithinMs, `${medianMs} ms`);
});
