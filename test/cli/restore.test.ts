import assert from 'node:assert/strict';
import {
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { limits } from '../../src/limits.ts';
import { beginRestore } from '../../src/sqlite/backup.ts';
import { fileAppears } from '../support/faults/file-appears.ts';
import { mountSmallDisk } from '../support/faults/small-disk.ts';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';
import { executeSql, integrityOf } from '../support/store/file.ts';

const now = [{ petId: 1n, quantity: 50, status: 'available' as const }];
const before = [{ petId: 1n, quantity: 5, status: 'available' as const }];

/** Opens a store that has a backup and was changed since. */
async function harnessWithBackup(
  t: TestContext,
): Promise<CliHarness & { readonly backup: string }> {
  const cli = openCliHarness(t);
  const backup = join(cli.folder, 'backup.db');
  await cli.stock(before);
  assert.equal((await cli.runShared(['backup', backup])).code, 0);
  await cli.stock(now);
  return { ...cli, backup };
}

/**
 * Kills a service that has stored a change which is only in the write-ahead log. Returns the log.
 */
async function logOfKilledService(cli: CliHarness): Promise<Buffer> {
  const headers = { authorization: `Bearer ${await cli.createKey()}` };
  const server = await cli.serve();
  const update = { method: 'PATCH', headers, body: new Blob(['{"quantity":51}']) };
  assert.equal((await fetch(`${server.url}/v1/inventory/1`, update)).status, 200);
  await server.signal('SIGKILL');
  const log = readFileSync(`${cli.file}-wal`);
  assert.ok(log.length > 0, 'this test needs a log');
  return log;
}

const replaced = (file: string) => {
  rmSync(file);
  return file;
};

const storesIn = ({ folder }: CliHarness) =>
  readdirSync(folder).filter((name) => name.startsWith('pawstock.db'));

async function assertRefused(
  cli: CliHarness,
  file: string,
  says: RegExp,
  command = 'restore',
): Promise<void> {
  const { code, stdout, stderr } = await cli.runShared([command, file]);
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  assert.match(stderr, says);
}

describe('pawstock restore', { concurrency: 3 }, () => {
  test('puts the backup in place and keeps the old store beside it, complete', async (t) => {
    const cli = await harnessWithBackup(t);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(cli.file, 65_534, 65_534);
    const { code, stdout, stderr } = await cli.run(['restore', cli.backup]);
    assert.deepEqual({ code, stdout }, { code: 0, stdout: '' }, stderr);
    const [, kept = ''] = /^The store that was there is kept as (.+)\.$/m.exec(stderr) ?? [];
    assert.match(stderr, /^Restored 1 pet with 1 entry from .*backup\.db\.\n/);
    assert.deepEqual(storesIn(cli), ['pawstock.db', basename(kept)]);
    const { mode, uid, gid } = statSync(cli.file);
    assert.equal((mode & 0o777).toString(8), '600');
    if (isRoot) assert.deepEqual([uid, gid], [65_534, 65_534], 'root leaves the store to its user');
    assert.deepEqual(await cli.levels(), before);
    assert.match(
      (await cli.runShared(['export', '--database', `sqlite:${kept}`])).stdout,
      /\n1,50,available\n$/,
    );
    assert.ok(existsSync(cli.backup));
    // Several restores within the same second each keep a copy of the replaced store.
    for (const index of [3, 4]) {
      assert.equal((await cli.runShared(['restore', cli.backup])).code, 0);
      assert.equal(storesIn(cli).length, index);
    }
  });

  test('refuses while a service has the store open; of one that was killed it keeps what is only in the log', async (t) => {
    const cli = await harnessWithBackup(t);
    const headers = { authorization: `Bearer ${await cli.createKey()}` };
    const server = await cli.serve();
    const files = storesIn(cli);
    await assertRefused(
      cli,
      cli.backup,
      /^pawstock: .*pawstock\.db is in use\. Stop the service [^\n]*\n$/,
    );
    assert.deepEqual(storesIn(cli), files);
    assert.deepEqual(await cli.levels(), now);
    const update = { method: 'PATCH', headers, body: new Blob(['{"quantity":51}']) };
    assert.equal((await fetch(`${server.url}/v1/inventory/1`, update)).status, 200);

    await server.signal('SIGKILL');
    assert.ok(statSync(`${cli.file}-wal`).size > 0, 'this test needs a log');
    const { stderr } = await cli.runShared(['restore', cli.backup]);
    const [, kept = ''] = /kept as (.+)\.$/m.exec(stderr) ?? [];
    const old = basename(kept);
    assert.deepEqual(storesIn(cli), ['pawstock.db', old, `${old}-shm`, `${old}-wal`]);
    assert.deepEqual(await cli.levels(), before);
    const exported = await cli.runShared(['export', '--database', `sqlite:${kept}`]);
    assert.match(exported.stdout, /\n1,51,available\n/);
  });

  test('keeps the log of a killed service aside, whose store was set aside before', async (t) => {
    const cli = await harnessWithBackup(t);
    const log = await logOfKilledService(cli);
    renameSync(cli.file, `${cli.file}.aside`);
    const { code, stderr } = await cli.runShared(['restore', cli.backup]);
    assert.equal(code, 0, stderr);
    const [, kept = ''] = /log of a store that was gone is kept as (\S+-wal)/.exec(stderr) ?? [];
    assert.deepEqual(readFileSync(kept), log);
    assert.equal(integrityOf(cli.file), 'ok');
    assert.deepEqual(await cli.levels(), before);
  });

  test('keeps the log of another store aside, which stands beside a copied file', async (t) => {
    const cli = await harnessWithBackup(t);
    const log = await logOfKilledService(cli);
    copyFileSync(cli.backup, cli.file);
    const { code, stderr } = await cli.runShared(['restore', cli.backup]);
    assert.equal(code, 0, stderr);
    const [, kept = ''] = /kept as (.+)\.$/m.exec(stderr) ?? [];
    assert.deepEqual(readFileSync(`${kept}-wal`), log, 'it has the changes of that other store');
    assert.equal(integrityOf(cli.file), 'ok');
    assert.deepEqual(await cli.levels(), before);
  });

  test("gives root's copy to the user of the folder where the store is gone", async (t) => {
    if (process.getuid?.() !== 0) return t.skip('only root gives files away');
    const cli = await harnessWithBackup(t);
    rmSync(cli.file);
    chownSync(cli.folder, 65_534, 65_534);
    assert.equal((await cli.runShared(['restore', cli.backup])).code, 0);
    const { uid, gid } = statSync(cli.file);
    assert.deepEqual([uid, gid], [65_534, 65_534]);
  });

  test('restores behind a symbolic link, and leaves the link', async (t) => {
    const cli = await harnessWithBackup(t);
    const folder = join(cli.folder, 'disk');
    mkdirSync(folder);
    const file = join(folder, 'shop.db');
    renameSync(cli.file, file);
    symlinkSync(join('disk', 'shop.db'), cli.file);
    for (const prepare of [() => undefined, () => rmSync(file)]) {
      prepare();
      const { code, stderr } = await cli.runShared(['restore', cli.backup]);
      assert.equal(code, 0, stderr);
      assert.ok(lstatSync(cli.file).isSymbolicLink());
      assert.ok(!lstatSync(file).isSymbolicLink());
      assert.deepEqual(await cli.levels(), before);
    }
  });

  test('refuses a backup of another store, unless told that it is meant', async (t) => {
    const cli = await harnessWithBackup(t);
    const shop = ['--database', `sqlite:${join(cli.folder, 'other-shop.db')}`];
    assert.equal((await cli.runShared(['keys', 'create', 'till', ...shop])).code, 0);
    const refused = await cli.runShared(['restore', cli.backup, ...shop]);
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /backup\.db is a backup of another store \(\w{8}; this one is \w{8}\)\..*--from-another-store/,
    );
    assert.match((await cli.runShared(['keys', 'list', ...shop])).stdout, /till/);
    const meant = await cli.runShared(['restore', cli.backup, '--from-another-store', ...shop]);
    assert.equal(meant.code, 0, meant.stderr);
    assert.match((await cli.runShared(['export', ...shop])).stdout, /\n1,5,available\n/);
  });

  test("of a folder, takes the newest backup of the store's own", async (t) => {
    const cli = await harnessWithBackup(t);
    const folder = join(cli.folder, 'backups');
    mkdirSync(folder);
    const { id } = await cli.inStore((store) => store.identity());
    copyFileSync(cli.backup, join(folder, `pawstock-${id.slice(0, 8)}-20260101T000000Z.db`));
    writeFileSync(join(folder, 'pawstock-00000000-20260201T000000Z.db'), 'of another store');
    const { code, stderr } = await cli.runShared(['restore', folder]);
    assert.equal(code, 0, stderr);
    assert.deepEqual(await cli.levels(), before);
    rmSync(cli.file);
    await assertRefused(cli, folder, /has backups of several stores\. Name the file to restore\./);
  });

  test('checks and restores a backup on a disk that is read-only', async (t) => {
    const cli = await harnessWithBackup(t);
    const disk = mountSmallDisk(t, async () => undefined);
    if (disk === undefined) return;
    const backup = join(disk.folder, 'backup.db');
    copyFileSync(cli.backup, backup);
    disk.makeReadOnly();
    const checked = await cli.runShared(['verify', '--database', `sqlite:${backup}`]);
    assert.equal(checked.code, 0, checked.stderr);
    const restored = await cli.runShared(['restore', backup]);
    assert.equal(restored.code, 0, restored.stderr);
    assert.deepEqual(await cli.levels(), before);
  });

  test('removes what killed restores had to leave, also those of the same process id', async (t) => {
    const cli = await harnessWithBackup(t);
    const left = [`${process.pid}`, '1', '1-wal', '1-shm', 'lock'];
    for (const end of left) writeFileSync(`${cli.file}.restoring-${end}`, '');
    const { code, stderr } = await cli.runShared(['restore', cli.backup]);
    assert.equal(code, 0, stderr);
    assert.deepEqual(storesIn(cli).length, 2, `${storesIn(cli)}`);
    assert.deepEqual(await cli.levels(), before);
  });

  const moments = {
    'when it has locked the store': /\.restoring-lock$/,
    'while it copies the backup': /\.restoring-[0-9a-f-]{36}$/,
    'while it replays the copy': /\.restoring-[0-9a-f-]{36}-wal$/,
    'while it replaces the store': /\.old$/,
  };
  for (const [moment, name] of Object.entries(moments)) {
    test(`a restore that is killed ${moment} leaves a store, and blocks no other restore`, async (t) => {
      const cli = await harnessWithBackup(t);
      const reached = fileAppears(t, cli.folder, name);
      const restore = cli.launch(['restore', cli.backup]);

      await reached;
      restore.child.kill('SIGKILL');
      await restore.ended;

      assert.equal(integrityOf(cli.file), 'ok');
      const { code, stderr } = await cli.runShared(['restore', cli.backup]);
      assert.equal(code, 0, stderr);
      assert.doesNotMatch(storesIn(cli).join(), /restoring/);
      assert.deepEqual(await cli.levels(), before);
    });
  }

  test('refuses while another restore works on the store', async (t) => {
    const cli = await harnessWithBackup(t);
    {
      using _other = beginRestore(cli.file, limits);
      await assertRefused(cli, cli.backup, /^pawstock: Another restore of .* is under way\./);
    }
    assert.equal((await cli.runShared(['restore', cli.backup])).code, 0);
  });

  test('works where the store or its folder is missing, and where it is damaged', async (t) => {
    const cli = await harnessWithBackup(t);
    const elsewhere = ['--database', `sqlite:${join(cli.folder, 'new', 'data', 'pawstock.db')}`];
    assert.equal((await cli.runShared(['restore', cli.backup, ...elsewhere])).code, 0);
    assert.match((await cli.runShared(['export', ...elsewhere])).stdout, /\n1,5,available\n/);
    rmSync(cli.file);
    const missing = await cli.runShared(['restore', cli.backup]);
    assert.deepEqual([missing.code, missing.stderr.split('\n').length], [0, 2]);
    assert.deepEqual(await cli.levels(), before);
    writeFileSync(cli.file, 'cats and dogs\n'.repeat(100));
    assert.equal((await cli.runShared(['restore', cli.backup])).code, 0);
    assert.deepEqual(await cli.levels(), before);
    const [, kept = ''] = storesIn(cli);
    assert.match(readFileSync(join(cli.folder, kept), 'utf8'), /^cats and dogs/);
  });

  const noStore = /^pawstock: .*backup\.db is not a Pawstock store\. Check the path; [^\n]*\n$/;
  const bad: readonly (readonly [make: (backup: string) => void, says: RegExp])[] = [
    [rmSync, /^pawstock: There is no backup at .*backup\.db\. Check the path\.\n$/],
    [(file) => writeFileSync(file, 'cats '.repeat(500)), noStore],
    [(file) => executeSql(replaced(file), 'create table cats (name text)'), noStore],
    [
      (file) => mkdirSync(replaced(file)),
      /^pawstock: There is no backup in .*backup\.db\. Check the path\.\n$/,
    ],
    [
      (file) => executeSql(file, 'pragma user_version = 999'),
      /^pawstock: .*The store has schema 999, /,
    ],
    [
      (file) => executeSql(file, 'update item set quantity = 6'),
      /^pawstock: Pet 1: the item has quantity 6, and the ledger has 5\.\npawstock: Nothing was restored: .*backup\.db is damaged\.\n$/,
    ],
    [
      (file) => truncateSync(file, 6_000),
      /^pawstock: .*backup\.db is damaged: database disk image is malformed\. .*\n$/,
    ],
  ];
  test('refuses what is no whole backup, and leaves the store as it is', async (t) => {
    const cli = await harnessWithBackup(t);
    const whole = readFileSync(cli.backup);
    for (const [make, says] of bad) {
      rmSync(cli.backup, { recursive: true, force: true });
      writeFileSync(cli.backup, whole);
      make(cli.backup);
      await assertRefused(cli, cli.backup, says);
      assert.deepEqual(storesIn(cli), ['pawstock.db']);
      assert.deepEqual(await cli.levels(), now);
    }
  });

  test('refuses the store itself, the database of another program in its place, and PostgreSQL', async (t) => {
    const cli = await harnessWithBackup(t);
    await assertRefused(cli, cli.file, /pawstock\.db is the store itself\./);
    const other = join(cli.folder, 'other.db');
    executeSql(other, 'create table cats (name text)');
    const foreign = await cli.runShared(['restore', cli.backup, '--database', `sqlite:${other}`]);
    assert.match(
      foreign.stderr,
      /^pawstock: .*other\.db: The file is a database of another program\./,
    );
    const postgres = await cli.runShared([
      'restore',
      cli.backup,
      '--database',
      'postgres://shop@db.example/pets',
    ]);
    assert.match(postgres.stderr, /^pawstock: Only the embedded store can be restored this way\./);
  });
});

test('pawstock backup refuses a file that exists, and what is no store, and leaves no half of a copy', async (t) => {
  const cli = await harnessWithBackup(t);
  await assertRefused(cli, join(cli.folder, 'none', 'copy.db'), /Cannot write/, 'backup');
  const before = readFileSync(cli.backup);
  await assertRefused(cli, cli.backup, /^pawstock: .*backup\.db exists already[^\n]*\n$/, 'backup');
  assert.deepEqual(readFileSync(cli.backup), before);
  rmSync(cli.file);
  executeSql(cli.file, 'create table cats (name text)');
  const copy = join(cli.folder, 'copy.db');
  await assertRefused(
    cli,
    copy,
    /^pawstock: [^\n]*is not a Pawstock store\. Check the path; [^\n]*\n$/,
    'backup',
  );
  assert.equal(existsSync(copy), false);
});
