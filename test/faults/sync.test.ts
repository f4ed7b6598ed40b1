import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import { noStrace, trace } from '../support/faults/strace.ts';
import { createClient } from '../support/http/client.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { until } from '../support/until.ts';

/** How long strace delays the sync of an update to the disk. */
const heldMs = 2_000;

test('before an update is synced, no other process shows it or replays it', {
  skip: noStrace,
}, async (t) => {
  const cli = openCliHarness(t);
  const client = createClient(await cli.stockWithKey([{ petId: 1n, quantity: 0 }]));
  t.after(client.close);
  const [one, two] = await Promise.all([cli.serve(), cli.serve()]);
  const update = ({ url }: ServiceProcess, quantity: number) => {
    const headers = { 'idempotency-key': `to ${quantity}` };
    return client.send(url, { method: 'PATCH', path: '/1', headers, body: { quantity } });
  };
  await update(one, 1);
  await update(two, 2);
  const logBytes = statSync(`${cli.file}-wal`).size;
  const inject = `delay_enter=${heldMs * 1000}:when=1`;
  const tracing = await trace(t, one.pid, { calls: 'fsync,fdatasync', inject });
  const startedMs = performance.now();
  const assertHeld = () => assert.ok(performance.now() - startedMs >= heldMs, 'before the sync');
  const updated = update(one, 3);
  // The update is in SQLite's write-ahead log by now, but not yet synced to the disk.
  await until(() => statSync(`${cli.file}-wal`).size > logBytes);
  const replayed = update(two, 3).then(({ status, headers }) => {
    assertHeld();
    assert.deepEqual([status, headers['idempotent-replayed']], [200, 'true']);
  });
  // Like a response of the service, `pawstock export` contains an update only after it has been
  // synced to the disk.
  const exported = cli.run(['export']).then(({ stdout }) => {
    assertHeld();
    assert.match(stdout, /^1,3,/m, 'it waits for the update');
  });
  let readsBefore = 0;
  const isShown = async () => {
    const { body } = await client.send(two.url, { path: '/1' });
    return ++readsBefore > 0 && body.includes('"quantity":3');
  };
  await until(isShown);
  assertHeld();
  assert.ok(readsBefore > 1, 'reads were answered meanwhile');
  assert.equal((await updated).status, 200);
  await Promise.all([replayed, exported]);
  await tracing.detach();
});
