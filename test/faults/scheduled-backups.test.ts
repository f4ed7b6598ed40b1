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
import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
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
import { inStoreAt, numberedPets } from '../support/service/store-contents.ts';
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

/** Asserts that a copy is a whole store, with the changes up to some moment. */
function assertWhole(file: string, ledger: readonly LedgerEntry[]): Promise<number> {
  return inStoreAt(file, async (store) => {
    const { differences } = await verify(store, () => undefined);
    assert.deepEqual(differences, []);
    const entries = await store.entriesAfter(0, Number.MAX_SAFE_INTEGER);
    assert.deepEqual(entries, ledger.slice(0, entries.length));
    return entries.length;
  });
}

test('backups under load', async (t) => {
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
  const byCommand = await cli.run(['backup', copy]);

  await t.test('a command makes one that only its owner may read', () => {
    assert.equal(byCommand.code, 0);
    assert.equal(byCommand.stdout, '');
    assert.equal(statSync(copy).mode & 0o777, 0o600);
  });

  await t.test('no client notices one', () => {
    const labels = [...load.responses.keys()];
    const usual = labels.filter((label) => /^(?:20|404|409|412)/.test(label));

    assert.deepEqual(labels, usual);
  });

  for (let round = 0; round < inForm({ short: 2, long: 8 }); round++) {
    await t.test(
      `a service that is killed during one makes the next, round ${round}`,
      async (t) => {
        const before = finished().at(-1);
        await until(() => finished().at(-1) !== before);
        await fileAppears(t, folder, /\.unfinished$/);
        await server.signal('SIGKILL');
        server = await cli.serve(['--port', String(server.port)], { env, limits });
      },
    );
  }

  await load.stop();
  await server.signal('SIGTERM');
  const ledger = await cli.ledger();
  const names = finished();

  await t.test('the old ones go', () => {
    assert.ok(names.length >= 2 && names.length <= 4, `${names}`);
  });

  await t.test('a service that stops leaves no unfinished one', () => {
    assert.deepEqual(readdirSync(folder).sort(), names);
  });

  await t.test('one by command is whole, with all that there was when it began', async () => {
    const entries = await assertWhole(copy, ledger);

    assert.ok(entries >= entriesBefore, `${entries} entries of ${entriesBefore}`);
  });

  await t.test('each one of the service is whole', async () => {
    for (const name of names) await assertWhole(join(folder, name), ledger);
  });

  await t.test('the newest one in the folder can be restored', async () => {
    const restored = `sqlite:${join(cli.folder, 'restored.db')}`;

    const { stderr } = await cli.run(['restore', folder, '--database', restored]);

    assert.match(stderr, new RegExp(`^Restored .* from .*${names.at(-1)}\\.\n$`));
  });
});

const failureOf = async (server: ServiceProcess, secret: string) =>
  (await backupsOf(server, secret)).failure?.message ?? '';

test('a folder for backups that vanishes', async (t) => {
  const { cli, secret, folder } = await openShop(t);
  const env = { BACKUP_FOLDER: folder, BACKUP_EVERY: '1s' };
  const server = await cli.serve([], { env, limits });
  await until(async () => (await backupsOf(server, secret)).backups.length === 1);
  renameSync(folder, `${folder}.away`);

  await t.test('is reported by the service', async () => {
    // A backup during which the folder vanishes fails with a different message, so the test waits
    // for a later backup.
    await until(async () => /^Cannot write .*: ENOENT\.$/.test(await failureOf(server, secret)));
  });

  await t.test('is not made again', () => assert.ok(!existsSync(folder)));

  await t.test('is a failure in the metrics', async () => {
    assert.equal(await figureOf(server, secret, 'pawstock_backup_failed'), 1);
  });

  await t.test('is a line of the log', () => {
    assert.match(server.stderr(), /no backup was made; trying again later/);
  });

  await t.test('is a finding of doctor', async () => {
    const { code } = await cli.run(['doctor'], { env: { BACKUP_FOLDER: folder } });

    assert.equal(code, 1);
  });

  await t.test('does not stop the service', async () => {
    assert.equal(await server.statusFor(secret), 200);
  });

  await t.test('gets backups again when it is back', async () => {
    renameSync(`${folder}.away`, folder);

    // If the first backup is less than a second old, the next backup is not due yet.
    await until(async () => {
      const { failure, backups } = await backupsOf(server, secret);
      return failure === null && backups.length >= 2;
    });
  });
});

