import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../until.ts';
import { withClient } from './client.ts';
import { createPostgresServer, type PostgresServer } from './server.ts';

/** A primary that commits nothing before its standby has it, and that standby. */
export type PostgresPair = {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  /** Resolves when the standby takes writes. */
  readonly promote: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

export async function startPair(): Promise<PostgresPair> {
  const primary = await createPostgresServer(['-c', 'synchronous_standby_names=*', '-c', 'synchronous_commit=on']);
  const { hostname, port, username, password } = new URL(primary.url);
  const source = `host=${hostname} port=${port} user=${username} password=${password}`;
  const standby = await createPostgresServer(['-c', `primary_conninfo=${source}`], { copyOf: primary });
  writeFileSync(join(standby.data, 'standby.signal'), '');
  await primary.start();
  // It says that it is ready only once it is promoted.
  const promoted = standby.start();
  promoted.catch(() => undefined);
  await withClient(primary.url, async (client) => {
    const isSynchronous = async () =>
      (await client.query("select from pg_stat_replication where sync_state = 'sync'")).rowCount === 1;
    await until(isSynchronous);
  });
  return {
    primary,
    standby,
    promote: async () => {
      await withClient(standby.url, (client) => client.query('select pg_promote()'));
      await promoted;
    },
    remove: async () => {
      // What waits for a standby cannot be stopped in order. Its end is only noticed by somebody who waits for it already.
      for (const pid of primary.family()) process.kill(pid, 'SIGKILL');
      await primary.stop();
      await Promise.all([primary.remove(), standby.remove()]);
    },
  };
}
