import { createPostgresServer, type PostgresServer } from './server.ts';

/** The PostgreSQL server that all tests of a run share. */
let server: PostgresServer | undefined;

/**
 * A server that never runs. Tests copy its data directory, which takes a quarter of the time of
 * creating one.
 */
let template: PostgresServer | undefined;

export async function globalSetup(): Promise<void> {
  template = await createPostgresServer();
  process.env['TEST_POSTGRES_TEMPLATE'] = template.data;
  // Several suites use the server at the same time, so it allows more connections.
  server = await createPostgresServer(['-c', 'max_connections=500']);
  await server.start();
  // An aborted run never reaches its teardown, so the servers are also removed on exit.
  for (const { abandon } of [server, template]) process.once('exit', abandon);
  process.env['TEST_POSTGRES_URL'] = server.url;
}

export async function globalTeardown(): Promise<void> {
  await server?.remove();
  await template?.remove();
}
