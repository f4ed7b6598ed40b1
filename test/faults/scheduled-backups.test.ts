import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { listAllBackups } from '../../src/backups/backup-files.ts';
import { verify } from '../../src/inventory/copy-and-verify.ts';
import { fileAppears } from '../support/faults/file-appears.ts';
import { mountSmallDisk } from '../support/faults/small-disk.ts';
import { figureOf } from '../support/http/figures.ts';
import { inForm } from '../support/long-form.ts';
import { fillStore, startRecordedLoad } from '../support/model/recorded-load.ts';
import { randomFor } from '../support/random.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { inStoreAt } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';

type Backups = {
  readonly failure: { at: string; message: string } | null;
  readonly backups: { name: string }[];
};

async function backupsOf({ url }: ServiceProcess, secret: string): Promise<Backups> {
  const response = await fetch(`${url}/v1/backups`, {
    headers: { authorization: `Bearer ${secret}` },
  });
  assert.equal(response.status, 200);
  return (await response.json()) as Backups;
}

const limits = { backupAbandonedMs: 1, backupRetryMs: 200 };

/** Creates a store with a pet, an owner's key and a folder for backups. */
async function openShop(t: TestContext) {
  const cli = openCliHarness(t);
  const secret = await cli.stockWithKey([{ petId: 1n, quantity: 5 }], { scope: 'owner' });
  return { cli, secret, folder: join(cli.folder, 'backups') };
}

test('backups under load, by command and of a service that is killed again and again, are whole, and the old ones go', async (t) => {
  const cli = openCliHarness(t);
  const random = randomFor(t);
  const secret = await cli.inStore(fillStore);
  await cli.stock(
    Array.from({ length: 3_000 }, (_, index) => ({ petId: BigInt(100 + index), quantity: 0 })),
  );
  const folder = join(cli.folder, 'backups');
  const env = { BACKUP_FOLDER: folder, BACKUP_EVERY: '1s', BACKUP_KEEP: '3' };
  const finished = () =>
    (existsSync(folder) ? listAllBackups(folder).map(({ name }) => name) : []).sort();
  let server = await cli.serve([], { env, limits });
  const load = startRecordedLoad({ urls: [server.url], secret, random });
  await until(() => load.history.length > 50);
  const entriesBefore = (await cli.ledger()).length;
  const copy = join(cli.folder, 'copy.db');
  const { code, stdout } = await cli.run(['backup', copy]);
  assert.deepEqual([code, stdout, statSync(copy).mode & 0o777], [0, '', 0o600]);
  assert.ok(
    !load.responses.keys().some((label) => !/^(?:20|404|409|412)/.test(label)),
    'no client noticed',
  );
  for (let round = 0; round < inForm({ short: 2, long: 8 }); round++) {
    const before = finished().at(-1);
    await until(() => finished().at(-1) !== before);
    await fileAppears(t, folder, /\.unfinished$/);
    await server.signal('SIGKILL');
    server = await cli.serve(['--port', String(server.port)], { env, limits });
  }
  await load.stop();
  await server.signal('SIGTERM');
  const ledger = await cli.ledger();
  const names = finished();
  assert.ok(names.length >= 2 && names.length <= 4, `${names}`);
  assert.deepEqual(
    readdirSync(folder).sort(),
    names,
    'a service that stops leaves no unfinished file',
  );
  for (const file of [copy, ...names.map((name) => join(folder, name))]) {
    await inStoreAt(file, async (store) => {
      assert.deepEqual((await verify(store, () => undefined)).differences, []);
      const entries = await store.entriesAfter(0, Number.MAX_SAFE_INTEGER);
      if (file === copy)
        assert.ok(entries.length >= entriesBefore, 'it has all that there was when it began');
      assert.deepEqual(entries, ledger.slice(0, entries.length));
    });
  }
  const { stderr } = await cli.run([
    'restore',
    folder,
    '--database',
    `sqlite:${join(cli.folder, 'restored.db')}`,
  ]);
  assert.match(stderr, new RegExp(`^Restored .* from .*${names.at(-1)}\\.\n$`));
});

