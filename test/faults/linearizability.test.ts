import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Shoppers } from '../support/load/shoppers.ts';
import { inForm } from '../support/long-form.ts';
import {
  fillStore,
  startRecordedLoad,
  summaryOf,
  violationsOf,
} from '../support/model/recorded-load.ts';
import { randomFor } from '../support/random.ts';
import { openCliHarness, startInstances } from '../support/service/cli-harness.ts';
import { integrityOf } from '../support/store/file.ts';

/** Each round of requests is checked by itself, so that a violation is found close to its cause. */
const rounds = inForm({ short: 1, long: 50 });
const killsPerRound = inForm({ short: 2, long: 10 });
/**
 * A random number of requests below `before` precedes each kill. At least `after` requests follow
 * the restart.
 */
const operations = inForm({ short: { before: 50, after: 30 }, long: { before: 500, after: 50 } });

test('two processes on one file that are killed at any moment, and while they start', async (t) => {
  const random = randomFor(t);
  const cli = openCliHarness(t);
  const secret = await cli.inStore(fillStore);
  const instances = await startInstances(cli, 1);
  const { urls } = instances;
  const shoppers = new Shoppers(4, { urls, secret, random: random.branch(-1) });
  const tookMs: number[] = [];

  for (let round = 0; round < rounds; round++) {
    const load = startRecordedLoad({
      urls,
      secret,
      name: `r${round}`,
      random: random.branch(round),
    });

    await t.test(`leave the file intact, round ${round}`, async () => {
      for (let kill = 0; kill < killsPerRound; kill++) {
        await load.untilMore(random.below(operations.before));
        // At the first kill, only one process has the database file open. Later kills leave another
        // process running.
        const victim = random.below(instances.servers.length);
        await instances.kill(victim);
        // A service repairs the store while it starts, and sometimes it is killed during the
        // repair.
        if (random.below(4) === 0)
          await cli.serve([], { killAfterMs: 100 + random.below(500) }).catch(() => undefined);
        tookMs.push(await instances.restart(victim));
        assert.equal(integrityOf(cli.file), 'ok');
        await load.untilMore(operations.after);
        if (instances.servers.length === 1) await instances.restart(1);
      }
    });

    await load.stop();
    t.diagnostic(summaryOf(load));

    await t.test(`answer as if one request came after the other, round ${round}`, async () => {
      const violations = await cli.inStore((store) => violationsOf(load, store));

      assert.deepEqual(violations, []);
    });
  }

  await shoppers.stop();
  t.diagnostic(`${tookMs.length} kills; serving again within ${Math.max(...tookMs)} ms`);

  await t.test('sell no more than there is', async (t) => {
    t.diagnostic(await cli.inStore((store) => shoppers.assertSales(store)));
  });
});
