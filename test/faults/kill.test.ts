import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { startLoad } from '../support/load.ts';
import { openShop } from '../support/process.ts';

const writers = 16;
const pets = Array.from({ length: writers }, (_, petId) => `${petId},0,available`).join('\n');

test('killed under load 20 times: every acknowledged update is there after each restart', async (t) => {
  const shop = openShop(t);
  await shop.run(['import', '-'], { input: `petId,quantity,status\n${pets}\n` });
  const secret = (await shop.run(['keys', 'create', 'load'])).stdout.trim();
  for (let round = 1; round <= 20; round++) {
    const server = await shop.serve();
    const load = startLoad({ url: server.url, secret, writers, from: round * 1_000_000 });
    while (load.acknowledged.size === 0) await delay(10);
    await delay(Math.random() * 200);
    await server.signal('SIGKILL');
    await load.stop();
    for (const { petId, quantity } of await shop.levels()) {
      const least = load.acknowledged.get(Number(petId)) ?? 0;
      const most = load.sent.get(Number(petId)) ?? 0;
      assert.ok(quantity >= least, `round ${round}, pet ${petId}: ${least} was acknowledged, ${quantity} is there`);
      assert.ok(quantity <= most, `round ${round}, pet ${petId}: ${quantity} was never sent`);
    }
  }
  assert.equal((await shop.run(['verify'])).code, 0);
  const db = new DatabaseSync(shop.file);
  assert.deepEqual({ ...db.prepare('pragma integrity_check').get() }, { integrity_check: 'ok' });
  db.close();
});
