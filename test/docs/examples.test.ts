import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pages } from '../support/docs/document.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { skipWithout } from '../support/tool.ts';

/**
 * The TypeScript and the Python of every document, run as they stand on a demo of the page's own, one for each language,
 * and compared with what is below them.
 */

const languages = [
  { kind: 'ts', command: process.execPath, args: ['--input-type=module-typescript', '-'], skip: false },
  { kind: 'python', command: 'python3', args: ['-'], skip: skipWithout('python3') },
] as const;

for (const { path, blocks } of pages()) {
  for (const { kind, command, args, skip } of languages) {
    const examples = blocks.filter((block) => block.kind === kind);
    if (examples.length === 0) continue;
    const setup = blocks.find((block) => block.kind === `${kind} setup`)?.text ?? '';

    describe(`the examples of ${path} in ${kind}`, { skip }, () => {
      test('print what the page says', async (t) => {
        const cli = openCliHarness(t);
        const { url, stdout } = await cli.serve(['--demo']);
        const env = { PAWSTOCK_URL: `${url}/v1`, PAWSTOCK_API_KEY: /paw_\w+/.exec(stdout)?.[0] ?? '' };
        for (const { text, line, prints } of examples) {
          assert.equal(prints?.kind, 'text', `${path}:${line} says nothing about what it prints`);
          await t.test(`in line ${line}`, async () => {
            const finished = await cli.program(command, args, { env, input: setup + text });
            assert.deepEqual([finished.code, finished.stdout, finished.stderr], [0, prints?.text, '']);
          });
        }
      });
    });
  }
}
