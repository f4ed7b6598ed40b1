import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openShop } from '../support/process.ts';

/** The examples of docs/client.md, run as they stand, each compared with what is printed below it. */

const page = readFileSync(new URL('../../docs/client.md', import.meta.url), 'utf8');
const setup = /^```ts setup\n(.*?)^```$/ms.exec(page)?.[1] ?? '';
const examples = [...page.matchAll(/^```ts\n(.*?)^```\n\n```text\n(.*?)^```$/gms)];

test('every example prints what the page says', async (t) => {
  assert.equal(examples.length, page.match(/^```ts$/gm)?.length, 'an example says nothing about what it prints');
  const shop = openShop(t);
  const { url, stdout } = await shop.serve(['--demo']);
  const env = { PAWSTOCK_URL: `${url}/v1`, PAWSTOCK_API_KEY: /paw_\w+/.exec(stdout)?.[0] ?? '' };
  for (const [, code = '', prints] of examples) {
    await t.test(code.split('\n')[0] ?? '', async () => {
      const finished = await shop.program(process.execPath, ['--input-type=module-typescript', '-'], {
        env,
        input: setup + code,
      });
      assert.deepEqual([finished.code, finished.stdout, finished.stderr], [0, prints, '']);
    });
  }
});
