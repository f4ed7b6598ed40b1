import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { noBalancer, startBalancer } from '../support/balancer.ts';
import { openShop } from '../support/process.ts';
import { skipWithout } from '../support/tool.ts';

/** That no call fails when instances are restarted behind it is tested among the faults. */
test('haproxy.cfg is accepted without a warning, and callers are told when no instance is left', {
  skip: noBalancer,
}, async (t) => {
  const shop = openShop(t);
  const { url, ports, file } = await startBalancer(t, shop.folder);
  const checked = await shop.program('haproxy', ['-c', '-f', file], {});
  assert.equal(checked.code, 0, checked.stderr);
  assert.doesNotMatch(checked.stderr, /\[(?:WARNING|ALERT)\]/);
  const instance = await shop.serve(['--port', String(ports[0])]);
  const { stdout: key } = await shop.run(['keys', 'create', 'till']);
  const status = async () => {
    const response = await fetch(`${url}/v1/inventory`, { headers: { authorization: `Bearer ${key.trim()}` } });
    await response.arrayBuffer();
    return response.status;
  };
  while ((await status()) !== 200);
  assert.equal((await instance.signal('SIGTERM')).code, 0);
  assert.equal(await status(), 503);
});

describe('compose.yaml', { skip: skipWithout('docker-compose') }, () => {
  test('is well formed, and asks for a password', async (t) => {
    const config = (env: Record<string, string>) =>
      openShop(t).program('docker-compose', ['-f', 'deploy/compose.yaml', 'config'], { env });
    const { code, stdout, stderr } = await config({ POSTGRES_PASSWORD: 'p' });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /pawstock-2:/);
    assert.match((await config({})).stderr, /choose a password/);
  });
});
