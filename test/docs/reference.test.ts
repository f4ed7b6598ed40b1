import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Command } from 'commander';
import { apiLimits } from '../../src/api-limits.ts';
import { createProgram } from '../../src/cli/program.ts';
import { type ErrorCode, errorCodes, errorStatus } from '../../src/http/errors.ts';
import { limits } from '../../src/limits.ts';
import { settingEntries } from '../../src/settings.ts';
import { readPage } from '../support/docs/document.ts';

/**
 * Checks that the reference pages list exactly the commands, options, settings and error codes of
 * the code.
 */

const commandsPage = readPage('docs/commands.md');
const settingsPage = readPage('docs/settings.md');
const program = await createProgram();

/** The synopsis of each command on the reference page, by the command's name. */
const synopses = new Map(
  commandsPage.blocks
    .filter(({ kind, text }) => kind === 'text' && text.startsWith('pawstock '))
    .flatMap(({ text }) => text.split(/\n(?=pawstock )/))
    .map(
      (text) =>
        [
          text.replace(/^pawstock ((?:(?:keys|webhooks|reservations|mail) )?\w+).*$/s, '$1'),
          text,
        ] as const,
    ),
);

function leaves(
  command: Command,
  names: readonly string[] = [],
): (readonly [name: string, command: Command])[] {
  if (command.commands.length === 0) return [[names.join(' '), command]];
  const visible = command.createHelp().visibleCommands(command);
  return visible
    .filter((inner) => inner.name() !== 'help')
    .flatMap((inner) => leaves(inner, [...names, inner.name()]));
}

test('docs/commands.md has every command and no other', () => {
  const names = leaves(program).map(([name]) => name);
  assert.deepEqual([...synopses.keys()].sort(), names.sort());
});

test('docs/commands.md shows how each command is called', () => {
  for (const [name, command] of leaves(program)) {
    const synopsis = synopses.get(name) ?? '';
    const shown: string[] = synopsis.match(/--[a-z-]+/g) ?? [];
    // docs/commands.md mentions `--database` and `--json` once for all `keys` and once for all
    // `webhooks` commands.
    const common = /^(?:keys|webhooks) /.test(name) ? ['--database', '--json'] : [];
    assert.deepEqual(
      [...shown, ...common].sort(),
      command.options.map(({ long }) => long).sort(),
      name,
    );
    const withoutOptions = synopsis.replaceAll(/\[[^\]]*\]|--\S+ <[^>]+>/g, '');
    assert.equal(
      withoutOptions.match(/<[^>]+>/g)?.length ?? 0,
      command.registeredArguments.length,
      name,
    );
  }
});

test('docs/settings.md has every setting as it is declared, and no other', () => {
  const rows = [
    ...settingsPage.text.matchAll(
      /^\| `([A-Z_]+)` +\| `(--[a-z-]+)` +\| (?:`(.+?)`)? +\| (.+?) +\|$/gm,
    ),
  ];
  const declared = settingEntries.map(([name, [fallback, , help]]) => {
    const flag =
      name === 'DATABASE_URL' ? '--database' : `--${name.toLowerCase().replaceAll('_', '-')}`;
    return [name, flag, fallback, help];
  });
  assert.deepEqual(
    rows.map(([, name, flag, fallback = '', help]) => [name, flag, fallback, help]),
    declared,
  );
});

