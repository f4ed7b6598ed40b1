import { randomBytes } from 'node:crypto';
import { after, type TestContext } from 'node:test';
import { withClient } from './client.ts';
import { createPostgresServer, type PostgresServer } from './server.ts';

let server: Promise<string> | undefined;
let own: PostgresServer | undefined;
after(() => own?.remove());

/**
 * Returns the address of the server that all tests of a run share. A file that runs alone starts
 * its own server.
 */
function serverUrl(): Promise<string> {
  const shared = process.env['TEST_POSTGRES_URL'];
  server ??= shared === undefined ? startOwn() : Promise.resolve(shared);
  return server;
}

async function startOwn(): Promise<string> {
  own = await createPostgresServer();
  await own.start();
  return own.url;
}

export type TestDatabase = Awaited<ReturnType<typeof createDatabase>>;

/** Creates an empty schema. If a test is given, the schema is dropped when the test ends. */
export async function createDatabase(t?: TestContext) {
  const url = await serverUrl();
  const schema = `test_${randomBytes(8).toString('hex')}`;
  const drop = async () => {
    await withClient(url, (client) => client.query(`drop schema if exists ${schema} cascade`));
  };
  t?.after(drop);
  return { url: `${url}?schema=${schema}`, drop };
}

/**
 * Creates an empty database of its own, which is dropped when the test ends. Unlike the address of
 * `createDatabase`, this one names no schema.
 */
export async function createWholeDatabase(t: TestContext, options = ''): Promise<string> {
  const url = new URL(await serverUrl());
  const name = `test_${randomBytes(8).toString('hex')}`;
  const run = (statement: string) =>
    withClient(url.href, async (client) => void (await client.query(statement)));
  await run(`create database ${name} ${options}`);
  t.after(() => run(`drop database ${name} with (force)`));
  return new URL(`/${name}`, url).href;
}
