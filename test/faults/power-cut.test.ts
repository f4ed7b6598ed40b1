import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { verify } from '../../src/inventory/copy-and-verify.ts';
import { mountLoopDisk } from '../support/faults/loop-disk.ts';
import { noStrace, trace } from '../support/faults/strace.ts';
import { codeIn, createClient } from '../support/http/client.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import {
  inStoreAt,
  levelsIn,
  numberedPets,
  stockWithKey,
} from '../support/service/store-contents.ts';

/**
 * Creates a store with twenty pets on a disk of its own; undefined if this machine cannot mount
 * one.
 */
async function openShopOnDisk(t: TestContext) {
  const servers: ServiceProcess[] = [];
  const readers: DatabaseSync[] = [];
  const cli = openCliHarness(t);
  const disk = mountLoopDisk(t, async () => {
    for (const reader of readers) if (reader.isOpen) reader.close();
    await Promise.all(servers.map((server) => server.signal('SIGKILL')));
  });
  if (disk === undefined) return undefined;
  const file = join(disk.folder, 'pawstock.db');
  const onDisk = { env: { DATABASE_URL: `sqlite:${file}` } };
  const secret = await inStoreAt(file, (store) => stockWithKey(store, numberedPets(20, 0)));
  const client = createClient(secret);
  return {
    disk,
    /** Opens the store as another process would, and reads from it. */
    open: () => {
      const reader = new DatabaseSync(file);
      readers.push(reader);
      reader.prepare('select * from ledger').all();
      return reader;
    },
    run: async (...args: string[]) => (await cli.run(args, onDisk)).stdout,
    serve: async () => {
      const server = await cli.serve([], onDisk);
      servers.push(server);
      return server;
    },
    /** Starts a service that must fail with exit code 1, and returns its error output. */
    failToServe: async () => {
      const { code, stderr } = await cli.run(['serve', '--port', '0'], onDisk);
      assert.equal(code, 1, stderr);
      return stderr;
    },
    /** Sets a pet's quantity to 7, with its own idempotency key. */
    patch: (server: ServiceProcess, petId: number) =>
      client.send(server.url, {
        method: 'PATCH',
        path: `/${petId}`,
        headers: { 'idempotency-key': `pet ${petId}` },
        body: { quantity: 7 },
      }),
    /** Cuts the power, and returns the pets that have a quantity of 7 in the store on the disk. */
    patchedAfterPowerCut: (name = 'pawstock.db') =>
      inStoreAt(join(disk.cutPower(), name), async (store) => {
        assert.deepEqual((await verify(store, () => undefined)).differences, []);
        const levels = await levelsIn(store);
        return levels.filter(({ quantity }) => quantity === 7).map(({ petId }) => Number(petId));
      }),
  };
}

test('killed before its sync: what a restart answers or a command shows survives a power cut', {
  skip: noStrace,
}, async (t) => {
  const shop = await openShopOnDisk(t);
  if (shop === undefined) return;
  const { disk, open, serve, run, patch, patchedAfterPowerCut } = shop;
  /** Completes one PATCH, and kills the service before it syncs a second one to the disk. */
  const leaveUnsynced = async (answered: number, unsynced: number) => {
    const server = await serve();
    assert.equal((await patch(server, answered)).status, 200);
    const tracing = await trace(t, server.pid, {
      calls: 'fsync,fdatasync',
      inject: 'signal=KILL:when=1',
    });
    await assert.rejects(patch(server, unsynced), 'the service is killed before it answers');
    await tracing.detach();
    await server.signal('SIGKILL');
  };
  await leaveUnsynced(1, 2);
  assert.deepEqual(await patchedAfterPowerCut(), [1], 'the second PATCH has not reached the disk');

  const again = await serve();
  const repeated = await patch(again, 2);
  assert.equal(repeated.status, 200);
  assert.equal(repeated.headers['idempotent-replayed'], 'true', 'the page cache had it');
  assert.deepEqual(await patchedAfterPowerCut(), [1, 2]);
  await again.signal('SIGKILL');

  await leaveUnsynced(3, 4);
  // SQLite syncs its write-ahead log when the last process closes the store, so the test keeps the
  // store open.
  const other = open();
  assert.match(await run('export'), /^4,7,available$/m, 'a command shows what the page cache has');
  assert.deepEqual(await patchedAfterPowerCut(), [1, 2, 3, 4]);
  other.close();

  await leaveUnsynced(5, 6);
  await run('backup', join(disk.folder, 'copy.db'));
  assert.deepEqual(await patchedAfterPowerCut('copy.db'), [1, 2, 3, 4, 5, 6]);
});

test('a sync that really failed: no service on the store writes after it, none starts before the disk takes it all, and nothing answered is lost', async (t) => {
  const shop = await openShopOnDisk(t);
  if (shop === undefined) return;
  const { disk, serve, failToServe, patch, patchedAfterPowerCut } = shop;
  const [one, two] = [await serve(), await serve()];
  assert.equal((await patch(one, 1)).status, 200);
  disk.fail();
  const failed = await patch(one, 2);
  assert.deepEqual([failed.status, codeIn(failed)], [503, 'outcome_unknown']);
  assert.equal((await one.ended).code, 1);
  assert.match(
    await failToServe(),
    /^pawstock: The store in .* cannot be opened and synced: .*fsync.*\n$/,
  );
  assert.deepEqual(await patchedAfterPowerCut(), [1]);

  disk.mend();
  assert.equal((await patch(two, 3)).status, 503);
  assert.equal((await two.ended).code, 1);
  const again = await serve();
  for (const petId of [3, 4, 5]) assert.equal((await patch(again, petId)).status, 200);
  const patched = await patchedAfterPowerCut();
  const others = patched.filter((petId) => petId !== 2);
  assert.deepEqual(others, [1, 3, 4, 5]);
});

test('after a failed sync nothing is written to a log that another process still reads', async (t) => {
  const shop = await openShopOnDisk(t);
  if (shop === undefined) return;
  const { disk, open, serve, patch, patchedAfterPowerCut } = shop;
  const server = await serve();
  assert.equal((await patch(server, 1)).status, 200);
  const reader = open();
  reader.exec('begin; select * from ledger');
  assert.equal((await patch(server, 2)).status, 200);
  disk.fail();
  assert.equal((await patch(server, 3)).status, 503);
  assert.equal((await server.ended).code, 1);

  disk.mend();
  const again = await serve();
  const refused = await patch(again, 4);
  assert.deepEqual([refused.status, codeIn(refused)], [503, 'store_unavailable']);
  reader.exec('rollback');
  assert.equal((await patch(again, 4)).status, 200);
  assert.deepEqual(await patchedAfterPowerCut(), [1, 2, 4]);
});
