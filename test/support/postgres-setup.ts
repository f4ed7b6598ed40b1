import { createPostgresServer, type PostgresServer } from './postgres-server.ts';

/** Before all tests of a run, one PostgreSQL server is started for them to share; it goes when they are done. */
let server: PostgresServer | undefined;

export async function globalSetup(): Promise<void> {
  server = await createPostgresServer();
  await server.start();
  process.env['TEST_POSTGRES_URL'] = server.url;
}

export async function globalTeardown(): Promise<void> {
  await server?.remove();
}
