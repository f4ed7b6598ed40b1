import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../test/support/free-port.ts';
import { createPostgresServer } from '../../../test/support/postgres/server.ts';
import { onEnd } from '../cleanup.ts';
import { type Launched, launch, run } from '../process.ts';
import { csvOf } from '../stock.ts';
import type { RunningServer, ServerKind } from './server.ts';
import { untilAnswers } from './until-answers.ts';

export const repository = fileURLToPath(new URL('../../..', import.meta.url));
const program = [process.execPath, 'bin/pawstock.js'];

export const pawstock: ServerKind = {
  id: 'pawstock',
  name: 'Pawstock',
  about: 'As it comes: Node and the embedded store, every change in a ledger and synced before it is acknowledged.',
  stores: true,
  authenticates: true,
  start: async (folder, { pets, under }) => {
    const shop = await createShop(embeddedIn(folder), folder, pets);
    return serve(shop, { under });
  },
};

export const pawstockOnPostgres: ServerKind = {
  id: 'postgres',
  name: 'Pawstock with PostgreSQL',
  about: 'On Node, with a PostgreSQL server on the same machine. What that spends itself is the row below.',
  stores: true,
  authenticates: true,
  start: async (folder, { pets, under }) => {
    const database = await createPostgresServer();
    const forget = onEnd(database.remove);
    await database.start();
    const shop = await createShop(database.url, folder, pets);
    const running = await serve(shop, { under });
    return {
      ...running,
      databasePid: database.pid(),
      stop: async () => {
        await running.stop();
        await database.remove();
        forget();
      },
    };
  },
};

export type Shop = { readonly database: string; readonly key: string; readonly importSeconds: number };

/** A store with pets and a key. */
export async function createShop(database: string, folder: string, pets: number): Promise<Shop> {
  const csv = join(folder, 'pets.csv');
  writeFileSync(csv, csvOf(pets));
  const startedMs = performance.now();
  await run([...program, 'import', csv, '--database', database], { cwd: repository });
  const importSeconds = (performance.now() - startedMs) / 1000;
  const key = (await run([...program, 'keys', 'create', 'bench', '--database', database], { cwd: repository })).trim();
  return { database, key, importSeconds };
}

export function embeddedIn(folder: string): string {
  return `sqlite:${join(folder, 'pawstock.db')}`;
}

type LaunchOptions = {
  readonly under?: readonly string[] | undefined;
  /** Where the source is, if not in this checkout. */
  readonly root?: string;
  readonly logLevel?: string;
};

export async function serve(shop: Shop, options: LaunchOptions): Promise<RunningServer> {
  const { launched, list } = await launchService(shop, options);
  await untilAnswers(launched, list, shop.key);
  return { pid: launched.pid, list, key: shop.key, stop: launched.kill };
}

/** Returns at once; the service may not be ready. */
export async function launchService(
  { database }: Shop,
  { under = [], root = repository, logLevel = 'info' }: LaunchOptions = {},
): Promise<{ launched: Launched; list: string }> {
  const port = await freePort();
  const settings = ['--port', `${port}`, '--database', database, '--log-level', logLevel];
  const launched = launch([...under, ...program, 'serve', ...settings], { cwd: root });
  return { launched, list: `http://127.0.0.1:${port}/v1/inventory` };
}
