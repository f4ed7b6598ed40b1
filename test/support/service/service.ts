import type { TestContext } from 'node:test';
import { startApp } from '../../../src/app.ts';
import { openStore } from '../../../src/engines.ts';
import type { Operation } from '../../../src/http/operation.ts';
import { type Limits, limits } from '../../../src/limits.ts';
import { createLogs, type Logs } from '../../../src/observability/log.ts';
import { systemPlatform } from '../../../src/platform.ts';
import { checkSettings, type RawSettings } from '../../../src/settings.ts';
import { createClock } from '../store/clock.ts';
import { testEngine } from '../store/engines.ts';
import { addPets, createKey, type Pet } from './store-contents.ts';

export type TestService = Awaited<ReturnType<typeof startService>>;

export type CallOptions = {
  /** A request body that is sent as JSON. */
  readonly body?: unknown;
  /** A request body that is sent unchanged. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
};

/**
 * Limits with which the service stops almost at once: it waits for no load balancer, and only
 * briefly for clients.
 */
const stopAtOnce = { drainGraceMs: 0, lateRequestMs: 20 };

type Options = {
  readonly settings?: RawSettings;
  readonly pets?: readonly Pet[];
  readonly operations?: readonly Operation[];
  readonly now?: () => number;
  /** The clock that measures how long requests take. Default: that of the machine. */
  readonly monotonicMs?: () => number;
  /** Where the service logs. Default: nowhere. */
  readonly logs?: Logs;
  /** The secret of an admin API key that is already in the store. Default: that of a new key. */
  readonly secret?: string;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<Limits>;
  /** The name servers that find the hosts of webhook endpoints. Default: those of the system. */
  readonly nameServers?: readonly string[];
};

/**
 * Starts a complete service within this process, with a real store and a port of its own. It stops
 * with the test.
 */
export async function startService(t: TestContext, options: Options = {}) {
  const open: { close?: () => Promise<void> } = {};
  const ownAddress = await createStoreAddress(t, async () => open.close?.());
  const address = options.settings?.DATABASE_URL ?? ownAddress;
  const { operations, now = Date.now, logs = createLogs('silent', limits) } = options;
  // PostgreSQL has its own clock, so a test that sets the time has to set the store's clock.
  const clock = options.now && (await createClock(address, now()));
  const DATABASE_URL = clock?.url ?? address;
  const settings: RawSettings = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...options.settings,
    DATABASE_URL,
  };
  const { monotonicMs = systemPlatform.monotonicMs } = options;
  const platform = { ...systemPlatform, now, monotonicMs };
  const store = await openStore(checkSettings(settings).database, { platform });
  await addPets(store, options.pets ?? [{ petId: 1n, quantity: 10 }]);
  const secret = options.secret ?? (await createKey(store, { name: 'admin' }));
  const app = await startApp(checkSettings(settings), {
    logs,
    limits: { ...limits, ...stopAtOnce, ...options.limits },
    ...(operations === undefined ? {} : { operations }),
    nameServers: options.nameServers,
    platform,
  });
  await app.ready;
  const { port, stop } = app;
  open.close = async () => {
    await stop();
    await store.close();
    await clock?.close();
  };
  const url = `http://127.0.0.1:${port}`;
  const setTime = async () => clock?.set(now());
  const call = async (method: string, path: string, { body, raw, headers }: CallOptions = {}) => {
    await setTime();
    return fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(raw === undefined ? {} : { body: raw }),
    });
  };
  return {
    stop,
    url,
    port,
    /**
     * The secret of the admin API key in the options or, without it, of a new one that is called
     * "admin".
     */
    secret,
    /** A second connection to the service's store, as another process would have. */
    store,
    database: DATABASE_URL,
    /** Gives a PostgreSQL store the time of the test. `call` does so by itself. */
    setTime,
    /** Sends a request with the admin key, unless the headers contain another key. */
    call,
  };
}

/**
 * Returns the address of a new store. When the test ends, calls `close` and then removes the store.
 */
async function createStoreAddress(t: TestContext, close: () => Promise<void>): Promise<string> {
  const { url, drop } = await testEngine.create();
  t.after(async () => {
    await close();
    await drop();
  });
  return url;
}
