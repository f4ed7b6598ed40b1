import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { type PreparedStore, prepareStore } from '../support/faults/prepared-store.ts';
import { noStrace, outputsIn, trace, tracedOutputs, tracedPawstock } from '../support/faults/strace.ts';
import { codeIn } from '../support/http/client.ts';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';
import { copyStore } from '../support/store/file.ts';
import { until } from '../support/until.ts';

/** A PATCH that a killed service has left in the log, written but not synced. */
type Unsynced = {
  readonly cli: CliHarness;
  readonly store: PreparedStore;
  /** For `installed` of a run. */
  readonly traced: string;
  /** The files that were synced before the first write of this text. */
  readonly syncedBefore: (text: string) => Promise<string[]>;
};

const key = 'unsynced';

async function leaveUnsynced(t: TestContext): Promise<Unsynced> {
  const cli = openCliHarness(t);
  const store = await prepareStore(cli, 'one PATCH among many');
  const server = await store.begin();
  const tracing = await trace(t, server.pid, { calls: 'fsync,fdatasync', inject: 'signal=KILL:when=1' });
  await assert.rejects(store.patch(server, key));
  await tracing.detach();
  await server.signal('SIGKILL');
  const output = join(cli.folder, 'trace');
  const indexOf = (text: string) =>
    outputsIn(output).findIndex((one) => one.kind === 'write' && one.text.includes(text));
  return {
    cli,
    store,
    traced: tracedPawstock(cli.folder, { calls: tracedOutputs, output }),
    syncedBefore: async (text) => {
      // A text may arrive before strace has written it down.
      await until(() => indexOf(text) >= 0);
      const before = outputsIn(output).slice(0, indexOf(text));
      return before.filter(({ kind }) => kind === 'sync').map(({ file }) => file);
    },
  };
}

test('what a killed service has left in the log, written and not synced', { skip: noStrace }, async (t) => {
  const { cli, store, traced, syncedBefore } = await leaveUnsynced(t);
  const left = join(cli.folder, 'left.db');
  copyStore(cli.file, left);

  await t.test('a start beside a process that reads syncs it, reads, and writes when that has ended', async (own) => {
    copyStore(left, cli.file);
    const other = new DatabaseSync(cli.file);
    own.after(() => other.close());
    other.exec('begin');
    other.prepare('select * from ledger').all();
    const server = await cli.serve([], { installed: traced });
    assert.match((await store.list(server)).body, /"quantity":7/, 'SQLite has recovered it from the page cache');
    const refused = await store.patch(server, key);
    assert.deepEqual([refused.status, codeIn(refused)], [503, 'store_unavailable']);
    other.exec('rollback');
    const repeated = await store.patch(server, key);
    assert.deepEqual([repeated.status, repeated.headers['idempotent-replayed']], [200, 'true']);
    await server.signal('SIGKILL');
    const files = await syncedBefore('HTTP/1.1 200');
    assert.ok(files.includes(`${cli.file}-wal`));
    assert.ok(files.includes(cli.folder));
  });

  await t.test('commands sync it before they tell of it', async () => {
    const copy = join(cli.folder, 'copy.db');
    for (const [text, ...args] of [
      ['petId,quantity,status', 'export'],
      ['The store is backed up', 'backup', copy],
    ] as const) {
      copyStore(left, cli.file);
      // Keeps SQLite from moving the log when the command closes the store.
      const other = new DatabaseSync(cli.file);
      other.prepare('select * from ledger').all();
      const { code, stderr } = await cli.run(args, { installed: traced });
      other.close();
      assert.equal(code, 0, stderr);
      const files = await syncedBefore(text);
      const log = files.indexOf(`${cli.file}-wal`);
      assert.ok(log >= 0, `${args[0]}: ${files.join(', ')}`);
      assert.ok(files.indexOf(cli.file, log) >= 0, 'the log is moved into the database');
      if (args[0] === 'backup') assert.ok(files.indexOf(copy) > log);
    }
  });
});