test('a folder that vanishes is reported, and backups go on when it is back', async (t) => {
  const { cli, secret, folder } = await openShop(t);
  const server = await cli.serve([], {
    env: { BACKUP_FOLDER: folder, BACKUP_EVERY: '1s' },
    limits,
  });
  await until(async () => (await backupsOf(server, secret)).backups.length === 1);
  renameSync(folder, `${folder}.away`);
  // A backup during which the folder vanishes fails with a different message, so the test waits for
  // a later backup.
  await until(async () =>
    /^Cannot write .*: ENOENT\.$/.test((await backupsOf(server, secret)).failure?.message ?? ''),
  );
  assert.ok(!existsSync(folder), 'the folder is not made again');
  assert.equal(await figureOf(server, secret, 'pawstock_backup_failed'), 1);
  assert.match(server.stderr(), /no backup was made; trying again later/);
  const advice = await cli.run(['doctor'], { env: { BACKUP_FOLDER: folder } });
  assert.equal(advice.code, 1);
  assert.equal(await server.statusFor(secret), 200);
  renameSync(`${folder}.away`, folder);
  // If the first backup is less than a second old, the next backup is not due yet.
  await until(async () => {
    const { failure, backups } = await backupsOf(server, secret);
    return failure === null && backups.length >= 2;
  });
});

test('a backup of another service, a clock that was ahead, and files that are no backups are no failure', async (t) => {
  const { cli, secret, folder } = await openShop(t);
  mkdirSync(folder);
  const { id } = await cli.inStore((store) => store.identity());
  const prefix = `pawstock-${id.slice(0, 8)}`;
  const ahead = `${prefix}-20990101T000000Z.db`;
  const unfinished = join(folder, `${prefix}.unfinished`);
  const withoutTime = join(folder, `${prefix}-20269999T999999Z.db`);
  for (const file of [join(folder, ahead), unfinished, withoutTime]) writeFileSync(file, '');
  symlinkSync('/nowhere', join(folder, `${prefix}-20200101T000000Z.db`));
  mkdirSync(join(folder, `${prefix}-20200102T000000Z.db`));
  const names = () => listAllBackups(folder).map(({ name }) => name);
  const env = { BACKUP_FOLDER: folder, BACKUP_EVERY: '1s', BACKUP_KEEP: '2' };
  const server = await cli.serve([], {
    env,
    limits: { backupAbandonedMs: 60_000, backupRetryMs: 50 },
  });
  await until(() => /another service began is not finished/.test(server.stderr()));
  assert.equal((await backupsOf(server, secret)).failure, null);
  assert.deepEqual(names(), [ahead]);
  utimesSync(unfinished, new Date('2099-01-01'), new Date('2099-01-01'));
  await until(() => names().length === 2 && !names().includes(ahead));
  const [first] = names();
  await until(() => names()[0] !== first && names().length === 2);
  assert.doesNotMatch(server.stderr(), /no backup was made/);
});

test('of two services that begin a backup at the same time, one makes it', async (t) => {
  const { cli, folder } = await openShop(t);
  await cli.stock(
    Array.from({ length: 20_000 }, (_, index) => ({ petId: BigInt(100 + index), quantity: 0 })),
  );
  const env = { BACKUP_FOLDER: folder, BACKUP_EVERY: '1h' };
  await Promise.all([cli.serve([], { env }), cli.serve([], { env })]);
  await until(() => existsSync(folder) && listAllBackups(folder).length > 0);
});

