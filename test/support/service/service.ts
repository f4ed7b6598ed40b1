import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startApp } from '../../../src/app.ts';
import { openStore } from '../../../src/engines.ts';
import type { Operation } from '../../../src/http/operation.ts';
import { type Limits, limits } from '../../../src/limits.ts';
import { createLogs, type Logs } from '../../../src/observability/log.ts';
import { checkSettings, type RawSettings } from '../../../src/settings.ts';
import type { Store } from '../../../src/store/store.ts';
import { createDatabase } from '../postgres/database.ts';
import { createClock } from '../store/clock.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { addPets, createKey, type Pet } from './store-contents.ts';

export type TestService = {
  /** Stops it as a signal would. */
  readonly stop: () => Promise<unknown>;
  readonly url: string;
  readonly port: number;
  /** The secret of an admin key called "admin". */
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

/** No balancer has to notice that the service of a test stops, and no client is late. */
const stopAtOnce = { drainGraceMs: 0, lateRequestMs: 20 };

type Options = {
  readonly settings?: RawSettings;
  readonly pets?: readonly Pet[];
  readonly operations?: readonly Operation[];
  readonly now?: () => number;
  /** Nothing is logged otherwise. */
  readonly logs?: Logs;
  /** An admin key that the store has already. */
  readonly secret?: string;
  /** Limits other than the usual ones. */
  readonly limits?: Partial<Limits>;
};

/** A whole service within this process, on a port of its own over a real store, stopped when the test ends. */
export async function startService(t: TestContext, options: Options = {}): Promise<TestService> {
  const open: { close?: () => Promise<void> } = {};
  const ownAddress = await createStoreAddress(t, async () => open.close?.());
  const address = options.settings?.DATABASE_URL ?? ownAddress;
  const { operations, now = Date.now, logs = createLogs('silent') } = options;
  // A test that sets the clock sets that of the store: PostgreSQL has its own.
  const clock = options.now && (await createClock(address, now()));
  const DATABASE_URL = clock?.url ?? address;
  const settings: RawSettings = { PORT: '0', LOG_LEVEL: 'silent', ...options.settings, DATABASE_URL };
  const store = await openStore(checkSettings(settings).database, { now });
  await addPets(store, options.pets ?? [{ petId: 1n, quantity: 10 }]);
  const secret = options.secret ?? (await createKey(store, { name: 'admin' }));
  const app = await startApp(checkSettings(settings), {
    logs,
    limits: { ...limits, ...stopAtOnce, ...options.limits },
    ...(operations === undefined ? {} : { operations }),
    now,
  });
  await app.ready;
  const { port, stop } = app;
  open.close = async () => {
    await stop();
    await store.close();
  };
  const url = `http://127.0.0.1:${port}`;
  const call: TestService['call'] = async (method, path, { body, raw, headers } = {}) => {
    await clock?.set(now());
    return fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(raw === undefined ? {} : { body: raw }),
    });
  };
  return { stop, url, port, secret, store, database: DATABASE_URL, call };
}

/** Where a new store can be created, of the engine under test. It is removed with the test, after `close`. */
async function createStoreAddress(t: TestContext, close: () => Promise<void>): Promise<string> {
  if (process.env['TEST_ENGINE'] !== 'postgres') return `sqlite:${join(temporaryFolder(t, close), 'pawstock.db')}`;
  const database = await createDatabase();
  t.after(async () => {
    await close();
    await database.drop();
  });
  return database.url;
}
