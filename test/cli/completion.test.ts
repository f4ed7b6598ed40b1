import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type CliHarness, openCliHarness } from '../support/service/cli-harness.ts';
import { main } from '../support/service/runtime.ts';
import { skipWithout } from '../support/tool.ts';

/** What is suggested at the end of a command line; "files" where files are. A space at its end begins a new word. */
const rows: readonly (readonly [line: string, suggested: readonly string[]])[] = [
  [
    'pawstock ',
    [
      ...['serve', 'keys', 'webhooks', 'import', 'export', 'verify', 'backup', 'restore', 'copy'],
      ...['doctor', 'completion'],
      ...['list', 'get', 'set', 'adjust', 'history', 'report', 'reservations', 'watch', 'help'],
    ],
  ],
  ['pawstock --', ['--version', '--help']],
  ['pawstock keys ', ['create', 'list', 'revoke', 'rotate', 'help']],
  [
    'pawstock keys create till --',
    ['--scope', '--expires', '--require-version', '--rate-limit', '--database', '--json', '--help'],
  ],
  ['pawstock keys create till --scope ', ['read', 'write', 'admin', 'owner']],
  ['pawstock keys create ', []],
  ['pawstock keys cr', ['create']],
  ['pawstock list --min 5 --status ', ['available', 'pending', 'sold']],
  ['pawstock import ', ['files']],
];

/** One line for each kind of answer. A shell only has to pass it on. */
const inShells = ['pawstock keys create ', 'pawstock keys cr', 'pawstock import '];
const shellRows = rows.filter(([line]) => inShells.includes(line));

async function scriptFor(cli: CliHarness, shell: string): Promise<string> {
  const { code, stdout, stderr } = await cli.runShared(['completion', shell]);
  assert.deepEqual([code, stderr], [0, '']);
  return stdout;
}

async function output(cli: CliHarness, shell: string, script: string): Promise<string[]> {
  const file = join(cli.folder, 'script');
  writeFileSync(file, script);
  const { code, stdout, stderr } = await cli.program(shell, [file], {});
  assert.deepEqual([code, stderr], [0, '']);
  return stdout.split('\n').filter((line) => line !== '');
}

const wordsOf = (line: string) => line.split(' ').map((word) => `'${word}'`);
const installed = `pawstock() { ${process.execPath} ${main} "$@"; }`;

describe('pawstock completion', { concurrency: 3 }, () => {
  test('suggests what can stand in the place of the last word', async (t) => {
    const cli = openCliHarness(t);
    for (const [line, suggested] of rows) {
      const { code, stdout, stderr } = await cli.runShared(['__complete', '--', ...line.split(' ').slice(1)]);
      const words = stdout.split('\n').map((row) => row.split('\t')[0]);
      const takesFile = suggested.includes('files');
      assert.deepEqual([code, stderr, words], [takesFile ? 0 : 1, '', takesFile ? [''] : [...suggested, '']], line);
    }
  });

  test('bash', async (t) => {
    const cli = openCliHarness(t);
    const script = await scriptFor(cli, 'bash');
    for (const [line, suggested] of shellRows) {
      const words = wordsOf(line);
      const call = `COMP_WORDS=(${words.join(' ')}) COMP_CWORD=${words.length - 1}; _pawstock; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const expected = suggested.filter((word) => word !== 'files');
      assert.deepEqual(await output(cli, 'bash', `${installed}\n${script}\n${call}`), expected, line);
    }
  });

  test('zsh', { skip: skipWithout('zsh') }, async (t) => {
    const cli = openCliHarness(t);
    const script = await scriptFor(cli, 'zsh');
    // What zsh's own functions would show, without descriptions.
    const stubs = `
      compdef() { }
      _files() { print files }
      _describe() { print -l -- \${\${(P)2}%%:*} }`;
    for (const [line, suggested] of shellRows) {
      const words = wordsOf(line);
      const call = `words=(${words.join(' ')}); CURRENT=${words.length}; _pawstock; true`;
      assert.deepEqual(await output(cli, 'zsh', `${installed}\n${stubs}\n${script}\n${call}`), suggested, line);
    }
  });

  test('fish', { skip: skipWithout('fish') }, async (t) => {
    const cli = openCliHarness(t);
    const script = `function pawstock; ${process.execPath} ${main} $argv; end\n${await scriptFor(cli, 'fish')}`;
    for (const [line, suggested] of shellRows) {
      const shown = await output(cli, 'fish', `${script}\ncomplete -C '${line}' | string replace -r '\\t.*' ''; true`);
      if (suggested.includes('files')) assert.ok(shown.includes('package.json'), line);
      else assert.deepEqual(shown.toSorted(), suggested.toSorted(), line);
    }
  });
});