test('two stores share a folder: each makes, shows and deletes backups of its own', async (t) => {
  const [one, other] = await Promise.all([openShop(t), openShop(t)]);
  const { folder } = one;
  const env = { BACKUP_FOLDER: folder, BACKUP_EVERY: '1s', BACKUP_KEEP: '2' };
  const shops = await Promise.all(
    [one, other].map(async ({ cli, secret }) => {
      const server = await cli.serve([], { env, limits });
      const { id } = await cli.inStore((store) => store.identity());
      const names = async () => (await backupsOf(server, secret)).backups.map(({ name }) => name);
      return { server, prefix: `pawstock-${id.slice(0, 8)}-`, names };
    }),
  );
  for (const { names, prefix } of shops) {
    await until(async () => (await names()).length > 0);
    const [first = ''] = await names();
    await until(async () => (await names()).length === 2 && !(await names()).includes(first));
    assert.ok((await names()).every((name) => name.startsWith(prefix)));
  }
  assert.deepEqual(
    new Set(listAllBackups(folder).map(({ store }) => `pawstock-${store}-`)),
    new Set(shops.map(({ prefix }) => prefix)),
  );
  for (const { server } of shops) assert.doesNotMatch(server.stderr(), /no backup was made/);
});

test('BACKUP_COMMAND gets each backup; while it fails the backup counts as failed, and it is run again', async (t) => {
  const { cli, secret, folder } = await openShop(t);
  const copies = join(cli.folder, 'copies');
  const env = { BACKUP_FOLDER: folder, BACKUP_COMMAND: `cp "$BACKUP_FILE" '${copies}/'` };
  const server = await cli.serve([], { env, limits });
  await until(async () =>
    /BACKUP_COMMAND ended with code 1/.test(
      (await backupsOf(server, secret)).failure?.message ?? '',
    ),
  );
  assert.equal(await figureOf(server, secret, 'pawstock_backup_failed'), 1);
  mkdirSync(copies);
  await until(async () => (await backupsOf(server, secret)).failure === null);
  const names = listAllBackups(folder).map(({ name }) => name);
  assert.equal(names.length, 1, 'the command is repeated with the same backup');
  assert.deepEqual(readdirSync(copies), names);
});

test('BACKUP_COMMAND is ended after its time, with all that it has started', async (t) => {
  const { cli, secret, folder } = await openShop(t);
  const env = {
    BACKUP_FOLDER: folder,
    BACKUP_COMMAND: `sleep 1000 & echo $! > '${cli.folder}/pid'; wait`,
  };
  const server = await cli.serve([], { env, limits: { ...limits, backupCommandMs: 300 } });
  await until(async () =>
    /BACKUP_COMMAND ended by SIGKILL/.test(
      (await backupsOf(server, secret)).failure?.message ?? '',
    ),
  );
  const pid = Number(readFileSync(join(cli.folder, 'pid'), 'utf8'));
  await until(() => !existsSync(`/proc/${pid}`) || isZombie(pid));
});

function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}

test('a full disk leaves no half backup, and the service goes on', async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.stockWithKey(
    Array.from({ length: 5_000 }, (_, index) => ({ petId: BigInt(index), quantity: 0 })),
    { scope: 'owner' },
  );
  let server: ServiceProcess | undefined;
  const disk = mountSmallDisk(t, async () => server?.signal('SIGKILL'));
  if (disk === undefined) return;
  disk.fill();
  const env = { BACKUP_FOLDER: disk.folder, BACKUP_EVERY: '2s' };
  const failing = await cli.serve([], { env, limits: { ...limits, backupRetryMs: 2_000 } });
  server = failing;
  let files: string[] = [];
  // The folder tells what a failed backup leaves only until the next attempt begins.
  await until(async () => {
    const { failure } = await backupsOf(failing, secret);
    files = readdirSync(disk.folder);
    const isRecent = Date.now() - Date.parse(failure?.at ?? '') < 2_000;
    return isRecent && /full|space|room/i.test(failure?.message ?? '');
  });
  assert.deepEqual(files, ['ballast']);
  assert.equal((await fetch(`${failing.url}/readyz`)).status, 200);
  disk.makeRoom();
  await until(async () => (await backupsOf(failing, secret)).backups.length > 0);
});
