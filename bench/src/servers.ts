import { execFileSync } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/support/free-port.ts';
import { createPostgresServer } from '../../test/support/postgres/server.ts';
import { type Launched, launch, onEnd, run } from './process.ts';
import { csvOf, describedCsvOf, stockOf } from './stock.ts';

/** A kind of server that the benchmark compares. */
export type ServerKind = {
  /** The name that the benchmark's option `--only` takes for this kind of server. */
  readonly id: string;
  readonly name: string;
  /**
   * Creates the initial stock of a server. The files of the server, if it has any, are put into an
   * empty folder.
   */
  readonly prepare: (folder: string, pets: number) => Promise<Prepared>;
};

export type Prepared = {
  readonly importSeconds?: number;
  /**
   * Resolves when the server is ready. `under` is a command, such as strace, under which the server
   * runs.
   */
  readonly start: (under?: readonly string[]) => Promise<RunningServer>;
};

export type RunningServer = {
  readonly pid: number;
  /** The URL of the list of pets. The URL of one pet has a slash and the petId after it. */
  readonly list: string;
  readonly key: string;
  readonly databasePid?: number;
  readonly stop: () => Promise<void>;
};

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** A minimal server that stores nothing and asks for no API key. */
export const bare: ServerKind = {
  id: 'bare',
  name: 'bare node:http',
  prepare: async (_folder, pets) => ({
    start: (under) => servePeer('bare-server.ts', { env: { PETS: `${pets}` }, under }),
  }),
};

/** Pawstock whose pets have names and barcodes. */
export const pawstockWithDetails: ServerKind = {
  id: 'pawstock',
  name: 'Pawstock',
  prepare: (folder, pets) => {
    const database = `sqlite:${join(folder, 'pawstock.db')}`;
    return prepareShop(repository, { database, folder, csv: describedCsvOf(pets) });
  },
};

export const pawstock = pawstockIn('pawstock', 'Pawstock', repository);
export const pawstockOnPostgres = onPostgresIn('postgres', 'Pawstock with PostgreSQL', repository);

/**
 * Pawstock from another checkout on both engines, for example to compare a released commit with
 * this checkout.
 */
export function pawstockBeside(root: string): Readonly<Record<'sqlite' | 'postgres', ServerKind>> {
  const commit = execFileSync('git', ['-C', root, 'rev-parse', '--short', 'HEAD'], {
    encoding: 'utf8',
  }).trim();
  const name = `Pawstock at ${commit}`;
  return {
    sqlite: pawstockIn('beside', name, root),
    postgres: onPostgresIn('beside-postgres', `${name} with PostgreSQL`, root),
  };
}

function pawstockIn(id: string, name: string, root: string): ServerKind {
  const prepare = (folder: string, pets: number) =>
    prepareShop(root, {
      database: `sqlite:${join(folder, 'pawstock.db')}`,
      folder,
      csv: csvOf(pets),
    });
  return { id, name, prepare };
}

function onPostgresIn(id: string, name: string, root: string): ServerKind {
  const prepare = async (folder: string, pets: number): Promise<Prepared> => {
    const database = await createPostgresServer();
    const forget = onEnd(database.remove);
    await database.start();
    const { start } = await prepareShop(root, {
      database: database.url,
      folder,
      csv: csvOf(pets),
    });
    return {
      start: async (under) => {
        const server = await start(under);
        const stop = async () => {
          await server.stop();
          await database.remove();
          forget();
        };
        return { ...server, databasePid: database.pid(), stop };
      },
    };
  };
  return { id, name, prepare };
}

export const fastify = onSqlite('fastify', 'Fastify + better-sqlite3');
export const express = onSqlite('express', 'Express + better-sqlite3');

function onSqlite(id: string, name: string): ServerKind {
  const prepare = async (folder: string, pets: number) => {
    const file = join(folder, 'peer.db');
    const key = createPeerDatabase(file, pets);
    const start: Prepared['start'] = (under) =>
      servePeer(`${id}-server.ts`, { env: { DATABASE: file }, key, under });
    return { start };
  };
  return { id, name, prepare };
}

