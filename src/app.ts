import { setTimeout as delay } from 'node:timers/promises';
import packageJson from '../package.json' with { type: 'json' };
import { DomainError } from './domain/errors.ts';
import { ListReaders } from './http/list-readers.ts';
import { Metrics } from './http/metrics.ts';
import { openApiDocument } from './http/openapi.ts';
import type { Operation } from './http/operation.ts';
import { operations as allOperations } from './http/operations/operations.ts';
import { createPages } from './http/pages.ts';
import { RateLimiter } from './http/rate-limit.ts';
import { createRouter } from './http/router.ts';
import { type Listening, listen } from './http/server/server.ts';
import type { Service } from './http/service.ts';
import { type Clock, Inventory } from './inventory/inventory.ts';
import { limits } from './limits.ts';
import type { Logs } from './log.ts';
import { PostgresStore } from './postgres/store.ts';
import type { DatabaseAddress, Settings } from './settings.ts';
import { backup } from './sqlite/backup.ts';
import { SqliteStore } from './sqlite/store.ts';
import type { Store } from './store/store.ts';

/** The composition root: the one place that sees every part and puts them together. */

type OpenOptions = {
  readonly onFatal?: (error: Error) => void;
  readonly onSync?: (durationMs: number) => void;
};

export function openStore(address: DatabaseAddress, options: OpenOptions = {}): Promise<Store> {
  if (address.engine === 'postgres') return PostgresStore.open(address);
  return SqliteStore.open(address.file, { onFatal: raise, onSync: () => undefined, ...options });
}

/** Only the embedded store is a file that can be copied. */
export function backupStore(address: DatabaseAddress, target: string): void {
  if (address.engine === 'postgres')
    throw new Error("Only the embedded store is copied so. Use PostgreSQL's own pg_dump.");
  backup(address.file, target);
}

function raise(error: Error): never {
  throw error;
}

export type App = {
  readonly port: number;
  /** Resolves when the whole store has been read and requests are answered. */
  readonly ready: Promise<void>;
  /** Ends what is under way, takes nothing new, and closes the store. */
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly now?: Clock;
  readonly operations?: readonly Operation[];
  readonly logs: Logs;
  readonly onFatal?: (error: Error) => void;
};

export async function startApp(settings: Settings, options: Options): Promise<App> {
  const { logs, now = Date.now, operations = allOperations, onFatal = raise } = options;
  const { engine } = settings.database;
  const metrics = new Metrics({ version: packageJson.version, engine });
  const onSync = (durationMs: number) => metrics.synced(durationMs);
  const inventory = new Inventory(() => openStore(settings.database, { onFatal, onSync }), {
    now,
    onCommit: (writes, durationMs) => metrics.committed(writes, durationMs),
  });
  const service: Service = {
    inventory,
    now,
    logs,
    metrics,
    rateLimiter: new RateLimiter(settings.rateLimit, now),
    listReaders: new ListReaders(limits.oldListBytesMax),
    corsOrigins: settings.corsOrigins,
    state: 'starting',
  };
  const respond = createRouter(service, {
    mounts: settings.mounts,
    operations,
    pages: createPages(openApiDocument(operations, settings.bases)),
  });
  const { host, port } = settings;
  const onFault = (fault: unknown) => logs.events.error({ err: fault }, 'a request could not be answered');
  const listening = await listen(respond, { host, port, onFault });
  metrics.watch(service, listening.openConnections);
  const ready = loadWhenPossible(service);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= drain(service, listening);
    return stopped;
  };
  return { port: listening.port, ready, stop };
}

/** A database that cannot be reached yet is waited for; anything else is for the operator to mend. */
async function loadWhenPossible(service: Service): Promise<void> {
  while (service.state === 'starting') {
    try {
      await service.inventory.load();
      // A stop may have come meanwhile.
      if (service.state === 'starting') service.state = 'serving';
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'store_unavailable')) throw error;
      service.logs.events.warn({ cause: String(error.cause) }, 'the store cannot be reached yet; trying again');
      await delay(limits.storeRetryIntervalMs);
    }
  }
}

/**
 * Readiness goes first, so that a balancer looks elsewhere; for a short while requests are still taken, each telling its
 * caller to reconnect. Then no connection is accepted, what is under way ends, and the deadline cuts whatever is left.
 */
async function drain(service: Service, listening: Listening): Promise<void> {
  service.state = 'draining';
  await delay(limits.drainGraceMs);
  service.state = 'stopping';
  service.inventory.feed.close();
  const deadline = setTimeout(listening.cut, limits.drainDeadlineMs);
  await listening.stop();
  clearTimeout(deadline);
  await service.inventory.close();
}
