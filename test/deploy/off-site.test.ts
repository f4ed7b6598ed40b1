import assert from 'node:assert/strict';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { listAllBackups } from '../../src/backups/backup-files.ts';
import type { StockCommand } from '../../src/domain/write.ts';
import { readPage } from '../support/docs/document.ts';
import { inForm } from '../support/long-form.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { addPets } from '../support/service/store-contents.ts';
import { unsaid, writeOf } from '../support/store/write.ts';
import { skipWithout } from '../support/tool.ts';
import { until } from '../support/until.ts';

const units = fileURLToPath(new URL('../../deploy/off-site/', import.meta.url));
const page = readPage('docs/operating/off-site.md');
const backupsFolder = '/var/lib/pawstock/backups';

/**
 * A machine as the page describes it, in a folder: /etc, /var and /mnt of the commands are folders
 * in it.
 */
function openMachine(t: TestContext) {
  const cli = openCliHarness(t);
  const local = (text: string) =>
    text.replaceAll(/(?<![\w-])\/(etc|var|mnt)\b/g, `${cli.folder}/$1`);
  for (const folder of ['/etc/pawstock', backupsFolder, '/var/tmp', '/mnt/off-site/pawstock'])
    mkdirSync(local(folder), { recursive: true });
  const restic = local(readFileSync(join(units, 'restic.env'), 'utf8'));
  writeFileSync(join(cli.folder, 'etc/pawstock/restic.env'), restic);
  const bin = join(cli.folder, 'bin');
  mkdirSync(bin);
  const command = `#!/bin/sh\nexec '${process.execPath}' '${fileURLToPath(new URL('../../bin/pawstock.js', import.meta.url))}' "$@"\n`;
  writeFileSync(join(bin, 'pawstock'), command, { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env['PATH']}` };

  const succeed = async (program: string, args: readonly string[], more = {}) => {
    const { code, stdout, stderr } = await cli.program(program, args, { env: { ...env, ...more } });
    assert.equal(code, 0, `${program} ${args.join(' ')}\n${stdout}${stderr}`);
    return stdout;
  };
  return {
    cli,
    backups: local(backupsFolder),
    succeed,
    /** The environment in restic.env. */
    resticEnv: Object.fromEntries(
      [...restic.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    ) as Record<string, string>,
    /** Runs the commands of the page in which this one is. */
    runCommands: async (part: string) => {
      const found = page.blocks.filter(
        ({ text, notRun }) => notRun === undefined && text.includes(part),
      );
      assert.equal(found.length, 1, part);
      await succeed('bash', ['-ec', local(found[0]?.text ?? '')]);
    },
    /** Runs what a unit runs, without systemd. */
    runUnit: async (name: string, more = {}) => {
      const unit = local(readFileSync(join(units, name), 'utf8'));
      const [, folder = cli.folder] = /^WorkingDirectory=(.*)$/m.exec(unit) ?? [];
      const commands = [...unit.matchAll(/^ExecStart=(\S+) (.*)$/gm)];
      assert.ok(commands.length > 1);
      // systemd passes the words on as they are, without a shell.
      for (const [, program = '', words = ''] of commands)
        await succeed('env', ['--chdir', folder, program, ...words.split(' ')], more);
    },
  };
}

type Machine = ReturnType<typeof openMachine>;

/** Lets the service make a backup, then deletes the store and all backups. */
async function backUp({ cli, backups }: Machine): Promise<void> {
  await cli.stock([{ petId: 1n, quantity: 7 }]);
  const server = await cli.serve([], { env: { BACKUP_FOLDER: backups } });
  await until(() => listAllBackups(backups).length === 1);
  assert.equal((await server.signal('SIGTERM')).code, 0);
}

async function lose({ cli, backups }: Machine): Promise<void> {
  for (const file of globSync(`${cli.file}*`)) rmSync(file);
  rmSync(backups, { recursive: true });
}

async function assertRestored({ cli }: Machine): Promise<void> {
  assert.ok(existsSync(cli.file));
  assert.deepEqual(await cli.levels(), [{ petId: 1n, quantity: 7, status: 'available' }]);
}

describe('with restic', { skip: skipWithout('restic', 'version') }, () => {
  test('a lost machine is restored by the commands of the page', async (t) => {
    const machine = openMachine(t);
    await backUp(machine);
    writeFileSync(join(machine.backups, 'pawstock-3f9c02ab.unfinished'), 'half a backup');
    await machine.runCommands('restic init');
    await machine.runUnit('pawstock-restic.service', machine.resticEnv);
    await lose(machine);
    await machine.runCommands('restic restore');
    await assertRestored(machine);
    const restored = readdirSync(join(machine.cli.folder, 'var/tmp/restored'));
    assert.equal(restored.length, 1, restored.join());
  });

  test('the backups of many days take little more room than one', async (t) => {
    const { cli, backups, succeed, runCommands, runUnit, resticEnv } = openMachine(t);
    const { days, pets, past, perDay } = inForm({
      short: { days: 5, pets: 500, past: 20_000, perDay: 500 },
      long: { days: 14, pets: 5_000, past: 1_000_000, perDay: 10_000 },
    });
    const change = (index: number): StockCommand => ({
      kind: 'adjust',
      petId: BigInt(1 + ((index * 7_919) % pets)),
      delta: index % 2 === 0 ? 2 : -1,
      ...unsaid,
    });
    const commit = (from: number, count: number) =>
      cli.inStore(async (store) => {
        for (let done = 0; done < count; done += 500) {
          const indexes = Array.from(
            { length: Math.min(500, count - done) },
            (_, nth) => from + done + nth,
          );
          await store.commit(indexes.map((index) => writeOf(change(index))));
        }
      });
    const stock = Array.from({ length: pets }, (_, index) => ({
      petId: BigInt(1 + index),
      quantity: 1_000_000,
    }));
    await cli.inStore((store) => addPets(store, stock));
    await commit(0, past);
    await runCommands('restic init');

    let fileBytes = 0;
    const repositoryBytes: number[] = [];
    for (let day = 0; day < days; day++) {
      await commit(past + day * perDay, perDay);
      const file = join(backups, `pawstock-3f9c02ab-202611${String(10 + day)}T020000Z.db`);
      assert.equal((await cli.run(['backup', file])).code, 0);
      fileBytes += statSync(file).size;
      await runUnit('pawstock-restic.service', resticEnv);
      const stats = await succeed('restic', ['stats', '--mode', 'raw-data', '--json'], resticEnv);
      repositoryBytes.push((JSON.parse(stats) as { total_size: number }).total_size);
    }
    const [first = 0] = repositoryBytes;
    const all = repositoryBytes.at(-1) ?? 0;
    const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
    t.diagnostic(
      `${days} backups, ${mb(fileBytes)} of files: ${mb(first)} in the repository after the first day, ${mb(all)} in the end`,
    );
    assert.ok(all < fileBytes / 3, `${all} bytes for ${fileBytes}`);
  });
});

test('with rclone, a lost machine is restored by the commands of the page', {
  skip: skipWithout('rclone', 'version'),
}, async (t) => {
  const machine = openMachine(t);
  await backUp(machine);
  await machine.runCommands('rclone config create');
  await machine.runUnit('pawstock-rclone.service');
  const copies = globSync('mnt/off-site/pawstock/*', { cwd: machine.cli.folder });
  assert.equal(copies.length, 1);
  assert.doesNotMatch(copies.join(), /\.db/, 'the name of a copy is encrypted, too');
  await lose(machine);
  await machine.runCommands('rclone copy');
  await assertRestored(machine);
});

test('the units and timers are well formed', {
  skip: skipWithout('systemd-analyze'),
}, async (t) => {
  const { cli, succeed } = openMachine(t);
  const names = readdirSync(units).filter((name) => /\.(?:service|timer)$/.test(name));
  assert.equal(names.length, 4);
  for (const name of names) {
    const unit = readFileSync(join(units, name), 'utf8');
    // The programs need not be installed, and the user is none of this machine.
    const text = unit.replaceAll(/^ExecStart=\/usr\/bin\/\w+/gm, 'ExecStart=/bin/true');
    writeFileSync(join(cli.folder, name), text);
  }
  for (const name of names) await succeed('systemd-analyze', ['verify', join(cli.folder, name)]);
});
