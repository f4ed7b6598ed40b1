import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pages } from '../support/document.ts';
import { openShop } from '../support/process.ts';

/** The TypeScript of every document, run as it stands on a demo of the page's own, and compared with what is below it. */

for (const { path, blocks } of pages()) {
  const examples = blocks.filter(({ kind }) => kind === 'ts');
  if (examples.length === 0) continue;
  const setup = blocks.find(({ kind }) => kind === 'ts setup')?.text ?? '';

  describe(`the examples of ${path}`, () => {
    test('print what the page says', async (t) => {
      const shop = openShop(t);
      const { url, stdout } = await shop.serve(['--demo']);
      const env = { PAWSTOCK_URL: `${url}/v1`, PAWSTOCK_API_KEY: /paw_\w+/.exec(stdout)?.[0] ?? '' };
      for (const { text, line, prints } of examples) {
        assert.equal(prints?.kind, 'text', `${path}:${line} says nothing about what it prints`);
        await t.test(`in line ${line}`, async () => {
          const node = ['--input-type=module-typescript', '-'];
          const finished = await shop.program(process.execPath, node, { env, input: setup + text });
          assert.deepEqual([finished.code, finished.stdout, finished.stderr], [0, prints?.text, '']);
        });
      }
    });
  });
}
