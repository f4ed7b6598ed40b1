import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openStore } from '../../src/engines.ts';
import { verify } from '../../src/inventory/copy-and-verify.ts';
import { checkDatabase } from '../../src/settings.ts';
import type { Store } from '../../src/store/store.ts';
import { Shoppers } from '../support/load/shoppers.ts';
import { inForm } from '../support/long-form.ts';
import { randomFor } from '../support/random.ts';
import { openCliHarness, startInstances } from '../support/service/cli-harness.ts';
import { addPets, createKey } from '../support/service/store-contents.ts';
import { storeEngines } from '../support/store/engines.ts';

const kills = inForm({ short: 1, long: 20 });
const [hamster, quantity] = [1n, 400];

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
    const shoppers = new Shoppers(8, { urls: instances.urls, secret, petId: hamster, random });
    t.after(() => void shoppers.stop());
    for (let kill = 1; kill <= kills; kill++) {
      await delay(100 + random.below(500));
      const victim = random.below(instances.urls.length);
      await instances.kill(victim);
      await instances.restart(victim);
    }
    await shoppers.stop();
    await inStore(async (store) => {
      assert.deepEqual((await verify(store, () => undefined)).differences, []);
      t.diagnostic(await shoppers.assertSales(store, quantity));
    });
  });
