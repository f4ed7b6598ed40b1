import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.ts';
import { type ErrorCode, errorCodes, errorStatus } from '../../src/http/errors.ts';
import { settingNames, settingRules } from '../../src/settings.ts';
import { readPage } from '../support/docs/document.ts';

/** The pages that list commands, options, settings and error codes have exactly those of the code. */

const commandsPage = readPage('docs/commands.md');
const settingsPage = readPage('docs/settings.md');
const program = await createProgram();

/** The lines of the page that show how a command is called, by the command's name. */
const synopses = new Map(
  commandsPage.blocks
    .filter(({ kind, text }) => kind === 'text' && text.startsWith('pawstock '))
    .flatMap(({ text }) => text.split(/\n(?=pawstock )/))
    .map((text) => [text.replace(/^pawstock ((?:(?:keys|webhooks|reservations) )?\w+).*$/s, '$1'), text] as const),
);

function leaves(command: Command, names: readonly string[] = []): (readonly [name: string, command: Command])[] {
  if (command.commands.length === 0) return [[names.join(' '), command]];
  const visible = command.createHelp().visibleCommands(command);
  return visible.filter((inner) => inner.name() !== 'help').flatMap((inner) => leaves(inner, [...names, inner.name()]));
}

describe('docs/commands.md', () => {
  test('has every command and no other', () => {
    const names = leaves(program).map(([name]) => name);
    assert.deepEqual([...synopses.keys()].sort(), names.sort());
  });

  for (const [name, command] of leaves(program)) {
    test(`shows how ${name} is called`, () => {
      const synopsis = synopses.get(name) ?? '';
      const options = command.options.map(({ long }) => long ?? '');
      const shown: string[] = synopsis.match(/--[a-z-]+/g) ?? [];
      // "All take --database <url> and --json", says the page of these.
      const common = /^(?:keys|webhooks) /.test(name) ? ['--database', '--json'] : [];
      assert.deepEqual([...shown, ...common].sort(), options.sort());
      const words = synopsis
        .replace(/^pawstock (?:(?:keys|webhooks|reservations) )?\w+/, '')
        .replaceAll(/\[[^\]]*\]|--\S+ <[^>]+>/g, '');
      assert.equal(words.match(/<[^>]+>/g)?.length ?? 0, command.registeredArguments.length, 'its arguments');
    });
  }
});

describe('docs/settings.md', () => {
  test('has every setting as it is declared, and no other', () => {
    const rows = [...settingsPage.text.matchAll(/^\| `([A-Z_]+)` +\| `(--[a-z-]+)` +\| (?:`(.+?)`)? +\| (.+?) +\|$/gm)];
    const declared = settingNames.map((name) => {
      const [fallback, , help] = settingRules[name];
      const flag = name === 'DATABASE_URL' ? '--database' : `--${name.toLowerCase().replaceAll('_', '-')}`;
      return [name, flag, fallback, help];
    });
    assert.deepEqual(
      rows.map(([, name, flag, fallback = '', help]) => [name, flag, fallback, help]),
      declared,
    );
  });
});

test('docs/operating/troubleshooting.md has every code that needs the operator, with its status', () => {
  const [, part = ''] = readPage('docs/operating/troubleshooting.md').text.split(/^## .*$/m);
  const rows = [...part.matchAll(/`([a-z_]+)` \((\d{3})\)/g)].map(([, code = '', status]) => [code, Number(status)]);
  for (const [code, status] of rows) assert.equal(status, errorStatus[code as ErrorCode], `${code}`);
  const serverErrors = errorCodes.filter((code) => errorStatus[code] >= 500);
  assert.deepEqual(new Set(serverErrors).difference(new Set(rows.map(([code]) => code))), new Set());
});
