import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { startApp } from '../../../src/app.ts';
import { openStore } from '../../../src/engines.ts';
import type { Operation } from '../../../src/http/operation.ts';
import { type Limits, limits } from '../../../src/limits.ts';
import { createLogs, type Logs } from '../../../src/observability/log.ts';
import { checkSettings, type RawSettings } from '../../../src/settings.ts';
import { createDatabase } from '../postgres/database.ts';
import { createClock } from '../store/clock.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { addPets, createKey, type Pet } from './store-contents.ts';

export type TestService = Awaited<ReturnType<typeof startService>>;

type CallOptions = {
  readonly body?: unknown;
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
};

/** In a test, no balancer has to notice that the service stops, and no client is late. */
const stopAtOnce = { drainGraceMs: 0, lateRequestMs: 20 };

type Options = {
  readonly settings?: RawSettings;
  readonly pets?: readonly Pet[];
  readonly operations?: readonly Operation[];
  readonly now?: () => number;
  /** Default: nothing is logged. */
  readonly logs?: Logs;
  /** An admin key that is in the store already. Default: a new one. */
  readonly secret?: string;
  /** Limits that differ from the usual ones. */
  readonly limits?: Partial<Limits>;
};

/** Starts a whole service within this process, on a port of its own and with a real store. It stops with the test. */
export async function startService(t: TestContext, options: Options = {}) {
  const open: { close?: () => Promise<void> } = {};
  const ownAddress = await createStoreAddress(t, async () => open.close?.());
  const address = options.settings?.DATABASE_URL ?? ownAddress;
  const { operations, now = Date.now, logs = createLogs('silent') } = options;
  // PostgreSQL has a clock of its own, so a test that sets the time sets the store's clock.
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
    await clock?.close();
  };
  const url = `http://127.0.0.1:${port}`;
  const call = async (method: string, path: string, { body, raw, headers }: CallOptions = {}) => {
    await clock?.set(now());
    return fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(raw === undefined ? {} : { body: raw }),
    });
  };
  return {
    /** Stops the service as a signal would. */
    stop,
    url,
    port,
    /** The secret of an admin key called "admin". */
    secret,
    /** A second connection to the same store, as another process would have. */
    store,
    database: DATABASE_URL,
    /** Sends a request with the admin key, unless the headers have another. */
    call,
  };
}

/** The address of a new store of the engine under test. The store is removed after the test, once `close` is done. */
async function createStoreAddress(t: TestContext, close: () => Promise<void>): Promise<string> {
  if (process.env['TEST_ENGINE'] !== 'postgres') return `sqlite:${join(temporaryFolder(t, close), 'pawstock.db')}`;
  const database = await createDatabase();
  t.after(async () => {
    await close();
    await database.drop();
  });
  return database.url;
}
