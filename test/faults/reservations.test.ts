import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { PawstockClient } from '../../client/client.ts';
import { PawstockError } from '../../client/error.ts';
import { openStore } from '../../src/engines.ts';
import { verify } from '../../src/inventory/copy-and-verify.ts';
import { checkDatabase } from '../../src/settings.ts';
import { collect } from '../../src/store/contents.ts';
import type { Store } from '../../src/store/store.ts';
import { inForm } from '../support/long-form.ts';
import { randomFor } from '../support/random.ts';
import { openCliHarness, startInstances } from '../support/service/cli-harness.ts';
import { addPets, createKey } from '../support/service/store-contents.ts';
import { storeEngines } from '../support/store/engines.ts';

const kills = inForm({ short: 2, long: 20 });
const [hamster, quantity] = [1n, 400];

const isRefused = (error: unknown) =>
  error instanceof PawstockError && ['insufficient_stock', 'reservation_not_found'].includes(error.code);

const isTemporary = (error: unknown) => error instanceof PawstockError && (error.status === 0 || error.status >= 500);

for (const { name, create } of storeEngines)
  test(`${name}: killed ${kills} times while shoppers reserve and pay: nothing is oversold, and no payment is lost or counts twice`, async (t) => {
    const random = randomFor(t);
    const cli = openCliHarness(t);
    const database = await create();
    t.after(database.drop);
    const inStore = async <T>(work: (store: Store) => Promise<T>) => {
      const store = await openStore(checkDatabase(database.url));
      return work(store).finally(() => store.close());
    };
    const secret = await inStore(async (store) => {
      await addPets(store, [{ petId: hamster, quantity }]);
      return createKey(store);
    });
    const instances = await startInstances(cli, 2, { env: { DATABASE_URL: database.url } });
    /** Asks one instance after the other until one has answered. */
    const persist = async (request: (client: PawstockClient) => Promise<unknown>): Promise<void> => {
      for (;;) {
        const url = instances.urls[random.below(instances.urls.length)];
        try {
          return void (await request(new PawstockClient({ url: `${url}/v1`, key: secret, retries: 0 })));
        } catch (error) {
          if (!isTemporary(error)) throw error;
          await delay(20);
        }
      }
    };
    const paid = new Set<string>();
    let order = 0;
    let stopped = false;

    async function shop(): Promise<void> {
      while (!stopped) {
        const id = `order-${order++}`;
        try {
          const expiresIn = 1 + random.below(60);
          await persist((client) => client.reserve(id, { items: [{ petId: hamster, quantity: 1 }], expiresIn }));
          const choice = random.below(4);
          if (choice === 0) continue;
          if (choice === 1) await persist((client) => client.release(id));
          else {
            await persist((client) => client.sell(id, {}, { idempotencyKey: `pay ${id}` }));
            paid.add(`reservation ${id}`);
          }
        } catch (error) {
          if (!isRefused(error)) throw error;
          await delay(20);
        }
      }
    }

    t.after(() => {
      stopped = true;
    });
    const shoppers = Array.from({ length: 8 }, shop);
    for (let kill = 1; kill <= kills; kill++) {
      await delay(100 + random.below(500));
      const victim = random.below(instances.urls.length);
      await instances.kill(victim);
      await instances.restart(victim);
    }
    stopped = true;
    await Promise.all(shoppers);
    await inStore(async (store) => {
      assert.deepEqual((await verify(store, () => undefined)).differences, []);
      const sales = await store.readAll(async ({ entries }) =>
        (await collect(entries())).flatMap(({ reason, note }) => (reason === 'sale' ? (note ?? '') : [])),
      );
      assert.equal(new Set(sales).size, sales.length, 'a reservation is sold once');
      assert.ok(sales.length <= quantity);
      assert.deepEqual([...paid].sort(), sales.sort(), 'what was acknowledged is sold, and nothing else');
    });
    t.diagnostic(`${order} orders, ${paid.size} sold`);
  });
