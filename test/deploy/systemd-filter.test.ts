import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { listAllBackups } from '../../src/backups/backup-files.ts';
import { MailServer } from '../support/mail/mail-server.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { main, repository } from '../support/service/runtime.ts';
import {
  giveToFiltered,
  skipWithoutFilter,
  underFilterOf,
} from '../support/systemd/unit-filter.ts';
import { until } from '../support/until.ts';
import { addEndpoint } from '../support/webhooks/endpoint.ts';
import { Receiver } from '../support/webhooks/receiver.ts';

const unitFile = new URL('../../deploy/systemd/pawstock.service', import.meta.url);
const unit = readFileSync(unitFile, 'utf8');

const pets = [{ petId: 1n, quantity: 5, status: 'available' as const }];

/** Opens a store with a `pawstock` that runs with the system calls that a unit leaves to it. */
async function openShop(t: TestContext, unitText = unit) {
  const cli = openCliHarness(t);
  const secret = await cli.stockWithKey(pets, { scope: 'owner' });
  const installed = join(cli.folder, 'pawstock');
  const words = [...underFilterOf(unitText), process.execPath, join(repository, main)];
  const quoted = words.map((word) => `'${word}'`).join(' ');
  writeFileSync(installed, `#!/bin/sh\nexec ${quoted} "$@"\n`);
  chmodSync(installed, 0o755);
  giveToFiltered([cli.folder, cli.temporary, cli.file]);
  return { cli, secret, installed, backups: join(cli.folder, 'backups') };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

async function succeed({ cli, installed }: Shop, args: readonly string[], input?: string) {
  const { code, stdout, stderr } = await cli.run(args, { installed, ...(input && { input }) });
  assert.equal(code, 0, stderr);
  return stdout + stderr;
}

/** Starts a service that makes backups, and waits until the first one is finished. */
async function serveUntilBackup({ cli, installed, backups }: Shop): Promise<void> {
  const server = await cli.serve([], { installed, env: { BACKUP_FOLDER: backups } });
  await until(
    () => existsSync(backups) && listAllBackups(backups).length === 1,
    () => `no backup was made: ${server.stderr()}`,
  );
  assert.doesNotMatch(server.stderr(), /no backup was made/);
}

describe("with the systemd unit's filter of system calls", { skip: skipWithoutFilter() }, () => {
  test('a system call that the unit refuses fails', async (t) => {
    const { cli } = await openShop(t);
    const [python = '', ...filter] = underFilterOf(unit);
    const affinity = 'import os; os.sched_setaffinity(0, {0})';
    const netlink = 'import socket; socket.socket(16, socket.SOCK_RAW)';
    for (const program of [affinity, netlink]) {
      const without = await cli.program(python, ['-c', program], {});
      assert.equal(without.code, 0, without.stderr);
      const { code, stderr } = await cli.program(python, [...filter, python, '-c', program], {});
      assert.equal(code, 1, program);
      assert.match(stderr, /Operation not permitted|Address family not supported/);
    }
  });

  test('the service answers reads and changes', async (t) => {
    const { cli, secret, installed } = await openShop(t);
    const server = await cli.serve([], { installed });
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const changed = await fetch(`${server.url}/v1/inventory/1`, {
      method: 'PATCH',
      headers,
      body: JSON.stringify({ quantity: 7 }),
    });
    assert.equal(changed.status, 200, await changed.text());
    const listed = await fetch(`${server.url}/v1/inventory`, { headers });
    assert.match(await listed.text(), /"quantity":7/);
    const { code } = await server.signal('SIGTERM');
    assert.equal(code, 0);
  });

  test('the service makes its backups', async (t) => {
    await serveUntilBackup(await openShop(t));
  });

  test('the service makes its backups also where it must not change its priority', async (t) => {
    const withoutPriority = unit.replace('SystemCallFilter=setpriority\n', '');
    assert.notEqual(withoutPriority, unit);
    await serveUntilBackup(await openShop(t, withoutPriority));
  });

  test('the service runs BACKUP_COMMAND and sends its mail', async (t) => {
    const { cli, installed, backups } = await openShop(t);
    const mailServer = await MailServer.start(t, { disabledCommands: ['STARTTLS'] });
    const copy = join(cli.folder, 'copy.db');
    const env = {
      ...mailServer.settings(),
      MAIL_AT: '00:00',
      BACKUP_FOLDER: backups,
      BACKUP_COMMAND: `cp "$BACKUP_FILE" '${copy}'`,
    };
    const server = await cli.serve([], { installed, env });
    await until(
      () => existsSync(copy) && mailServer.mails.length === 1,
      () => server.stderr(),
    );
  });

  test('the service delivers webhooks', async (t) => {
    const { cli, installed } = await openShop(t);
    const receiver = await Receiver.start(t);
    receiver.secret = await cli.inStore((store) => addEndpoint(store, receiver.url));
    await cli.serve([], { installed });
    await cli.stock([{ petId: 1n, quantity: 6 }]);
    await receiver.untilAccepted(1);
    assert.deepEqual(receiver.errors, []);
  });

  test('import reads a file', async (t) => {
    const shop = await openShop(t);
    await succeed(shop, ['import', '-'], 'petId,quantity,status\n2,8,available\n');
    const levels = await shop.cli.levels();
    assert.deepEqual(levels.at(-1), { petId: 2n, quantity: 8, status: 'available' });
  });

  test('backup, verify and restore bring back the stock of the backup', async (t) => {
    const shop = await openShop(t);
    const file = join(shop.cli.folder, 'backup.db');
    await succeed(shop, ['backup', file]);
    await shop.cli.stock([{ petId: 1n, quantity: 9 }]);
    await succeed(shop, ['verify']);
    await succeed(shop, ['restore', file]);
    assert.deepEqual(await shop.cli.levels(), pets);
  });
});