test('a folder with a backup that another service began, one of a later time, and other files', async (t) => {
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
  const server = await cli.serve([], {
    env: { BACKUP_FOLDER: folder, BACKUP_EVERY: '1s', BACKUP_KEEP: '2' },
    limits: { backupAbandonedMs: 60_000, backupRetryMs: 50 },
  });

  await t.test('gets no backup while that of the other service is not finished', async () => {
    await until(() => /another service began is not finished/.test(server.stderr()));

    assert.deepEqual(names(), [ahead], 'what counts as a backup');
  });

  await t.test('is no failure', async () => {
    assert.equal((await backupsOf(server, secret)).failure, null);
  });

  await t.test(
    'gets backups once the other service has given up, and loses the old one',
    async () => {
      utimesSync(unfinished, new Date('2099-01-01'), new Date('2099-01-01'));

      await until(() => names().length === 2 && !names().includes(ahead));
    },
  );

  await t.test('gets further backups in the place of older ones', async () => {
    const [first] = names();

    await until(() => names()[0] !== first && names().length === 2);

    assert.doesNotMatch(server.stderr(), /no backup was made/);
  });
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

test('two stores that share a folder for backups', async (t) => {
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

  for (const [index, { names, prefix }] of shops.entries()) {
    await t.test(`store ${index + 1} deletes its own old backups`, async () => {
      await until(async () => (await names()).length > 0);
      const [first = ''] = await names();

      await until(async () => (await names()).length === 2 && !(await names()).includes(first));
    });

    await t.test(`store ${index + 1} shows only its own backups`, async () => {
      for (const name of await names()) assert.ok(name.startsWith(prefix), name);
    });
  }

  await t.test('both have backups', () => {
    const stores = listAllBackups(folder).map(({ store }) => `pawstock-${store}-`);

    assert.deepEqual(new Set(stores), new Set(shops.map(({ prefix }) => prefix)));
  });

  await t.test('neither had a failure', () => {
    for (const { server } of shops) assert.doesNotMatch(server.stderr(), /no backup was made/);
  });
});

test('BACKUP_COMMAND', async (t) => {
  const { cli, secret, folder } = await openShop(t);
  const copies = join(cli.folder, 'copies');
  const env = { BACKUP_FOLDER: folder, BACKUP_COMMAND: `cp "$BACKUP_FILE" '${copies}/'` };
  const server = await cli.serve([], { env, limits });

  await t.test('that fails makes the backup count as failed', async () => {
    await until(async () =>
      /BACKUP_COMMAND ended with code 1/.test(await failureOf(server, secret)),
    );

    assert.equal(await figureOf(server, secret, 'pawstock_backup_failed'), 1);
  });

  await t.test('is run again, until it succeeds', async () => {
    mkdirSync(copies);

    await until(async () => (await backupsOf(server, secret)).failure === null);
  });

  await t.test('is run again with the same backup', () => {
    const names = listAllBackups(folder).map(({ name }) => name);

    assert.equal(names.length, 1, `${names}`);
    assert.deepEqual(readdirSync(copies), names);
  });
});

test('BACKUP_COMMAND is ended after its time, with all that it has started', async (t) => {
  const { cli, secret, folder } = await openShop(t);
  const started = join(cli.folder, 'started');
  const env = {
    BACKUP_FOLDER: folder,
    BACKUP_COMMAND: `sleep 1000 & echo $! >> '${started}'; wait`,
  };
  const server = await cli.serve([], { env, limits: { ...limits, backupCommandMs: 300 } });

  await until(async () => /BACKUP_COMMAND ended by SIGKILL/.test(await failureOf(server, secret)));

  // The command is run again and again. On a busy machine its first run may end before it has
  // started anything.
  await until(() => existsSync(started) && readFileSync(started, 'utf8').includes('\n'));
  const [first] = readFileSync(started, 'utf8').split('\n');
  const pid = Number(first);
  await until(() => !existsSync(`/proc/${pid}`) || isZombie(pid));
});

function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}

test('a full disk for backups', async (t) => {
  const cli = openCliHarness(t);
  const secret = await cli.stockWithKey(numberedPets(5_000, 0), { scope: 'owner' });
  let server: ServiceProcess | undefined;
  const disk = mountSmallDisk(t, async () => server?.signal('SIGKILL'));
  if (disk === undefined) return;
  disk.fill();
  const env = { BACKUP_FOLDER: disk.folder, BACKUP_EVERY: '2s' };
  const failing = await cli.serve([], { env, limits: { ...limits, backupRetryMs: 2_000 } });
  server = failing;

  await t.test('has nothing of a backup that failed', async () => {
    let files: string[] = [];

    // The folder tells what a failed backup leaves only until the next attempt begins.
    await until(async () => {
      const { failure } = await backupsOf(failing, secret);
      files = readdirSync(disk.folder);
      const isRecent = Date.now() - Date.parse(failure?.at ?? '') < 2_000;
      return isRecent && /full|space|room/i.test(failure?.message ?? '');
    });

    assert.deepEqual(files, ['ballast']);
  });

  await t.test('does not stop the service', async () => {
    assert.equal((await fetch(`${failing.url}/readyz`)).status, 200);
  });

  await t.test('gets backups when there is room again', async () => {
    disk.makeRoom();

    await until(async () => (await backupsOf(failing, secret)).backups.length > 0);
  });
});
