import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { verify } from '../../src/inventory/copy-and-verify.ts';
import type { Store } from '../../src/store/store.ts';
import { mountSmallDisk } from '../support/faults/small-disk.ts';
import { codeIn, createClient } from '../support/http/client.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { openCliHarness, type RunOptions } from '../support/service/cli-harness.ts';
import { inStoreAt, levelsIn, stockWithKey } from '../support/service/store-contents.ts';

test('on a full disk reads go on and writes get 507, until there is room again', async (t) => {
  const cli = openCliHarness(t);
  let server: ServiceProcess | undefined;
  const disk = mountSmallDisk(t, async () => server?.signal('SIGKILL'));
  if (disk === undefined) return;
  const file = join(disk.folder, 'pawstock.db');
  const env = { DATABASE_URL: `sqlite:${file}` };
  const secret = await inStoreAt(file, (store) =>
    stockWithKey(store, [{ petId: 1n, quantity: 0 }]),
  );
  server = await cli.serve([], { env });
  const { url } = server;
  const client = createClient(secret);
  const add = async (key: number) => {
    const headers = { 'idempotency-key': String(key) };
    const answer = await client.send(url, {
      method: 'POST',
      path: '/1/adjustments',
      headers,
      body: { delta: 1 },
    });
    return answer.status === 200 ? '200' : `${answer.status} ${codeIn(answer)}`;
  };
  const quantity = async () =>
    (JSON.parse((await client.send(url, { path: '/1' })).body) as { quantity: number }).quantity;

  assert.equal(await add(0), '200');
  disk.fill();
  // SQLite's write-ahead log still has free space, so some writes succeed on the full disk.
  let stored = 1;
  while (stored < 2_000 && (await add(stored)) === '200') stored++;
  const refused = await Promise.all(Array.from({ length: 50 }, (_, index) => add(stored + index)));
  assert.deepEqual(new Set(refused), new Set(['507 storage_full']));
  assert.equal(
    await quantity(),
    stored,
    'a read shows what was acknowledged, and nothing of the rest',
  );
  assert.equal((await client.send(url, { path: '' })).status, 200);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  // While the service runs on the full disk, commands that only read still work.
  assert.match((await cli.run(['export'], { env })).stdout, /^petId,quantity,status\n1,/);
  assert.match((await cli.runShared(['verify'], { env })).stderr, /All is well/);

  disk.makeRoom();
  const repeated = await Promise.all(refused.map((_, index) => add(stored + index)));
  assert.deepEqual(new Set(repeated), new Set(['200']));
  assert.equal(
    await quantity(),
    stored + refused.length,
    'repeated under the same keys, each counts once',
  );
  const entries = 1 + stored + refused.length;
  await inStoreAt(file, (store) => assertSound(store, entries));
  client.close();

  disk.fill();
  await server.signal('SIGKILL');
  assert.match(
    (await cli.run(['verify'], { env })).stderr,
    new RegExp(`All is well: ${entries} entries`),
  );
});

async function assertSound(store: Store, entries: number): Promise<void> {
  const { differences, ...counted } = await verify(store, () => undefined);
  assert.deepEqual(differences, []);
  assert.equal(counted.entries, entries);
}

/**
 * The error that each command must print: one line without a stack trace, which says where to free
 * space.
 */
const fullDisk = (folder: string) =>
  new RegExp(
    `^pawstock: The disk is full, or a quota is used up, and nothing was changed. Free some space in ${folder}, then try again.\n$`,
  );

test('a command that finds no room on the disk says so, with exit code 1, and nothing is lost', async (t) => {
  const cli = openCliHarness(t);
  const disk = mountSmallDisk(t, async () => undefined);
  if (disk === undefined) return;
  const header = 'petId,quantity,status\n';
  const many = Array.from({ length: 20_000 }, (_, petId) => `${petId},1,available\n`).join('');
  const file = join(disk.folder, 'pawstock.db');
  const env = { DATABASE_URL: `sqlite:${file}` };
  await inStoreAt(file, (store) =>
    stockWithKey(store, [{ petId: 1n, quantity: 5 }], { name: 'till' }),
  );
  const refused = async (args: readonly string[], options: RunOptions = { env }) => {
    const { code, stdout, stderr } = await (options.input === undefined ? cli.runShared : cli.run)(
      args,
      options,
    );
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, args.join(' '));
    assert.match(stderr, fullDisk(disk.folder), args.join(' '));
  };

  await refused(['import', '-'], { env, input: header + many });
  disk.fill();
  // While no service has the store open, even reading needs free space, because SQLite creates its
  // -shm file.
  await refused(['export']);
  await refused(['serve', '--port', '0']);
  await refused(['keys', 'create', 'other']);
  await refused(['import', '-'], { env, input: `${header}2,5,available\n` });
  await refused(['backup', join(disk.folder, 'copy.db')]);
  await refused(['backup', join(cli.folder, 'copy.db')]);
  await cli.stock([{ petId: 7n, quantity: 7 }]);
  await refused(['backup', join(disk.folder, 'copy.db')], {});
  await refused(['copy', '--to', `sqlite:${join(disk.folder, 'moved.db')}`], {});

  disk.makeRoom();
  await inStoreAt(file, async (store) => {
    assert.deepEqual(await levelsIn(store), [{ petId: 1n, quantity: 5, status: 'available' }]);
    await assertSound(store, 1);
    assert.equal((await store.keys()).length, 1);
  });
  assert.equal((await cli.run(['backup', join(disk.folder, 'copy.db')], { env })).code, 0);
});
