import assert from 'node:assert/strict';
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { noStrace, trace } from '../support/faults/strace.ts';
import { createClient } from '../support/http/client.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { patienceMs, until } from '../support/until.ts';

/** Longer than the test may take: strace holds the sync of an update until the test lets it go. */
const heldMs = 10 * patienceMs;

/** The other processes wait for the store as long as the test holds it. */
const limits = { storeBusyTimeoutMs: heldMs };

test('an update that is not yet synced to the disk', { skip: noStrace }, async (t) => {
  const cli = openCliHarness(t);
  const client = createClient(await cli.stockWithKey([{ petId: 1n, quantity: 0 }]));
  t.after(client.close);
  const [one, two] = await Promise.all([cli.serve([], { limits }), cli.serve([], { limits })]);
  const update = ({ url }: ServiceProcess, quantity: number) => {
    const headers = { 'idempotency-key': `to ${quantity}` };
    return client.send(url, { method: 'PATCH', path: '/1', headers, body: { quantity } });
  };
  await update(one, 1);
  await update(two, 2);

  const logBytes = statSync(`${cli.file}-wal`).size;
  const inject = `delay_enter=${heldMs * 1000}:when=1`;
  const tracing = await trace(t, one.pid, { calls: 'fsync,fdatasync', inject });
  const ended: string[] = [];
  const updated = update(one, 3).finally(() => ended.push('the update'));
  // The update is in SQLite's write-ahead log by now, but not yet synced to the disk.
  await until(() => statSync(`${cli.file}-wal`).size > logBytes);
  const replayed = update(two, 3).finally(() => ended.push('its repetition'));
  const exporting = cli.launch(['export'], { limits });
  const exported = exporting.ended.finally(() => ended.push('the export'));
  await until(() => hasOpen(exporting.child.pid ?? 0, cli.file));

  await t.test('is not shown by another process, which answers reads meanwhile', async () => {
    for (let read = 0; read < 20; read++) {
      const { body } = await client.send(two.url, { path: '/1' });
      assert.match(body, /"quantity":2,/);
    }
  });

  await t.test('is neither acknowledged, nor replayed, nor exported', () => {
    assert.deepEqual(ended, []);
  });

  await tracing.detach();

  await t.test('is acknowledged after its sync', async () => {
    assert.equal((await updated).status, 200);
  });

  await t.test('is replayed by another process after its sync', async () => {
    const { status, headers } = await replayed;

    assert.equal(status, 200);
    assert.equal(headers['idempotent-replayed'], 'true');
  });

  await t.test('is exported after its sync', async () => {
    assert.match((await exported).stdout, /^1,3,/m);
  });

  await t.test('is shown by another process after its sync', async () => {
    const { body } = await client.send(two.url, { path: '/1' });

    assert.match(body, /"quantity":3,/);
  });
});

/** Whether a process has opened a file. */
function hasOpen(pid: number, file: string): boolean {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).some((name) => {
    try {
      return readlinkSync(`${folder}/${name}`) === file;
    } catch {
      // The process has closed this file meanwhile.
      return false;
    }
  });
}
