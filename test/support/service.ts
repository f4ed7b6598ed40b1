import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { openStore, startApp } from '../../src/app.ts';
import type { Item, PetStatus } from '../../src/domain/item.ts';
import type { Operation } from '../../src/http/operation.ts';
import { createLogs } from '../../src/log.ts';
import { checkSettings, type RawSettings, type Settings } from '../../src/settings.ts';
import type { Store } from '../../src/store/store.ts';
import { createKey } from './keys.ts';
import { createDatabase } from './postgres-database.ts';
import { onBun, program } from './runtime.ts';
import { startProcess } from './service-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type TestService = {
  /** Ends it as a signal would. */
  readonly stop: () => Promise<unknown>;
  readonly url: string;
  readonly port: number;
  /** An admin key called "admin". */
  readonly secret: string;
  /** A second way into the same store, as another process would have. */
  readonly store: Store;
  readonly database: string;
  /** A request with the admin key unless the headers say otherwise. */
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Response>;
};

type CallOptions = {
  readonly body?: unknown;
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
};

type Options = {
  readonly settings?: RawSettings;
  readonly pets?: readonly Pet[];
  readonly operations?: readonly Operation[];
  readonly now?: () => number;
  /** An admin key that the store has already. */
  readonly secret?: string;
};

export type Pet = { readonly petId: bigint; readonly quantity: number; readonly status?: PetStatus };

/** A whole service on a port of its own over a real file, stopped when the test ends. */
export async function startService(t: TestContext, options: Options = {}): Promise<TestService> {
  const open: { stop?: () => Promise<void> } = {};
  const database = await createStoreAddress(t, async () => open.stop?.());
  const settings = checkSettings({ PORT: '0', DATABASE_URL: database, LOG_LEVEL: 'silent', ...options.settings });
  const store = await openStore(settings.database);
  await addPets(store, options.pets ?? [{ petId: 1n, quantity: 10 }]);
  const secret = options.secret ?? (await createKey(store, { name: 'admin' }));
  const { port, stop } = onBun
    ? await startProcess(program, { DATABASE_URL: database, ...options.settings })
    : await startHere(settings, options);
  open.stop = async () => {
    await stop();
    await store.close();
  };
  const url = `http://127.0.0.1:${port}`;
  const call: TestService['call'] = (method, path, { body, raw, headers } = {}) =>
    fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(raw === undefined ? {} : { body: raw }),
    });
  return { stop, url, port, secret, store, database, call };
}

type Running = { readonly port: number; readonly stop: () => Promise<unknown> };

async function startHere(settings: Settings, { operations, now }: Options): Promise<Running> {
  const app = await startApp(settings, {
    logs: createLogs('silent'),
    ...(operations === undefined ? {} : { operations }),
    ...(now === undefined ? {} : { now }),
  });
  await app.ready;
  return app;
}

/** Where a new store can be made, of the engine that the run is about. It goes with the test, after `close`. */
async function createStoreAddress(t: TestContext, close: () => Promise<void>): Promise<string> {
  if (process.env['TEST_ENGINE'] !== 'postgres') return `sqlite:${join(temporaryFolder(t, close), 'pawstock.db')}`;
  const database = await createDatabase();
  t.after(async () => {
    await close();
    await database.drop();
  });
  return database.url;
}

export async function addPets(store: Store, pets: readonly Pet[]): Promise<void> {
  await store.importItems(
    pets.map(({ petId, quantity, status = 'available' }) => ({
      kind: 'import',
      petId,
      quantity,
      status,
      expected: null,
      reason: null,
      note: null,
    })),
    { atMs: Date.now(), dryRun: false, onProgress: () => undefined },
  );
}

/** The stock levels that a store holds, without versions. */
export async function levelsIn(store: Store): Promise<Omit<Item, 'version'>[]> {
  const { items } = await store.load();
  return items.map(({ petId, quantity, status }) => ({ petId, quantity, status }));
}
