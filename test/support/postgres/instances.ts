import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openStore } from '../../../src/engines.ts';
import { checkDatabase } from '../../../src/settings.ts';
import type { Store } from '../../../src/store/store.ts';
import { createClient } from '../http/client.ts';
import { type Instances, openCliHarness, startInstances } from '../service/cli-harness.ts';
import { patienceMs } from '../until.ts';
import type { PostgresServer } from './server.ts';

export type PostgresInstances = {
  readonly instances: Instances;
  readonly secret: string;
  /** Works on the store that the instances share. */
  readonly inStore: <T>(work: (store: Store) => Promise<T>) => Promise<T>;
};

type Options = { readonly count: number; readonly prepare: (store: Store) => Promise<string> };

/** Starts instances of the service as processes, on a schema of their own. `prepare` fills the schema and creates a key. */
export async function startOnPostgres(
  t: TestContext,
  server: PostgresServer,
  { count, prepare }: Options,
): Promise<PostgresInstances> {
  const cli = openCliHarness(t);
  const url = `${server.url}?schema=test_${randomBytes(8).toString('hex')}`;
  const store = await openStore(checkDatabase(url));
  t.after(() => store.close());
  const secret = await prepare(store);
  const instances = await startInstances(cli, count, { env: { DATABASE_URL: url } });
  return { instances, secret, inStore: (work) => work(store) };
}

/** Kills the server and starts it again. Its children end by themselves, and hold its memory for a moment. */
export async function crash(server: PostgresServer): Promise<void> {
  process.kill(server.pid(), 'SIGKILL');
  await server.stop();
  const startedMs = Date.now();
  for (;;) {
    try {
      await server.start();
      return;
    } catch (error) {
      if (Date.now() - startedMs > patienceMs) throw error ?? new Error('PostgreSQL does not start again');
      await delay(100);
    }
  }
}

/** Waits until every instance answers a list request with this status. Resolves with how long that took. */
export async function untilAll(urls: readonly string[], secret: string, status: number): Promise<number> {
  const startedMs = Date.now();
  const client = createClient(secret);
  for (const url of urls) {
    while ((await client.send(url, { path: '' })).status !== status) {
      assert.ok(Date.now() - startedMs < patienceMs, `not ${status} within ${patienceMs} ms`);
      await delay(20);
    }
  }
  client.close();
  return Date.now() - startedMs;
}
