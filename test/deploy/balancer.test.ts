import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { skipWithout } from '../support/tool.ts';

const deploy = new URL('../../deploy/', import.meta.url);

test('the balancer of compose.yaml is well formed', {
  skip: skipWithout('haproxy', '-v'),
}, async (t) => {
  const cli = openCliHarness(t);
  const file = join(cli.folder, 'haproxy.cfg');
  // The host names in the configuration exist only between containers, so the test replaces them.
  writeFileSync(
    file,
    readFileSync(new URL('haproxy.cfg', deploy), 'utf8').replaceAll(/pawstock-\d/g, '127.0.0.1'),
  );
  const checked = await cli.program('haproxy', ['-c', '-f', file], {});
  assert.equal(checked.code, 0, checked.stderr);
  assert.doesNotMatch(checked.stderr, /\[(?:WARNING|ALERT)\]/);
});

test('compose.yaml', { skip: skipWithout('docker-compose') }, async (t) => {
  const cli = openCliHarness(t);
  const config = (env: Record<string, string>) =>
    cli.program('docker-compose', ['-f', 'deploy/compose.yaml', 'config'], { env });

  await t.test('is well formed', async () => {
    const { code, stdout, stderr } = await config({ POSTGRES_PASSWORD: 'p' });

    assert.equal(code, 0, stderr);
    assert.match(stdout, /pawstock-2:/);
  });

  await t.test('asks for a password', async () => {
    assert.match((await config({})).stderr, /choose a password/);
  });
});
