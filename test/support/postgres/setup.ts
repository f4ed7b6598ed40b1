import { createPostgresServer, type PostgresServer } from './server.ts';

/** Before all tests of a run, one PostgreSQL server is started for them to share; it goes when they are done. */
let server: PostgresServer | undefined;

/** Never runs: tests that need a server of their own copy its data, which costs a quarter of making it. */
let template: PostgresServer | undefined;

export async function globalSetup(): Promise<void> {
  template = await createPostgresServer();
  process.env['TEST_POSTGRES_TEMPLATE'] = template.data;
  // Several suites use it at the same time.
  server = await createPostgresServer(['-c', 'max_connections=500']);
  await server.start();
  // A run that is given up does not come to its end.
  for (const { abandon } of [server, template]) process.once('exit', abandon);
  process.env['TEST_POSTGRES_URL'] = server.url;
}

export async function globalTeardown(): Promise<void> {
  await server?.remove();
  await template?.remove();
}