test('docs/settings.md has the limits as they are', () => {
  const [, part = ''] = settingsPage.text.split('## Fixed limits');
  const shown = new Map(
    [...part.matchAll(/^\| ([a-z][^|]+?) +\| ([^|]+?) +\|$/gm)].map(([, what = '', value]) => [
      what,
      value,
    ]),
  );
  const seconds = (ms: number) => `${ms / 1_000} s`;
  const count = (n: number) => n.toLocaleString('en');
  const kib = (bytes: number) =>
    bytes < 1_048_576 ? `${bytes / 1_024} KiB` : `${bytes / 1_048_576} MiB`;
  const l = { ...limits, ...apiLimits };
  assert.equal(l.batchRowsMax, l.pageMax, 'they have one row');
  assert.deepEqual(Object.fromEntries(shown), {
    what: 'limit',
    'request line, headers': `${kib(l.requestLineBytesMax)}, ${kib(l.headerBytesMax)}`,
    'body, batch body': `${kib(l.bodyBytesMax)}, ${kib(l.batchBodyBytesMax)}`,
    'memory for bodies that are still arriving, beyond 64 KiB each': kib(l.largeBodiesBytesMax),
    'chunks that a body may arrive in': count(l.bodyChunksMax),
    'batches processed at a time, waiting, and for how long': `${count(l.batchSlotsMax)}, ${count(l.batchesWaitingMax)}, ${seconds(l.batchWaitMsMax)}`,
    'values in a JSON body, at any depth': count(l.bodyValuesMax),
    'rows in a batch, results on a page': count(l.pageMax),
    'time to send the headers, the whole request': `${seconds(l.headersTimeoutMs)}, ${seconds(l.requestTimeoutMs)}`,
    'idle connection, client that stops reading': `${seconds(l.keepAliveTimeoutMs)}, ${l.socketTimeoutMs / 1_000} to ${seconds(2 * l.socketTimeoutMs)}`,
    'open connections, connections waiting to be accepted': `${count(l.connectionsMax)}, ${count(l.backlogMax)}`,
    'memory for responses to slow clients, beyond the inventory': kib(l.unsentBytesMax),
    'changes waiting to be stored, of one key, in one transaction': `${count(l.queuedCommandsMax)}, ${count(l.queuedCommandsPerKeyMax)}, ${count(l.transactionCommandsMax)}`,
    'wait for another process that writes to the embedded store': seconds(l.storeBusyTimeoutMs),
    'connections to PostgreSQL': '4, and 1 more to read the whole store',
    'reports at a time, those being sent too; of one key': `${count(l.reportsMax)}, ${count(l.reportsPerKeyMax)}`,
    'time for a report, for a list or page': `${seconds(l.reportMsMax)}, ${seconds(l.slowReadMsMax)}`,
    'wait for a report to be begun': seconds(l.reportWaitMsMax),
    'lists, pages or actions of owners waiting in line, each kind': count(l.requestsWaitingMax),
    'those of one key, and for how long': `${count(l.requestsPerKeyMax)}, ${seconds(l.requestWaitMsMax)}`,
    'wait for PostgreSQL: connection, lock, response': `${seconds(l.postgresConnectTimeoutMs)}, ${seconds(l.postgresServerTimeoutMs)}, ${seconds(l.postgresDeadlineMs)}`,
    'event streams, of one key': `${count(l.eventStreamsMax)}, ${count(l.eventStreamsPerKeyMax)}`,
    'rows of all active reservations, memory of ended ones': `${count(l.reservationRowsInStoreMax)}, ${l.endedReservationMs / 86_400_000} days`,
    'rows of a page of reservations': count(l.reservationPageRowsMax),
    'pets that a list can name': count(l.listPetIdsMax),
    'keys: active, ended and still listed': `${count(l.keysMax)}, ${count(l.endedKeysMax)}`,
    'tests of webhook endpoints at a time, of one key': `${count(l.webhookTestsMax)}, ${count(l.webhookTestsPerKeyMax)}`,
    'webhook endpoints, wait for a response, of which is read': `${count(l.webhooksMax)}, ${seconds(l.webhookTimeoutMs)}, ${kib(l.webhookResponseBytesMax)}`,
    'attempts kept for each endpoint, with how much of the response': `${l.webhookAttemptsMax}, ${kib(l.webhookResponseKeptBytes)}`,
    'pets that an endpoint can be for, actions that are listed': `${count(l.webhookFilterPetsMax)}, ${count(l.actionsMax)}`,
    'webhook retries: first pause, longest, until disabled': `${seconds(l.webhookPauseMinMs)}, ${l.webhookPauseMaxMs / 3_600_000} h, ${l.webhookFailingMaxMs / 86_400_000} days`,
    'webhook lease: renewed, taken over after': `${seconds(l.webhookRenewIntervalMs)}, ${seconds(l.webhookLeaseMs)}`,
    'shutdown: grace period, then time to finish': `${seconds(l.drainGraceMs)}, ${seconds(l.drainDeadlineMs)}`,
    'request log that waits to be written': kib(l.logBytesMax),
    'import file': kib(l.importBytesMax),
  });
});

test('docs/errors.md has every code with its status, in order, and no other', () => {
  const rows = readPage('docs/errors.md').text.matchAll(/^\| `([a-z_]+)` \| (\d{3}) \|/gm);
  assert.deepEqual(
    [...rows].map(([, code, status]) => [code, Number(status)]),
    errorCodes.map((code) => [code, errorStatus[code]]),
  );
});

test('docs/operating/troubleshooting.md has every code that needs the operator, with its status', () => {
  const [, part = ''] = readPage('docs/operating/troubleshooting.md').text.split(/^## .*$/m);
  const rows = [...part.matchAll(/`([a-z_]+)` \((\d{3})\)/g)].map(([, code = '', status]) => [
    code,
    Number(status),
  ]);
  for (const [code, status] of rows)
    assert.equal(status, errorStatus[code as ErrorCode], `${code}`);
  const serverErrors = errorCodes.filter((code) => errorStatus[code] >= 500);
  assert.deepEqual(
    new Set(serverErrors).difference(new Set(rows.map(([code]) => code))),
    new Set(),
  );
});
