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

test('on a full disk', async (t) => {
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
  const more = Array.from({ length: 50 }, (_, index) => stored + index);

  await t.test('writes are refused with 507', async () => {
    const refused = await Promise.all(more.map(add));

    assert.deepEqual(new Set(refused), new Set(['507 storage_full']));
  });

  await t.test('reads show what was acknowledged, and nothing of the rest', async () => {
    assert.equal(await quantity(), stored);
    assert.equal((await client.send(url, { path: '' })).status, 200);
  });

  await t.test('the service is ready', async () => {
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
  });

  await t.test('commands that only read work beside the service', async () => {
    const exported = await cli.run(['export'], { env });

    const verified = await cli.runShared(['verify'], { env });

    assert.match(exported.stdout, /^petId,quantity,status\n1,/);
    assert.match(verified.stderr, /All is well/);
  });

  disk.makeRoom();

  await t.test('writes succeed again when there is room', async () => {
    const repeated = await Promise.all(more.map(add));

    assert.deepEqual(new Set(repeated), new Set(['200']));
  });

  const entries = 1 + stored + more.length;

  await t.test('a write that was refused counts once when it is repeated', async () => {
    assert.equal(await quantity(), stored + more.length);
    await inStoreAt(file, (store) => assertSound(store, entries));
  });

  client.close();
  disk.fill();
  await server.signal('SIGKILL');

  await t.test('a store that was left by a kill can be verified', async () => {
    const { stderr } = await cli.run(['verify'], { env });

    assert.match(stderr, new RegExp(`All is well: ${entries} entries`));
  });
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

test('a command that finds no room on the disk', async (t) => {
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
  const assertRefused = async (args: readonly string[], options: RunOptions = { env }) => {
    const run = options.input === undefined ? cli.runShared : cli.run;
    const { code, stdout, stderr } = await run(args, options);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, fullDisk(disk.folder));
  };

  await t.test('says so in the middle of a long import', () =>
    assertRefused(['import', '-'], { env, input: header + many }),
  );

  disk.fill();

  // While no service has the store open, even reading needs free space, because SQLite creates its
  // -shm file.
  for (const line of ['export', 'serve --port 0', 'keys create other'])
    await t.test(`says so: ${line}`, () => assertRefused(line.split(' ')));

  await t.test('says so at the beginning of an import', () =>
    assertRefused(['import', '-'], { env, input: `${header}2,5,available\n` }),
  );

  await t.test('says so when it makes a backup on the same disk', () =>
    assertRefused(['backup', join(disk.folder, 'copy.db')]),
  );

  await t.test('says so when it makes a backup on another disk', () =>
    assertRefused(['backup', join(cli.folder, 'copy.db')]),
  );

  await cli.stock([{ petId: 7n, quantity: 7 }]);

  await t.test('says so when it makes a backup of a store on another disk', () =>
    assertRefused(['backup', join(disk.folder, 'copy.db')], {}),
  );

  await t.test('says so when it copies a store from another disk', () =>
    assertRefused(['copy', '--to', `sqlite:${join(disk.folder, 'moved.db')}`], {}),
  );

  disk.makeRoom();

  await t.test('has changed nothing', async () => {
    await inStoreAt(file, async (store) => {
      assert.deepEqual(await levelsIn(store), [{ petId: 1n, quantity: 5, status: 'available' }]);
      await assertSound(store, 1);
      assert.equal((await store.keys()).length, 1, 'keys');
    });
  });

  await t.test('succeeds when there is room again', async () => {
    const { code } = await cli.run(['backup', join(disk.folder, 'copy.db')], { env });

    assert.equal(code, 0);
  });
});
