import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openStore } from '../../src/app.ts';
import { checkDatabase } from '../../src/settings.ts';
import type { Store } from '../../src/store/store.ts';
import { type Instances, startInstances } from './instances.ts';
import { createPostgresServer, type PostgresServer } from './postgres-server.ts';
import { openShop } from './process.ts';

export type PostgresInstances = {
  readonly server: PostgresServer;
  readonly instances: Instances;
  /** Our own way to what they share. */
  readonly store: Store;
};

/** A PostgreSQL server of its own, filled, and so many instances of the service on it, each a process. */
export async function startOnPostgres(
  t: TestContext,
  count: number,
  prepare: (store: Store) => Promise<unknown>,
): Promise<PostgresInstances> {
  const open: (() => Promise<unknown>)[] = [];
  const shop = openShop(t);
  t.after(async () => {
    for (const close of open.reverse()) await close();
  });
  const server = await createPostgresServer();
  open.push(server.remove);
  await server.start();
  const store = await openStore(checkDatabase(server.url));
  open.push(() => store.close());
  await prepare(store);
  const instances = await startInstances(shop, count, { env: { DATABASE_URL: server.url } });
  return { server, instances, store };
}

/** As the machine's own crash would; its children notice by themselves, and hold its memory for a moment. */
export async function crash(server: PostgresServer): Promise<void> {
  process.kill(server.pid(), 'SIGKILL');
  await server.stop();
  for (let attempt = 1; ; attempt++) {
    try {
      await server.start();
      return;
    } catch (error) {
      if (attempt === 50) throw error ?? new Error('PostgreSQL does not start again');
      await delay(100);
    }
  }
}
