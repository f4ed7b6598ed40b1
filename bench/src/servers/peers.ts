import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../test/support/free-port.ts';
import { launch } from '../process.ts';
import { stockOf } from '../stock.ts';
import { createPeerDatabase } from './peer-database.ts';
import type { RunningServer, ServerKind, StartOptions } from './server.ts';
import { untilAnswers } from './until-answers.ts';

export const bare: ServerKind = {
  id: 'bare',
  name: 'bare node:http',
  about: 'The floor: no key, no store, a ready list; PATCH is parsed and sent back.',
  stores: false,
  authenticates: false,
  start: (_folder, { pets, under }) => serve('bare-server.ts', { env: { PETS: `${pets}` }, under }),
};

export const fastify: ServerKind = {
  id: 'fastify',
  name: 'Fastify + better-sqlite3',
  about: 'A first version: hashed key looked up in the database, rows sent as JSON, one synced UPDATE a request.',
  stores: true,
  authenticates: true,
  start: (folder, options) => serveOnSqlite('fastify-server.ts', folder, options),
};

export const express: ServerKind = {
  id: 'express',
  name: 'Express + better-sqlite3',
  about: 'The same on Express, which makes its ETag of the finished list: it saves the sending, not the work.',
  stores: true,
  authenticates: true,
  start: (folder, options) => serveOnSqlite('express-server.ts', folder, options),
};

export const jsonServer: ServerKind = {
  id: 'json-server',
  name: 'json-server',
  about: 'The instant mock: no key; PATCH writes the whole JSON file anew, without a sync.',
  stores: true,
  authenticates: false,
  start: async (folder, { pets, under = [] }) => {
    const file = join(folder, 'db.json');
    writeFileSync(file, JSON.stringify({ inventory: stockOf(pets) }));
    const port = await freePort();
    const program = fileURLToPath(new URL('../../node_modules/json-server/lib/cli/bin.js', import.meta.url));
    // Everything that it does beside answering is switched off.
    const quick = ['--quiet', '--no-cors', '--no-gzip'];
    const args = [program, '--id', 'petId', '--host', '127.0.0.1', '--port', `${port}`, ...quick, file];
    const env = { NODE_ENV: 'production' };
    const launched = launch([...under, process.execPath, ...args], { cwd: folder, env });
    const list = `http://127.0.0.1:${port}/inventory`;
    await untilAnswers(launched, list, 'none');
    return { pid: launched.pid, list, key: 'none', stop: launched.kill };
  },
};

function serveOnSqlite(program: string, folder: string, { pets, under }: StartOptions): Promise<RunningServer> {
  const file = join(folder, 'peer.db');
  const key = createPeerDatabase(file, stockOf(pets));
  return serve(program, { env: { DATABASE: file }, key, under });
}

type ServeOptions = {
  readonly env: Record<string, string>;
  readonly key?: string;
  readonly under: readonly string[] | undefined;
};

async function serve(program: string, { env, key = 'none', under = [] }: ServeOptions): Promise<RunningServer> {
  const port = await freePort();
  const path = fileURLToPath(new URL(`../peers/${program}`, import.meta.url));
  const launched = launch([...under, process.execPath, path], {
    env: { ...env, PORT: `${port}`, NODE_ENV: 'production' },
  });
  const list = `http://127.0.0.1:${port}/v1/inventory`;
  await untilAnswers(launched, list, key);
  return { pid: launched.pid, list, key, stop: launched.kill };
}
