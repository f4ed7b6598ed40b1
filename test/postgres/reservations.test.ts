import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openStore } from '../../src/engines.ts';
import { checkDatabase } from '../../src/settings.ts';
import { answerOf, expiryOf, type Step, writeOf } from '../support/model/reservations.ts';
import { withClient } from '../support/postgres/client.ts';
import { createDatabase } from '../support/postgres/database.ts';
import { addPets } from '../support/service/store-contents.ts';

const reserve: Step = { do: 'reserve', id: 'a', items: [[1n, 1]], forMs: 500 };

test('a sale that waits for its turn until the reservation has expired is refused', async (t) => {
  const database = await createDatabase();
  const store = await openStore(checkDatabase(database.url));
  t.after(async () => {
    await store.close();
    await database.drop();
  });
  await addPets(store, [{ petId: 1n, quantity: 1 }]);
  await withClient(database.url, async (client) => {
    const [made] = await store.commit([writeOf(reserve)]);
    const expiresAtMs = (made && expiryOf(made)) ?? 0;
    // Another instance has its turn, and takes its time.
    await client.query('begin');
    await client.query('select from head for update');
    const waiting = store.commit([writeOf({ do: 'sell', id: 'a' })]);
    await delay(Math.max(0, expiresAtMs - Date.now()) + 50);
    await client.query('commit');
    const [sale] = await waiting;
    assert.equal(sale && answerOf(sale), 'reservation_ended');
  });
});
