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

test('a change that is killed before its sync', { skip: noStrace }, async (t) => {
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

  await t.test('is lost by a power cut', async () => {
    await leaveUnsynced(1, 2);

    assert.deepEqual(await patchedAfterPowerCut(), [1]);
  });

  await t.test('survives a power cut once a service has replayed it', async () => {
    const again = await serve();

    const repeated = await patch(again, 2);

    assert.equal(repeated.status, 200);
    assert.equal(repeated.headers['idempotent-replayed'], 'true', 'the page cache had lost it');
    assert.deepEqual(await patchedAfterPowerCut(), [1, 2]);

    await again.signal('SIGKILL');
  });

  await t.test('survives a power cut once a command has shown it', async () => {
    await leaveUnsynced(3, 4);

    // SQLite syncs its write-ahead log when the last process closes the store, so the test keeps
    // the store open.
    const other = open();

    assert.match(await run('export'), /^4,7,available$/m, 'the page cache had lost it');
    assert.deepEqual(await patchedAfterPowerCut(), [1, 2, 3, 4]);
    other.close();
  });

  await t.test('survives a power cut in a backup', async () => {
    await leaveUnsynced(5, 6);

    await run('backup', join(disk.folder, 'copy.db'));

    assert.deepEqual(await patchedAfterPowerCut('copy.db'), [1, 2, 3, 4, 5, 6]);
  });
});

test('a disk whose sync fails', async (t) => {
  const shop = await openShopOnDisk(t);
  if (shop === undefined) return;
  const { disk, serve, failToServe, patch, patchedAfterPowerCut } = shop;
  const one = await serve();

  const two = await serve();

  assert.equal((await patch(one, 1)).status, 200);

  disk.fail();

  await t.test('leaves the outcome of a change unknown', async () => {
    const failed = await patch(one, 2);

    assert.equal(failed.status, 503);
    assert.equal(codeIn(failed), 'outcome_unknown');
  });

  await t.test('ends the service that wrote to it', async () => {
    assert.equal((await one.ended).code, 1);
  });

  await t.test('lets no service start before it takes everything', async () => {
    assert.match(
      await failToServe(),
      /^pawstock: The store in .* cannot be opened and synced: .*fsync.*\n$/,
    );
  });

  await t.test('has what was acknowledged', async () => {
    assert.deepEqual(await patchedAfterPowerCut(), [1]);
  });

  disk.mend();

  await t.test('gets no change of another service that had the store open', async () => {
    assert.equal((await patch(two, 3)).status, 503);
    assert.equal((await two.ended).code, 1);
  });

  await t.test('keeps all changes of the next service', async () => {
    const again = await serve();

    for (const petId of [3, 4, 5]) assert.equal((await patch(again, petId)).status, 200);

    // The outcome of the change of pet 2 is unknown.
    const patched = await patchedAfterPowerCut();

    const others = patched.filter((petId) => petId !== 2);
    assert.deepEqual(others, [1, 3, 4, 5]);
  });
});

test('a log with a failed sync that another process still reads', async (t) => {
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

  await t.test('gets no change', async () => {
    const refused = await patch(again, 4);

    assert.equal(refused.status, 503);
    assert.equal(codeIn(refused), 'store_unavailable');
  });

  await t.test('gets changes again when the other process has ended its read', async () => {
    reader.exec('rollback');

    assert.equal((await patch(again, 4)).status, 200);
  });

  await t.test('keeps what was acknowledged, and nothing else', async () => {
    assert.deepEqual(await patchedAfterPowerCut(), [1, 2, 4]);
  });
});
