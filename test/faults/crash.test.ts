import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import {
  addCountedPets,
  assertCounted,
  assertNothingLost,
  startCountingLoad,
  totalOf,
} from '../support/load/counting.ts';
import { inForm } from '../support/long-form.ts';
import { randomFor } from '../support/random.ts';
import { openCliHarness, startInstances } from '../support/service/cli-harness.ts';
import { createKey } from '../support/service/store-contents.ts';
import { integrityOf } from '../support/store/file.ts';

const crashes = inForm({ short: 3, long: 200 });
/** Every so many times it is killed again while it starts, which is when it repairs. */
const killedAgainEvery = inForm({ short: 3, long: 4 });
/** Half of the time at least; for the rest the machine may be busy with other things, as it is when all tests run. */
const backWithinMs = inForm({ short: 30_000, long: 2_000 });

test(`killed ${crashes} times at any moment under load: nothing is lost, nothing counts twice, and it is soon back`, async (t) => {
  const random = randomFor(t);
  const cli = openCliHarness(t);
  const secret = await cli.inStore(async (store) => {
    await addCountedPets(store, 8);
    return createKey(store);
  });
  const instances = await startInstances(cli, 1);
  const load = startCountingLoad({ urls: instances.urls, secret, clients: 16, pets: 8, random });
  const tookMs: number[] = [];
  for (let crash = 1; crash <= crashes; crash++) {
    await delay(20 + random.below(400));
    await instances.kill(0);
    if (crash % killedAgainEvery === 0)
      await cli.serve([], { killAfterMs: 100 + random.below(500) }).catch(() => undefined);
    tookMs.push(await instances.restart(0));
    // Only now: whoever has the file open keeps what a crash would destroy.
    assert.equal(integrityOf(cli.file), 'ok');
    await cli.inStore((store) => assertNothingLost(store, load));
  }
  await load.stop();
  await cli.inStore((store) => assertCounted(store, load));
  tookMs.sort((a, b) => a - b);
  const medianMs = tookMs[Math.floor(crashes / 2)] ?? 0;
  t.diagnostic(`${totalOf(load)} acknowledged, ${JSON.stringify(Object.fromEntries(load.responses))}`);
  t.diagnostic(`serving again after ${medianMs} ms in the median, ${tookMs.at(-1)} ms at most`);
  assert.ok(medianMs < backWithinMs, `${medianMs} ms`);
});
