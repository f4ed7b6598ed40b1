import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Store } from '../../src/store/store.ts';
import { createClient } from '../support/http/client.ts';
import { addCountedPets, assertCounted, startCountingLoad, totalOf } from '../support/load/counting.ts';
import { inForm } from '../support/long-form.ts';
import { withClient } from '../support/postgres/client.ts';
import { crash, type PostgresInstances, startOnPostgres, untilAll } from '../support/postgres/instances.ts';
import { createPostgresServer } from '../support/postgres/server.ts';
import { randomFor } from '../support/random.ts';
import type { ServiceProcess } from '../support/service/child-process.ts';
import { openCliHarness } from '../support/service/cli-harness.ts';
import { createKey } from '../support/service/store-contents.ts';
import { until } from '../support/until.ts';

const kills = inForm({ short: 2, long: 20 });
const pets = 20;

const server = await createPostgresServer();
await server.start();
after(server.remove);

function start(t: TestContext, count: number): Promise<PostgresInstances> {
  const prepare = async (store: Store) => {
    await addCountedPets(store, pets);
    return createKey(store);
  };
  return startOnPostgres(t, server, { count, prepare });
}

test(`an instance killed, and PostgreSQL ${kills} times, under load: nothing is lost, nothing counts twice`, async (t) => {
  const random = randomFor(t);
  const { instances, secret, inStore } = await start(t, 3);
  const load = startCountingLoad({ urls: instances.urls, secret, clients: 30, pets, random });
  await delay(500);
  await instances.kill(0);
  await delay(500);
  assert.equal(load.responses.get('503'), undefined, 'the others did not notice');
  const backMs: number[] = [];
  for (let kill = 0; kill < kills; kill++) {
    await delay(300 + random.below(1_000));
    await crash(server);
    backMs.push(await untilAll(instances.urls, secret, 200));
  }
  await load.stop();
  t.diagnostic(`${totalOf(load)} acknowledged, ${JSON.stringify(Object.fromEntries(load.responses))}`);
  t.diagnostic(`serving again at most ${Math.max(...backMs)} ms after PostgreSQL`);
  assert.ok((load.responses.get('503') ?? 0) > 0, 'it was felt');
  await inStore((store) => assertCounted(store, load));
});

test('killed connections are made anew, unnoticed by callers', async (t) => {
  const { instances, secret, inStore } = await start(t, 1);
  const load = startCountingLoad({ urls: instances.urls, secret, clients: 8, pets, random: randomFor(t) });
  await withClient(server.url, async (client) => {
    for (let round = 0; round < 5; round++) {
      await delay(200);
      await client.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pawstock'");
    }
  });
  await delay(200);
  await load.stop();
  t.diagnostic(JSON.stringify(Object.fromEntries(load.responses)));
  await untilAll(instances.urls, secret, 200);
  await inStore((store) => assertCounted(store, load));
});

test('a frozen server gives 503 in time, and all is well when it thaws', async (t) => {
  const { instances, secret, inStore } = await start(t, 1);
  const [url] = instances.urls as [string];
  // With calls under way it takes longer to notice: those first, then the next ones.
  const clients = inForm({ short: 0, long: 8 });
  const load = startCountingLoad({ urls: instances.urls, secret, clients, pets, random: randomFor(t) });
  await delay(300);
  const family = [server.pid(), ...childrenOf(server.pid())];
  for (const pid of family) process.kill(pid, 'SIGSTOP');
  const client = createClient(secret);
  const startedMs = Date.now();
  const answer = client.send(url, { method: 'POST', path: '/1/adjustments', body: { delta: 0 } });
  const { status } = await answer.finally(() => {
    for (const pid of family) process.kill(pid, 'SIGCONT');
  });
  const tookMs = Date.now() - startedMs;
  client.close();
  t.diagnostic(`answered after ${tookMs} ms`);
  assert.equal(status, 503);
  // Two deadlines, one after the other, and what a busy machine adds.
  assert.ok(tookMs < 40_000, `${tookMs} ms`);
  await untilAll(instances.urls, secret, 200);
  await load.stop();
  await inStore((store) => assertCounted(store, load));
});

function childrenOf(pid: number): number[] {
  return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number);
}

test('a standby is as good as no server; promoted, it serves', async (t) => {
  const { instances, secret } = await start(t, 1);
  await server.stop();
  writeFileSync(join(server.data, 'standby.signal'), '');
  // A standby never says that it is ready to write, which is what `start` waits for.
  server.start().catch(() => undefined);
  const [instance] = instances.servers as [ServiceProcess];
  await untilAll(instances.urls, secret, 503);
  assert.equal((await fetch(`${instance.url}/readyz`)).status, 503);
  assert.equal((await fetch(`${instance.url}/healthz`)).status, 200);
  await server.stop();
  rmSync(join(server.data, 'standby.signal'));
  await server.start();
  await untilAll(instances.urls, secret, 200);
});

test('an instance that starts before its database waits for it, whatever is wrong with it, and is ready then', async (t) => {
  const cli = openCliHarness(t);
  await server.stop();
  const instance = await cli.serve([], { env: { DATABASE_URL: server.url, LOG_LEVEL: 'debug' }, until: 'listening' });
  const ready = async () => (await fetch(`${instance.url}/readyz`)).status;
  assert.equal(await ready(), 503);
  assert.equal(await instance.statusFor('paw_0'), 401);
  await server.start();
  await until(async () => (await ready()) === 200);
  const wrong = new URL(server.url);
  wrong.password = 'wrong';
  const locked = await cli.serve([], { env: { DATABASE_URL: wrong.href, LOG_LEVEL: 'debug' }, until: 'listening' });
  await delay(1_000);
  assert.equal((await fetch(`${locked.url}/readyz`)).status, 503);
  assert.equal((await locked.signal('SIGTERM')).code, 0);
  const command = await cli.run(['export'], { env: { DATABASE_URL: wrong.href } });
  assert.equal(command.code, 1);
  assert.doesNotMatch(command.stderr, /wrong/, 'a password is never shown');
});
