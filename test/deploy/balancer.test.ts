import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openStore } from '../../src/engines.ts';
import { checkDatabase } from '../../src/settings.ts';
import { freePort } from '../support/free-port.ts';
import { createDatabase } from '../support/postgres/database.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { createKey } from '../support/service/store-contents.ts';
import { skipWithout } from '../support/tool.ts';
import { until } from '../support/until.ts';

const deploy = new URL('../../deploy/', import.meta.url);

describe('the balancer', { skip: skipWithout('haproxy', '-v') }, () => {
  test('nobody notices that one of two instances stops', async (t) => {
    const database = await createDatabase();
    const cli = openCliHarness(t);
    t.after(database.drop);
    const env = { DATABASE_URL: database.url };
    const store = await openStore(checkDatabase(database.url));
    const key = await createKey(store).finally(() => store.close());
    const [one, two] = await Promise.all([cli.serve([], { env }), cli.serve([], { env })]);
    const port = await freePort();
    const config = readFileSync(new URL('haproxy.cfg', deploy), 'utf8')
      .replace('bind :8080', `bind 127.0.0.1:${port}`)
      .replace('pawstock-1:8080', `127.0.0.1:${one.port}`)
      .replace('pawstock-2:8080', `127.0.0.1:${two.port}`);
    const file = join(cli.folder, 'haproxy.cfg');
    writeFileSync(file, config);
    const checked = await cli.program('haproxy', ['-c', '-f', file], {});
    assert.equal(checked.code, 0, checked.stderr);
    assert.doesNotMatch(checked.stderr, /\[(?:WARNING|ALERT)\]/);

    const balancer = cli.program('haproxy', ['-db', '-f', file], {});
    balancer.catch(() => undefined);
    const status = async () => {
      const headers = { authorization: `Bearer ${key}`, connection: 'close' };
      const response = await fetch(`http://127.0.0.1:${port}/v1/inventory`, { headers }).catch(() => undefined);
      await response?.arrayBuffer();
      return response?.status;
    };
    await until(async () => (await status()) === 200);

    const statuses: (number | undefined)[] = [];
    const stopping = delay(300).then(() => one.signal('SIGTERM'));
    for (let n = 0; n < 150; n++) {
      statuses.push(await status());
      await delay(10);
    }
    assert.equal((await stopping).code, 0);
    assert.deepEqual(new Set(statuses), new Set([200]));
    assert.equal((await two.signal('SIGTERM')).code, 0);
    assert.equal(await status(), 503);
  });
});

describe('compose.yaml', { skip: skipWithout('docker-compose') }, () => {
  test('is well formed, and asks for a password', async (t) => {
    const config = (env: Record<string, string>) =>
      openCliHarness(t).program('docker-compose', ['-f', 'deploy/compose.yaml', 'config'], { env });
    const { code, stdout, stderr } = await config({ POSTGRES_PASSWORD: 'p' });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /pawstock-2:/);
    assert.match((await config({})).stderr, /choose a password/);
  });
});
