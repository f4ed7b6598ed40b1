import assert from 'node:assert/strict';
import { copyFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { verify } from '../../src/inventory/copy-and-verify.ts';
import { startWriters } from '../support/load/workloads.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { numberedPets } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';

test('a backup under load is whole: restored by copying, it verifies and serves', async (t) => {
  const cli = openCliHarness(t);
  await cli.stock(numberedPets(5_000, 0));
  const secret = await cli.createKey();
  const server = await cli.serve();
  const load = startWriters({ url: server.url, secret, writers: 16 });
  const copy = join(cli.folder, 'copy.db');
  await until(() => load.acknowledged.size === 16);
  const before = new Map(load.acknowledged);
  assert.deepEqual(await cli.run(['backup', copy]).then(({ code, stdout }) => ({ code, stdout })), {
    code: 0,
    stdout: '',
  });
  assert.equal(statSync(copy).mode & 0o777, 0o600);
  const seen = new Map(load.acknowledged);
  await until(() => [...load.acknowledged].every(([petId, quantity]) => quantity > (seen.get(petId) ?? 0)));
  await load.stop();
  assert.deepEqual([...load.responses.keys()], ['200'], 'no client noticed');

  const elsewhere = await cli.runShared(['backup', join(cli.folder, 'none', 'copy.db')]);
  assert.equal(elsewhere.code, 1);
  assert.match(elsewhere.stderr, /Cannot write/);

  await server.signal('SIGTERM');
  for (const suffix of ['', '-wal', '-shm']) rmSync(cli.file + suffix, { force: true });
  copyFileSync(copy, cli.file);
  assert.deepEqual((await cli.inStore((store) => verify(store, () => undefined))).differences, []);
  for (const { petId, quantity } of (await cli.levels()).slice(0, 16)) {
    assert.ok(quantity >= (before.get(Number(petId)) ?? 0), 'it has all that was acknowledged when it began');
    assert.ok(quantity <= (load.sent.get(Number(petId)) ?? 0));
  }
  const restored = await cli.serve();
  assert.equal(await restored.statusFor(secret), 200);
});
