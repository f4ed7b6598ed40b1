import assert from 'node:assert/strict';
import { copyFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startLoad } from '../support/load.ts';
import { openShop } from '../support/process.ts';
import { until } from '../support/until.ts';

test('a backup under load is whole: restored by copying, it verifies and serves', async (t) => {
  const shop = openShop(t);
  const pets = Array.from({ length: 5_000 }, (_, petId) => `${petId},0,available`).join('\n');
  await shop.run(['import', '-'], { input: `petId,quantity,status\n${pets}\n` });
  const secret = (await shop.run(['keys', 'create', 'load'])).stdout.trim();
  const server = await shop.serve();
  const load = startLoad({ url: server.url, secret, writers: 16, from: 1 });
  const copy = join(shop.folder, 'copy.db');
  await until(() => load.acknowledged.size === 16);
  const before = new Map(load.acknowledged);
  assert.deepEqual(await shop.run(['backup', copy]).then(({ code, stdout }) => ({ code, stdout })), {
    code: 0,
    stdout: '',
  });
  assert.equal(statSync(copy).mode & 0o777, 0o600);
  const seen = new Map(load.acknowledged);
  await until(() => [...load.acknowledged].every(([petId, quantity]) => quantity > (seen.get(petId) ?? 0)));
  await load.stop();
  assert.deepEqual(load.failures, [], 'nobody noticed');

  const again = await shop.run(['backup', copy]);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /exists already/);
  const elsewhere = await shop.run(['backup', join(shop.folder, 'none', 'copy.db')]);
  assert.equal(elsewhere.code, 1);
  assert.match(elsewhere.stderr, /Cannot write/);

  await server.signal('SIGTERM');
  for (const suffix of ['', '-wal', '-shm']) rmSync(shop.file + suffix, { force: true });
  copyFileSync(copy, shop.file);
  assert.equal((await shop.run(['verify'])).code, 0);
  for (const { petId, quantity } of (await shop.levels()).slice(0, 16)) {
    assert.ok(quantity >= (before.get(Number(petId)) ?? 0), 'it has all that was acknowledged when it began');
    assert.ok(quantity <= (load.sent.get(Number(petId)) ?? 0));
  }
  const restored = await shop.serve();
  assert.equal(await restored.statusFor(secret), 200);
});
