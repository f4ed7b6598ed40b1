import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { main } from '../support/service/runtime.ts';
import { skipWithout } from '../support/tool.ts';

/** Command lines and the completions expected at their end. "files" stands for file names. */
const rows: readonly (readonly [line: string, suggested: readonly string[]])[] = [
  ['pawstock --', ['--version', '--help']],
  ['pawstock keys ', ['create', 'list', 'revoke', 'rotate', 'help']],
  [
    'pawstock keys create till --',
    ['--database', '--json', '--scope', '--expires', '--require-version', '--rate-limit', '--help'],
  ],
  ['pawstock keys create till --scope ', ['read', 'write', 'admin', 'owner']],
  ['pawstock keys create ', []],
  ['pawstock list --min 5 --status ', ['available', 'pending', 'sold']],
  ['pawstock keys cr', ['create']],
  ['pawstock import ', ['files']],
];

/**
 * Two command lines are enough for each shell, because a shell only displays what `pawstock
 * __complete` suggests.
 */
const shellRows = rows.slice(-2);

const wordsOf = (line: string) => line.split(' ').map((word) => `'${word}'`);
const installed = `pawstock() { ${process.execPath} ${main} "$@"; }`;

/**
 * For each shell, returns a program that prints the completions of a line with the script of
 * `pawstock completion`.
 */
const shells: Readonly<Record<string, (script: string, line: string) => string>> = {
  bash: (script, line) => {
    const words = wordsOf(line);
    const list = `printf '%s\\n' "\${COMPREPLY[@]:-files}"`;
    return `${installed}\n${script}\nCOMP_WORDS=(${words.join(' ')}) COMP_CWORD=${words.length - 1}; _pawstock; ${list}`;
  },
  // These functions replace zsh's own completion functions, and print words without their
  // descriptions.
  zsh: (script, line) => `${installed}
    compdef() { }
    _files() { print files }
    _describe() { print -l -- \${\${(P)2}%%:*} }
    ${script}
    words=(${wordsOf(line).join(' ')}); CURRENT=${wordsOf(line).length}; _pawstock; true`,
  fish: (script, line) => `function pawstock; ${process.execPath} ${main} $argv; end
    ${script}
    complete -C '${line}' | string replace -r '\\t.*' ''; true`,
};

describe('pawstock completion', { concurrency: 3 }, () => {
  test('suggests what can stand in the place of the last word', async (t) => {
    const cli = openCliHarness(t);
    for (const [line, suggested] of rows) {
      const { code, stdout, stderr } = await cli.runShared([
        '__complete',
        '--',
        ...line.split(' ').slice(1),
      ]);
      const words = stdout.split('\n').map((row) => row.split('\t')[0]);
      const takesFile = suggested.includes('files');
      assert.deepEqual(
        [code, stderr, words],
        [takesFile ? 0 : 1, '', takesFile ? [''] : [...suggested, '']],
        line,
      );
    }
  });

  for (const [shell, program] of Object.entries(shells)) {
    test(shell, { skip: skipWithout(shell) }, async (t) => {
      const cli = openCliHarness(t);
      const file = join(cli.folder, 'script');
      const { stdout: script } = await cli.runShared(['completion', shell]);
      for (const [line, suggested] of shellRows) {
        writeFileSync(file, program(script, line));
        const { code, stdout, stderr } = await cli.program(shell, [file], {});
        assert.deepEqual([code, stderr], [0, '']);
        const shown = stdout.split('\n').filter((word) => word !== '');
        // The completion for fish lists real files.
        if (shell === 'fish' && suggested.includes('files'))
          assert.ok(shown.includes('package.json'), line);
        else assert.deepEqual(shown, suggested, line);
      }
    });
  }
});
