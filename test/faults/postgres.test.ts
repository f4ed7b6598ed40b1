import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openStore } from '../../src/engines.ts';
import { checkDatabase } from '../../src/settings.ts';
import { createClient } from '../support/http/client.ts';
import { Shoppers } from '../support/load/shoppers.ts';
import { inForm, long } from '../support/long-form.ts';
import {
  fillStore,
  startRecordedLoad,
  summaryOf,
  violationsOf,
} from '../support/model/recorded-load.ts';
import { withClient } from '../support/postgres/client.ts';
import { createPostgresServer } from '../support/postgres/server.ts';
import { randomFor } from '../support/random.ts';
import { openCliHarness, startInstances } from '../support/service/cli-harness.ts';
import { until } from '../support/until.ts';

const kills = inForm({ short: 1, long: 20 });

const server = await createPostgresServer();
await server.start();
after(server.remove);

test('services on a PostgreSQL server that fails', async (t) => {
  const random = randomFor(t);
  const DATABASE_URL = `${server.url}?schema=failing`;
  const store = await openStore(checkDatabase(DATABASE_URL));
  t.after(() => store.close());
  const secret = await fillStore(store);
  const instances = await startInstances(openCliHarness(t), inForm({ short: 2, long: 3 }), {
    env: { DATABASE_URL },
  });
  const clients = inForm({ short: 8, long: 30 });
  const load = startRecordedLoad({ urls: instances.urls, secret, clients, random });
  const shoppers = new Shoppers(4, { urls: instances.urls, secret, random: random.branch(-1) });
  const unavailable = () =>
    [...load.responses].reduce(
      (sum, [label, count]) => sum + (label.startsWith('503') ? count : 0),
      0,
    );

  await t.test('an instance that is killed is not noticed by the others', async () => {
    await load.untilMore(50);
    await instances.kill(0);

    await load.untilMore(50);

    assert.equal(unavailable(), 0);

    await instances.restart(0);
  });

  await t.test('killed connections are made anew', async () => {
    await withClient(server.url, async (client) => {
      for (let round = 0; round < inForm({ short: 2, long: 5 }); round++) {
        await load.untilMore(20);
        await client.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pawstock'",
        );
      }
    });
    await untilAll(instances.urls, secret, 200);
  });

  await t.test(
    `a server that is killed is missed until it is back, ${kills} times`,
    async (own) => {
      const backMs: number[] = [];
      for (let kill = 0; kill < kills; kill++) {
        await load.untilMore(random.below(100));
        const before = unavailable();
        process.kill(server.pid(), 'SIGKILL');
        await server.stop();
        // The instances repeat failed writes for a while, so PostgreSQL stays down until a request
        // gets a 503.
        await until(() => unavailable() > before);
        // The children of a killed PostgreSQL process end by themselves, but keep its shared memory
        // for a moment.
        await until(() =>
          server.start().then(
            () => true,
            () => false,
          ),
        );
        backMs.push(await untilAll(instances.urls, secret, 200));
      }
      own.diagnostic(`serving again at most ${Math.max(...backMs)} ms after PostgreSQL`);
    },
  );

  // Pending requests delay an instance's detection of a frozen server. Only FAULTS=long keeps up
  // the load from here on.
  if (!long) await load.stop();

  await t.test('a frozen server gives 503 before a caller has lost patience', async (own) => {
    const family = server.family();
    for (const pid of family) process.kill(pid, 'SIGSTOP');
    const client = createClient(secret);
    const startedMs = performance.now();
    const [url] = instances.urls as [string];
    // The client gives up after a minute. A request to a frozen server may wait for two time limits
    // in a row, and for longer on a busy machine.
    const answer = client.send(url, { method: 'POST', path: '/1/adjustments', body: { delta: 0 } });

    const { status } = await answer.finally(() => {
      for (const pid of family) process.kill(pid, 'SIGCONT');
    });

    client.close();
    own.diagnostic(`answered after ${performance.now() - startedMs} ms`);

    assert.equal(status, 503);
  });

  await t.test('all is well when the server thaws', async () => {
    await untilAll(instances.urls, secret, 200);
  });

  await Promise.all([load.stop(), shoppers.stop()]);

  await t.test('after all that nothing is lost or counted twice', async (own) => {
    own.diagnostic(summaryOf(load));

    assert.deepEqual(await violationsOf(load, store), []);
  });

  await t.test('after all that nothing is oversold', async (own) => {
    own.diagnostic(await shoppers.assertSales(store));
  });
});

/**
 * Waits until every instance responds to a list request with this status. Returns the milliseconds
 * that it took.
 */
async function untilAll(urls: readonly string[], secret: string, status: number): Promise<number> {
  const startedMs = Date.now();
  const client = createClient(secret);
  for (const url of urls)
    await until(async () => (await client.send(url, { path: '' })).status === status);
  client.close();
  return Date.now() - startedMs;
}
