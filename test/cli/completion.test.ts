import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { main } from '../support/service/runtime.ts';
import { skipWithout } from '../support/tool.ts';

type Suggestion = {
  readonly title: string;
  readonly line: string;
  /** The words that are suggested for the end of the line, or the names of files. */
  readonly suggested: readonly string[] | 'files';
};

const restOfSubcommand: Suggestion = {
  title: 'the rest of a subcommand',
  line: 'pawstock keys cr',
  suggested: ['create'],
};

const fileNames: Suggestion = {
  title: 'files where a command reads one',
  line: 'pawstock import ',
  suggested: 'files',
};

const suggestions: readonly Suggestion[] = [
  {
    title: 'the options of pawstock itself',
    line: 'pawstock --',
    suggested: ['--version', '--help'],
  },
  {
    title: 'the subcommands of a command',
    line: 'pawstock keys ',
    suggested: ['create', 'list', 'revoke', 'rotate', 'help'],
  },
  restOfSubcommand,
  {
    title: 'the options of a subcommand',
    line: 'pawstock keys create till --',
    suggested: [
      '--database',
      '--json',
      '--scope',
      '--expires',
      '--require-version',
      '--rate-limit',
      '--help',
    ],
  },
  {
    title: 'the values of an option',
    line: 'pawstock keys create till --scope ',
    suggested: ['read', 'write', 'admin', 'owner'],
  },
  {
    title: 'the values of an option behind another option',
    line: 'pawstock list --min 5 --status ',
    suggested: ['available', 'pending', 'sold'],
  },
  {
    title: 'nothing where a new name is written',
    line: 'pawstock keys create ',
    suggested: [],
  },
  fileNames,
];

/**
 * Two command lines are enough for each shell, because a shell only displays what `pawstock
 * __complete` suggests.
 */
const shellSuggestions = [restOfSubcommand, fileNames];

const wordsOf = (line: string) => line.split(' ').map((word) => `'${word}'`);
const installed = `pawstock() { ${process.execPath} ${main} "$@"; }`;

/**
 * For each shell, returns a program that prints the completions of a line with the script of
 * `pawstock completion`.
 */
const shells: Readonly<Record<string, (script: string, line: string) => string>> = {
  bash: (script, line) => {
    const words = wordsOf(line);
    return `${installed}
      ${script}
      COMP_WORDS=(${words.join(' ')}) COMP_CWORD=${words.length - 1}
      _pawstock
      printf '%s\\n' "\${COMPREPLY[@]:-files}"`;
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

/** The exit code with which `pawstock __complete` asks the shell to suggest files. */
const filesCode = 0;
/** The exit code with which it suggests the printed words alone. */
const wordsCode = 1;

describe('pawstock completion suggests', { concurrency: 3 }, () => {
  for (const { title, line, suggested } of suggestions) {
    test(title, async (t) => {
      const cli = openCliHarness(t);
      const [, ...words] = line.split(' ');

      const { code, stdout, stderr } = await cli.runShared(['__complete', '--', ...words]);

      assert.equal(stderr, '');
      assert.equal(code, suggested === 'files' ? filesCode : wordsCode);
      const printed = stdout.split('\n').map((row) => row.split('\t')[0]);
      assert.deepEqual(printed, suggested === 'files' ? [''] : [...suggested, '']);
    });
  }

  for (const [shell, program] of Object.entries(shells)) {
    for (const { title, line, suggested } of shellSuggestions) {
      test(`${title}, in ${shell}`, { skip: skipWithout(shell) }, async (t) => {
        const cli = openCliHarness(t);
        const path = join(cli.folder, 'script');
        const { stdout: script } = await cli.runShared(['completion', shell]);
        writeFileSync(path, program(script, line));

        const { code, stdout, stderr } = await cli.program(shell, [path], {});

        assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
        const shown = stdout.split('\n').filter((word) => word !== '');
        if (suggested !== 'files') assert.deepEqual(shown, suggested);
        // The completion for fish lists real files. The others leave that to the shell.
        else if (shell === 'fish') assert.ok(shown.includes('package.json'), stdout);
        else assert.deepEqual(shown, ['files']);
      });
    }
  }
});
