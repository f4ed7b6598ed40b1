import { createPostgresServer, type PostgresServer } from './server.ts';

/** Before all tests of a run, one PostgreSQL server is started for them to share; it goes when they are done. */
let server: PostgresServer | undefined;

/**
 * The server's package has hooks that stop it and end the process with 0 when nothing is left to do, whatever the tests
 * came to: a run with failures would pass. The server is stopped below, so they are not needed.
 */
function keepExitCode(): void {
  for (const event of ['beforeExit', 'exit'] as const) {
    for (const listener of process.listeners(event)) {
      if (String(listener).includes('eventFilters')) process.removeListener(event, listener);
    }
  }
}

export async function globalSetup(): Promise<void> {
  server = await createPostgresServer();
  await server.start();
  keepExitCode();
  // The runner ends as soon as the last test has, whatever is left to do (see `--test-force-exit` in package.json).
  process.once('exit', server.abandon);
  process.env['TEST_POSTGRES_URL'] = server.url;
}

export async function globalTeardown(): Promise<void> {
  await server?.remove();
}
