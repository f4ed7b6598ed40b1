import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.ts';
import { type ErrorCode, errorCodes } from '../../src/domain/errors.ts';
import { errorStatus } from '../../src/http/error-status.ts';
import { limits } from '../../src/limits.ts';
import { settingNames } from '../../src/settings.ts';
import { readPage } from '../support/document.ts';

/** The pages that list what the code has: every command, option, setting and limit is there, and no other. */

const commandsPage = readPage('docs/commands.md');
const settingsPage = readPage('docs/settings.md');

/** The lines of the page that show how a command is called, by the command's name. */
const synopses = new Map(
  commandsPage.blocks
    .filter(({ kind, text }) => kind === 'text' && text.startsWith('pawstock '))
    .flatMap(({ text }) => text.split(/\n(?=pawstock )/))
    .map((text) => [text.replace(/^pawstock ((?:keys )?\w+).*$/s, '$1'), text] as const),
);

function leaves(command: Command, names: readonly string[] = []): (readonly [name: string, command: Command])[] {
  if (command.commands.length === 0) return [[names.join(' '), command]];
  return command.commands.flatMap((inner) => leaves(inner, [...names, inner.name()]));
}

describe('docs/commands.md', () => {
  const program = createProgram();

  test('has every command and no other', () => {
    const names = leaves(program).map(([name]) => name);
    assert.deepEqual([...synopses.keys()].sort(), names.sort());
  });

  for (const [name, command] of leaves(program)) {
    test(`shows how ${name} is called`, () => {
      const synopsis = synopses.get(name) ?? '';
      const options = command.options.map(({ long }) => long ?? '');
      const shown: string[] = synopsis.match(/--[a-z-]+/g) ?? [];
      // "All take --database <url> and --json", says the page of keys.
      const common = name.startsWith('keys ') ? ['--database', '--json'] : [];
      assert.deepEqual([...shown, ...common].sort(), options.sort());
      const words = synopsis.replace(/^pawstock (?:keys )?\w+/, '').replaceAll(/\[[^\]]*\]|--\S+ <[^>]+>/g, '');
      assert.equal(words.match(/<[^>]+>/g)?.length ?? 0, command.registeredArguments.length, 'its arguments');
    });
  }
});

describe('docs/settings.md', () => {
  test('has every setting with its flag, and no other', () => {
    const rows = [...settingsPage.text.matchAll(/^\| `([A-Z_]+)` +\| `(--[a-z-]+)` +\|/gm)];
    const expected = settingNames.map((name) => [
      name,
      name === 'DATABASE_URL' ? '--database' : `--${name.toLowerCase().replaceAll('_', '-')}`,
    ]);
    assert.deepEqual(
      rows.map(([, name, flag]) => [name, flag]),
      expected,
    );
  });

  test('has the limits as they are', () => {
    const [, part = ''] = settingsPage.text.split('## Fixed limits');
    const shown = new Map(
      [...part.matchAll(/^\| ([a-z][^|]+?) +\| ([^|]+?) +\|$/gm)].map(([, what = '', value]) => [what, value]),
    );
    const seconds = (ms: number) => `${ms / 1_000} s`;
    const count = (n: number) => n.toLocaleString('en');
    const kib = (bytes: number) => (bytes < 1_048_576 ? `${bytes / 1_024} KiB` : `${bytes / 1_048_576} MiB`);
    const l = limits;
    assert.equal(l.batchRowsMax, l.pageMax, 'they have one row');
    assert.deepEqual(Object.fromEntries(shown), {
      what: 'limit',
      'request line, headers': `${kib(l.requestLineBytesMax)}, ${kib(l.headerBytesMax)}`,
      'body, body of a batch': `${kib(l.bodyBytesMax)}, ${kib(l.batchBodyBytesMax)}`,
      'all bodies under way, beyond 64 KiB of each': kib(l.largeBodiesBytesMax),
      'values in a body, of any kind and at any depth': count(l.bodyValuesMax),
      'what a chunked body has beside its content': kib(l.chunkFramingBytesMax),
      'rows of a batch, items or entries of a page': count(l.pageMax),
      'time for the headers, for the whole request': `${seconds(l.headersTimeoutMs)}, ${seconds(l.requestTimeoutMs)}`,
      'idle connection, reader that takes nothing': `${seconds(l.keepAliveTimeoutMs)}, ${seconds(l.socketIdleTimeoutMs)}`,
      'connections, waiting to be accepted': `${count(l.connectionsMax)}, ${count(l.pendingConnectionsMax)}`,
      'old lists in memory for slow readers of long ones': kib(l.oldListBytesMax),
      'changes waiting to be written, in one transaction': `${count(l.queuedCommandsMax)}, ${count(l.transactionCommandsMax)}`,
      'wait for another process that writes, embedded': seconds(l.storeBusyTimeoutMs),
      'connections to PostgreSQL, to write and to read': `1, up to ${l.postgresReadConnectionsMax}`,
      'wait for PostgreSQL: connection, lock, answer': [
        l.postgresConnectTimeoutMs,
        l.postgresServerTimeoutMs,
        l.postgresDeadlineMs,
      ]
        .map(seconds)
        .join(', '),
      'event streams, changes a reader may fall behind': `${count(l.eventStreamsMax)}, ${count(l.eventBacklogEntriesMax)}`,
      'time to stop': `${seconds(l.drainGraceMs)} of grace, then ${seconds(l.drainDeadlineMs)}`,
      'request lines of the log that nobody takes': kib(l.logBytesWaitingMax),
      'file to import': kib(l.importBytesMax),
    });
  });
});

test('docs/operating/troubleshooting.md has every code: what to do about it, or that it is for the caller', () => {
  const [, part = ''] = readPage('docs/operating/troubleshooting.md').text.split(/^## .*$/m);
  const rows = [...part.matchAll(/`([a-z_]+)` \((\d{3})\)/g)].map(([, code = '', status]) => [code, Number(status)]);
  const [, forCallers = ''] = part.split('The others tell the caller');
  const others = [...forCallers.matchAll(/`([a-z_]+)`/g)].map(([, code = '']) => code);
  assert.deepEqual([...rows.map(([code]) => code), ...others].toSorted(), errorCodes.toSorted());
  for (const [code, status] of rows) assert.equal(status, errorStatus[code as ErrorCode], `${code}`);
  assert.deepEqual(
    others.filter((code) => errorStatus[code as ErrorCode] >= 500),
    [],
    'a fault of ours is for the operator',
  );
});
