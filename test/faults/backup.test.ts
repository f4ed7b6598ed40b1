import assert from 'node:assert/strict';
import { copyFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { verify } from '../../src/inventory/copy-and-verify.ts';
import { faultsOf, fillStore, startRecordedLoad } from '../support/model/recorded-load.ts';
import { randomFor } from '../support/random.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { until } from '../support/until.ts';

test('a backup under load is whole: restored by copying, it verifies and serves', async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.inStore(fillStore);
  await cli.stock(Array.from({ length: 5_000 }, (_, index) => ({ petId: BigInt(100 + index), quantity: 0 })));
  const server = await cli.serve();
  const load = startRecordedLoad({ urls: [server.url], secret, random: randomFor(t) });
  const copy = join(cli.folder, 'copy.db');
  const untilMore = async () => {
    const before = load.history.length;
    await until(() => load.history.length > before + 50);
  };
  await untilMore();
  const before = (await cli.ledger()).length;
  assert.deepEqual(await cli.run(['backup', copy]).then(({ code, stdout }) => ({ code, stdout })), {
    code: 0,
    stdout: '',
  });
  assert.equal(statSync(copy).mode & 0o777, 0o600);
  await untilMore();
  await load.stop();
  assert.deepEqual(await cli.inStore((store) => faultsOf(load, store)), []);
  assert.deepEqual(
    [...load.responses.keys()].filter((label) => !/^(?:20|404|409|412)/.test(label)),
    [],
    'no client noticed',
  );
  const ledger = await cli.ledger();

  const elsewhere = await cli.runShared(['backup', join(cli.folder, 'none', 'copy.db')]);
  assert.equal(elsewhere.code, 1);
  assert.match(elsewhere.stderr, /Cannot write/);

  await server.signal('SIGTERM');
  for (const suffix of ['', '-wal', '-shm']) rmSync(cli.file + suffix, { force: true });
  copyFileSync(copy, cli.file);
  assert.deepEqual((await cli.inStore((store) => verify(store, () => undefined))).differences, []);
  const copied = await cli.ledger();
  assert.ok(copied.length >= before, 'it has all that there was when it began');
  assert.deepEqual(copied, ledger.slice(0, copied.length));
  const restored = await cli.serve();
  assert.equal(await restored.statusFor(secret), 200);
});
