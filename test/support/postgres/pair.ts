import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withClient } from './client.ts';
import { createPostgresServer, type PostgresServer } from './server.ts';

/** A primary that commits nothing before its standby has it, and that standby. */
export type PostgresPair = {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  /** SIGKILL for a machine that is gone, SIGSTOP for one that hangs, or that nobody reaches. */
  readonly losePrimary: (signal: 'SIGKILL' | 'SIGSTOP') => void;
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
    while (!(await isSynchronous())) await delay(50);
  });
  let ended: Promise<void> | undefined;
  const losePrimary = (signal: 'SIGKILL' | 'SIGSTOP') => {
    if (ended !== undefined) return;
    signalFamily(primary, signal);
    // Its end is only noticed by somebody who waits for it already.
    if (signal === 'SIGKILL') ended = primary.stop();
  };
  return {
    primary,
    standby,
    losePrimary,
    promote: async () => {
      await withClient(standby.url, (client) => client.query('select pg_promote()'));
      await promoted;
    },
    remove: async () => {
      // What is frozen cannot be stopped in order.
      losePrimary('SIGKILL');
      await ended;
      await Promise.all([primary.remove(), standby.remove()]);
    },
  };
}

/** To the server and to all that it has started. */
function signalFamily(server: PostgresServer, signal: NodeJS.Signals): void {
  const pid = server.pid();
  const found = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  for (const member of [pid, ...found.trim().split('\n').map(Number)]) process.kill(member, signal);
}
