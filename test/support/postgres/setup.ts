import { createPostgresServer, type PostgresServer } from './server.ts';

/** Before all tests of a run, one PostgreSQL server is started for them to share; it goes when they are done. */
let server: PostgresServer | undefined;

/** Never runs: tests that need a server of their own copy its data, which costs a quarter of making it. */
let template: PostgresServer | undefined;

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
  template = await createPostgresServer();
  process.env['TEST_POSTGRES_TEMPLATE'] = template.data;
  // Several suites use it at the same time.
  server = await createPostgresServer(['-c', 'max_connections=500']);
  await server.start();
  keepExitCode();
  // The runner ends as soon as the last test has, whatever is left to do (see `--test-force-exit` in test/runner/run.ts).
  for (const { abandon } of [server, template]) process.once('exit', abandon);
  process.env['TEST_POSTGRES_URL'] = server.url;
}

export async function globalTeardown(): Promise<void> {
  await server?.remove();
  await template?.remove();
}
