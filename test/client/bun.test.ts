import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openShop } from '../support/process.ts';

const installed = fileURLToPath(new URL('../../node_modules/.bin/bun', import.meta.url));
const bun = [installed, 'bun'].find((program) => {
  try {
    return program === 'bun' ? execFileSync(program, ['--version']) : existsSync(program);
  } catch {
    return false;
  }
});

test('the client does the same under Bun as under Node', {
  skip: bun === undefined && 'there is no Bun here',
}, async (t) => {
  const tour = async (program: string) => {
    const shop = openShop(t);
    const { url, stdout: greeting } = await shop.serve(['--demo']);
    const env = { PAWSTOCK_URL: `${url}/v1`, PAWSTOCK_API_KEY: /paw_\w+/.exec(greeting)?.[0] ?? '' };
    const { code, stdout, stderr } = await shop.program(program, ['test/support/client-tour.ts'], { env });
    assert.deepEqual([code, stderr], [0, '']);
    return stdout.split('\n');
  };
  const [underBun, underNode] = await Promise.all([bun ?? '', process.execPath].map(tour));
  assert.deepEqual(underBun, underNode);
  assert.equal(underNode?.at(-2), 'states ["live","reconnecting","live"]');
});
