import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { skipWithout } from '../support/tool.ts';

const noBun = skipWithout('bun') && 'Bun is not installed: npm run test:bun brings it along';

test('the client does the same under Bun as under Node', { skip: noBun }, async (t) => {
  const tour = async (program: string) => {
    const cli = openCliHarness(t);
    const { url, stdout: greeting } = await cli.serve(['--demo']);
    const env = { PAWSTOCK_URL: `${url}/v1`, PAWSTOCK_API_KEY: /paw_\w+/.exec(greeting)?.[0] ?? '' };
    const { code, stdout, stderr } = await cli.program(program, ['test/support/client/tour.ts'], { env });
    assert.deepEqual([code, stderr], [0, '']);
    return stdout.split('\n');
  };
  const [underBun, underNode] = await Promise.all(['bun', process.execPath].map(tour));
  assert.deepEqual(underBun, underNode);
  assert.equal(underNode?.at(-2), 'states ["live","reconnecting","live"]');
});
