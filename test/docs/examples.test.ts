import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pages } from '../support/docs/document.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { startDemo } from '../support/service/demo.ts';
import { skipWithout } from '../support/tool.ts';

/**
 * The TypeScript and the Python of every document, run on a demo of the page's own, one for each language, and compared
 * with what is below them. The examples of a page are one program: each has a scope of its own.
 */

/** Printed after each example. */
const end = '\x1e';

const languages = [
  {
    kind: 'ts',
    command: process.execPath,
    args: ['--input-type=module-typescript', '-'],
    skip: false,
    program: (setup: string, examples: readonly string[]) =>
      [setup, ...examples.map((text) => `{\n${text}\n}\nprocess.stdout.write('${end}');`)].join('\n'),
  },
  {
    kind: 'python',
    command: 'python3',
    args: ['-'],
    skip: skipWithout('python3'),
    program: (setup: string, examples: readonly string[]) =>
      examples.map((text) => `exec(${JSON.stringify(setup + text)}, {})\nprint(end='${end}')`).join('\n'),
  },
] as const;

for (const { path, blocks } of pages()) {
  for (const { kind, command, args, skip, program } of languages) {
    const examples = blocks.filter((block) => block.kind === kind);
    if (examples.length === 0) continue;
    const setup = blocks.find((block) => block.kind === `${kind} setup`)?.text ?? '';

    test(`the examples of ${path} in ${kind} print what the page says`, { skip }, async (t) => {
      const { url, key } = await startDemo(t);
      const env = { PAWSTOCK_URL: `${url}/v1`, PAWSTOCK_API_KEY: key };
      const input = program(
        setup,
        examples.map(({ text }) => text),
      );
      const { code, stdout, stderr } = await openCliHarness(t).program(command, args, { env, input });
      const printed = stdout.split(end);
      for (const [index, { line, prints }] of examples.entries()) {
        assert.equal(prints?.kind, 'text', `${path}:${line} says nothing about what it prints`);
        assert.equal(printed[index], prints?.text, `${path}:${line} ${stderr}`);
      }
      assert.deepEqual([code, stderr, printed.at(-1)], [0, '', '']);
    });
  }
}
