import assert from 'node:assert/strict';
import { chmodSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { listAllBackups } from '../../src/backups/backup-files.ts';
import { MailServer } from '../support/mail/mail-server.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { main, mainWithLimits, repository } from '../support/service/runtime.ts';
import {
  giveToFiltered,
  skipWithoutFilter,
  underFilterOf,
} from '../support/systemd/unit-filter.ts';
import { notInstalled } from '../support/tool.ts';
import { until } from '../support/until.ts';
import { addEndpoint } from '../support/webhooks/endpoint.ts';
import { Receiver } from '../support/webhooks/receiver.ts';

const unitFile = new URL('../../deploy/systemd/pawstock.service', import.meta.url);
const unit = readFileSync(unitFile, 'utf8');

/** A library that gives a program another clock. */
const [fastClock] = globSync('/usr/lib/*/faketime/libfaketime.so.1');

const hour = 3_600_000;
const week = 168 * hour;

const pets = [{ petId: 1n, quantity: 5, status: 'available' as const }];

/** What runs under the filter. Default: `pawstock` as it is. */
const asItIs: readonly string[] = [process.execPath, join(repository, main)];

/** Opens a store with a `pawstock` that runs with the system calls that a unit leaves to it. */
async function openShop(t: TestContext, unitText = unit, pawstock = asItIs) {
  const cli = openCliHarness(t);
  const secret = await cli.stockWithKey(pets, { scope: 'owner' });
  const installed = join(cli.folder, 'pawstock');
  const words = [...underFilterOf(unitText), ...pawstock];
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

  test('a day and a night pass with their backups and mails, by a clock that is fast', {
    skip: fastClock === undefined && notInstalled(['libfaketime']),
  }, async (t) => {
    // The clock is for Node alone: the library cannot be used by two users in one process.
    const withClock = ['sh', '-c', 'LD_PRELOAD="$FAST_CLOCK" exec "$0" "$@"'];
    const pawstock = [...withClock, process.execPath, join(repository, mainWithLimits)];
    const shop = await openShop(t, unit, pawstock);
    const { cli, installed, backups } = shop;
    const mailServer = await MailServer.start(t, { disabledCommands: ['STARTTLS'] });
    const env = {
      ...mailServer.settings(),
      // A second of the test is 24 minutes of the shop.
      FAST_CLOCK: fastClock ?? '',
      FAKETIME: '@2026-11-20 06:30:00 x1440',
      TZ: 'UTC',
      TIME_ZONE: 'UTC',
      MAIL_AT: '07:00',
      BACKUP_FOLDER: backups,
      BACKUP_EVERY: '6h',
    };
    // What waits for other programs waits by the clock of the shop.
    const limits = {
      mailTimeoutMs: week,
      webhookLeaseMs: week,
      backupAbandonedMs: week,
      drainDeadlineMs: week,
    };
    const server = await cli.serve([], { installed, env, limits });
    for (const count of [1, 2, 3, 4, 5]) {
      await until(
        () => existsSync(backups) && listAllBackups(backups).length >= count,
        () => server.stderr(),
      );
    }
    await until(
      () => mailServer.mails.length >= 2,
      () => server.stderr(),
    );
    await server.signal('SIGKILL');

    const subjects = mailServer.mails.slice(0, 2).map(({ subject }) => subject);
    const mornings = ['Thursday, November 19, 2026', 'Friday, November 20, 2026'];
    assert.deepEqual(
      subjects,
      mornings.map((day) => `Pawstock: ${day}`),
    );
    const [newest, ...older] = listAllBackups(backups);
    const oldest = older.at(-1);
    assert.ok((newest?.atMs ?? 0) - (oldest?.atMs ?? 0) >= 24 * hour, 'not a day of backups');

    await cli.stock([{ petId: 1n, quantity: 9 }]);
    await succeed(shop, ['restore', backups]);
    assert.deepEqual(await cli.levels(), pets);
  });
});