type Shop = { readonly database: string; readonly folder: string; readonly csv: string };

async function prepareShop(root: string, { database, folder, csv }: Shop): Promise<Prepared> {
  const file = join(folder, 'pets.csv');
  writeFileSync(file, csv);
  const startedMs = performance.now();
  await run([...program, 'import', file, '--database', database], { cwd: root });
  const importSeconds = (performance.now() - startedMs) / 1000;
  return { importSeconds, start: await shopOn(database, root) };
}

const program = [process.execPath, 'bin/pawstock.js'];

/**
 * Creates an API key in an existing store, and returns a function that starts the service on this
 * store.
 */
export async function shopOn(database: string, root = repository): Promise<Prepared['start']> {
  const create = [...program, 'keys', 'create', `bench-${Date.now()}`, '--database', database];
  const key = (await run(create, { cwd: root })).trim();
  return async (under = []) => {
    const port = await freePort();
    const command = [...under, ...program, 'serve', '--port', `${port}`, '--database', database];
    const launched = launch(command, { cwd: root });
    // Waits for a line of the log: a GET of all pets would build the list before the benchmark
    // measures that work.
    return untilReady(launched, () => launched.output.stderr.includes('"msg":"serving"'), {
      port,
      key,
    });
  };
}

type PeerOptions = {
  readonly env: Record<string, string>;
  readonly key?: string;
  readonly under: readonly string[] | undefined;
};

async function servePeer(
  program: string,
  { env, key = 'none', under = [] }: PeerOptions,
): Promise<RunningServer> {
  const port = await freePort();
  const path = fileURLToPath(new URL(`peers/${program}`, import.meta.url));
  const command = [...under, process.execPath, path];
  const launched = launch(command, { env: { ...env, PORT: `${port}`, NODE_ENV: 'production' } });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/v1/inventory/1`, {
      headers: { authorization: `Bearer ${key}` },
    }).then(
      ({ ok }) => ok,
      () => false,
    );
  return untilReady(launched, isReady, { port, key });
}

const startsWithinMs = 300_000;
const lookEveryMs = 10;

/**
 * Resolves when the server is ready. If the server ends or is not ready in time, the error contains
 * its output.
 */
async function untilReady(
  launched: Launched,
  isReady: () => boolean | Promise<boolean>,
  { port, key }: { readonly port: number; readonly key: string },
): Promise<RunningServer> {
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  launched.ended.then(end, end);
  for (let waitedMs = 0; !(await isReady()); waitedMs += lookEveryMs) {
    if (hasEnded || waitedMs > startsWithinMs) {
      await launched.kill();
      throw new Error(
        `A server did not start: ${Object.values(launched.output).join('').slice(-500)}`,
      );
    }
    await delay(lookEveryMs);
  }
  return {
    pid: launched.pid,
    list: `http://127.0.0.1:${port}/v1/inventory`,
    key,
    stop: launched.kill,
  };
}

/** Creates the store of the Express and Fastify servers, and returns an API key for it. */
function createPeerDatabase(file: string, pets: number): string {
  const db = new DatabaseSync(file);
  db.exec(`
    pragma journal_mode = wal;
    create table item (pet_id integer primary key, quantity integer not null, status text not null) strict;
    create table api_key (digest text primary key, name text not null) strict, without rowid;
    begin;
  `);
  const insert = db.prepare('insert into item (pet_id, quantity, status) values (?, ?, ?)');
  for (const { petId, quantity, status } of stockOf(pets)) insert.run(petId, quantity, status);
  const key = randomBytes(24).toString('base64url');
  db.prepare('insert into api_key (digest, name) values (?, ?)').run(hash('sha256', key), 'bench');
  db.exec('commit');
  db.close();
  return key;
}
