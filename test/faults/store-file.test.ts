import assert from 'node:assert/strict';
import { chmodSync, renameSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { noStrace, trace } from '../support/faults/strace.ts';
import { createClient } from '../support/http/client.ts';
import { figureOf } from '../support/http/figures.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { until } from '../support/until.ts';

const readiness = async ({ url }: ServiceProcess) => (await fetch(`${url}/readyz`)).status;

test('a service whose store becomes unavailable', async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.stockWithKey([{ petId: 1n, quantity: 0 }]);

  const server = await cli.serve();

  const client = createClient(secret);
  const patch = { method: 'PATCH', path: '/1', body: { quantity: 1 } };
  const update = async () => (await client.send(server.url, patch)).status;
  assert.equal(await update(), 200);

  const suffixes = ['', '-wal', '-shm'];

  await t.test('writes nothing while its file is moved away', async () => {
    for (const suffix of suffixes) renameSync(cli.file + suffix, `${cli.file}.away${suffix}`);

    assert.equal(await update(), 503);
  });

  await t.test('is not ready while its file is moved away', () =>
    until(async () => (await readiness(server)) === 503),
  );

  await t.test('serves again when its file is back', async () => {
    for (const suffix of suffixes) renameSync(`${cli.file}.away${suffix}`, cli.file + suffix);

    assert.equal(await update(), 200);
    assert.equal(await readiness(server), 200);
  });

  for (const error of ['EACCES', 'EIO']) {
    await t.test(
      `serves nothing while a look at its file fails with ${error}`,
      { skip: noStrace },
      async (own) => {
        const tracing = await trace(own, server.pid, {
          calls: 'statx,stat,newfstatat',
          inject: `error=${error}`,
        });

        assert.equal(await update(), 503);

        await until(async () => (await readiness(server)) === 503);

        await tracing.detach();

        assert.equal(await update(), 200);
        assert.equal(await readiness(server), 200);
      },
    );
  }

  await t.test('is held up by another process', async (t) => {
    const other = new DatabaseSync(cli.file);
    other.exec('begin immediate');
    // One write waits for the locked store, and the other writes wait behind it in the queue.
    const waiting = Array.from({ length: 20 }, update);
    await until(async () => (await figureOf(server, secret, 'pawstock_write_queue_commands')) >= 2);
    const { code } = await server.signal('SIGTERM');

    await t.test('and ends with exit code 0 all the same', () => assert.equal(code, 0));

    await t.test('and tells callers that nothing was written', async () => {
      assert.deepEqual(new Set(await Promise.all(waiting)), new Set([503]));
    });

    other.exec('rollback');
    other.close();
  });
});

test('a store that others may read is kept to its owner', async (t) => {
  const cli = openCliHarness(t);
  await cli.createKey();
  chmodSync(cli.file, 0o644);

  await cli.levels();

  assert.equal(statSync(cli.file).mode & 0o777, 0o600);
});
