import { ShopDays } from '@pawstock/shared/shop-days.ts';
import { Backups } from './backups/backups.ts';
import { commandAction } from './domain/action.ts';
import { newKey } from './domain/api-key.ts';
import { isUnavailable, overloaded } from './domain/errors.ts';
import { aheadMs } from './domain/store-clock.ts';
import { drain } from './drain.ts';
import { openStore } from './engines.ts';
import { errorResponse, type HttpError, securityHeaders } from './http/errors.ts';
import { openApiDocument } from './http/openapi/document.ts';
import type { Operation } from './http/operation.ts';
import { operations as allOperations } from './http/operations/operations.ts';
import { type AppContext, appStates } from './http/request/context.ts';
import { requestIdFor } from './http/request/headers.ts';
import { RateLimiter } from './http/request/rate-limit.ts';
import { createRouter } from './http/router.ts';
import type { RequestHeaders } from './http/server/http-request.ts';
import type { HttpResponse } from './http/server/message.ts';
import { listen } from './http/server/server.ts';
import { siteRoutes } from './http/site/routes.ts';
import { SlowReaders } from './http/slow-readers.ts';
import { Inventory } from './inventory/inventory.ts';
import { limits as defaultLimits, type Limits } from './limits.ts';
import { buildId, version } from './observability/build.ts';
import type { Logs } from './observability/log.ts';
import { Metrics } from './observability/metrics.ts';
import { openFilesMax } from './observability/open-files.ts';
import { type Platform, systemPlatform } from './platform.ts';
import { Semaphore } from './semaphore.ts';
import type { Settings } from './settings.ts';
import { DamagedStoreError } from './store/damage.ts';
import { type OnUpgrade, schemaVersion } from './store/migrations.ts';
import { loadTls } from './tls.ts';
import { createPost } from './webhooks/post.ts';
import { Webhooks } from './webhooks/webhooks.ts';

/** This file puts all parts of the service together. */

export type App = Awaited<ReturnType<typeof startApp>>;

type AppOptions = {
  /** Default: the clocks, timers and random numbers of this machine. */
  readonly platform?: Platform;
  readonly limits?: Limits;
  readonly operations?: readonly Operation[];
  readonly logs: Logs;
  readonly onFatal?: (error: Error) => void;
  /** The name servers that find the hosts of webhook endpoints. Default: those of the system. */
  readonly nameServers?: readonly string[] | undefined;
};

export async function startApp(settings: Settings, options: AppOptions) {
  const { logs, limits = defaultLimits, operations = allOperations, onFatal } = options;
  const { platform = systemPlatform } = options;
  const { host, port, tls: tlsFiles } = settings;
  const { engine } = settings.database;
  const build = buildId();
  let tls = tlsFiles === undefined ? undefined : loadTls(tlsFiles);
  const metrics = new Metrics({ version, build, engine });
  metrics.expectErrorsOf(operations);
  metrics.expectErrorsOf([
    { operationId: 'site', method: 'GET' },
    { operationId: 'none', method: 'GET' },
  ]);
  const onSync = (durationMs: number) => metrics.syncDurations.observe(durationMs / 1000);
  const onUpgrade: OnUpgrade = (upgrade) =>
    logs.events.info(upgrade, 'the store was upgraded to a new schema');
  const openOptions = { onFatal, onSync, onUpgrade, limits, platform, isService: true };
  const inventory = new Inventory(() => openStore(settings.database, openOptions), {
    limits,
    platform,
    onTransaction: ({ writes, durationMs }) => {
      metrics.commitWrites.observe(writes);
      metrics.commitDurations.observe(durationMs / 1000);
    },
    onSweep: (swept) => {
      for (const [outcome, count] of Object.entries(swept))
        metrics.reservations.inc({ outcome }, count);
    },
    onHeadCheck: () => metrics.headChecks.inc(),
    onClockBehind: ({ atMs }) => {
      const message =
        'the clock was ahead once: changes get that later time until the clock has reached it';
      logs.events.warn({ until: new Date(atMs) }, message);
    },
    ...(onFatal && { onNewSchema: onFatal }),
    onRegression: (regression) => {
      metrics.regressions.inc({ action: regression.action });
      logs.events.warn(regression, 'the ledger ends before the last known position');
      if (regression.action === 'reload') webhooks.reset();
    },
  });
  const sending = {
    post: createPost({ timers: platform, nameServers: options.nameServers }),
    secretKey: settings.webhookKey,
    networks: settings.webhookNetworks,
  };
  const webhooks = new Webhooks({
    limits,
    platform,
    sending,
    inventory,
    log: logs.events,
    metrics,
  });
  const backups =
    settings.backups && new Backups(settings.backups, settings.database, limits, logs.events);
  const app: AppContext = {
    platform,
    inventory,
    backups,
    logs,
    metrics,
    rateLimiter: new RateLimiter(settings.rateLimit, platform.now),
    batches: new Semaphore({
      places: limits.batchSlotsMax,
      waitingMax: limits.batchesWaitingMax,
      wait: { ms: limits.batchWaitMsMax, timers: platform },
      refusal: overloaded('Too many batches are under way.'),
    }),
    limits,
    shopDays: new ShopDays(settings.timeZone),
    webhooks,
    corsOrigins: settings.corsOrigins,
    eventStreams: new Set(),
    state: 'starting',
  };
  const inventoryBytes = () => inventory.snapshot.byteLength + inventory.details.byteLength;
  const slowReaders = new SlowReaders(() => limits.unsentBytesMax + inventoryBytes());
  const server = await listen({
    host,
    port,
    tls,
    slowReaders,
    // HTTP connections may take 60 % of the files that the process may open. The database store
    // needs some of the rest.
    limits: {
      ...limits,
      connectionsMax: Math.min(limits.connectionsMax, Math.floor(0.6 * openFilesMax())),
    },
    handler: createRouter(app, {
      mounts: settings.mounts,
      operations,
      siteRoutes: siteRoutes(
        () => openApiDocument(operations, settings.bases),
        settings.mounts[0] ?? '/v1',
      ),
    }),
    renderError: (error, sent) => renderError(error, sent, platform),
    onError: (error) => logs.events.error({ err: error }, 'a request could not be answered'),
    onDrop: () => metrics.droppedConnections.inc(),
  });
  metrics.registerGauges({
    pawstock_state: () =>
      Object.fromEntries(appStates.map((state) => [state, Number(state === app.state)])),
    pawstock_write_queue_commands: () => inventory.queue.commands,
    pawstock_snapshot_pets: () => inventory.snapshot.count,
    pawstock_snapshot_seq: () => inventory.snapshot.seq,
    pawstock_clock_ahead_seconds: () => aheadMs(inventory.head) / 1000,
    pawstock_event_streams: () => app.eventStreams.size,
    pawstock_http_connections: server.connections,
    pawstock_http_unsent_bytes: () => slowReaders.bytes,
    pawstock_reservations: async () => (await inventory.reads.reservationTotals()).reservations,
    pawstock_reserved_units: async () => (await inventory.reads.reservationTotals()).quantity,
    pawstock_store_up: () => Number(inventory.storeIsUp),
    ...(tls && {
      pawstock_tls_expiry_timestamp_seconds: () => Math.floor(Number(tls?.expiresAt) / 1000),
    }),
    ...(backups && {
      pawstock_backup_age_seconds: () =>
        (platform.now() - (backups.list()[0]?.atMs ?? Number.NaN)) / 1000,
      pawstock_backup_failed: () => Number(backups.failure !== undefined),
    }),
  });
  let stopped: Promise<void> | undefined;
  return {
    port: server.port,
    /** Resolves when the whole store has been read and requests are served. */
    ready: loadWhenPossible(app),
    describe: () => ({
      version,
      build,
      engine,
      schema: schemaVersion,
      pets: inventory.snapshot.count,
    }),
    /**
     * Reads the files of the TLS certificate again. If they are missing or invalid, throws and
     * keeps the old one.
     */
    reloadTls: () => {
      if (tlsFiles === undefined) return false;
      tls = loadTls(tlsFiles);
      server.setTls(tls);
      return true;
    },
    createSetupSecret: () => createSetupSecret(inventory, limits.setupLinkMs, platform),
    stop: () => (stopped ??= drain(app, server)),
  };
}

/**
 * Creates the secret of a setup link, with which a person creates the first owner key. Returns
 * undefined if the store ever had another API key. Each instance may create a link. Using one link
 * ends all of them: docs/decisions/0030.
 */
async function createSetupSecret(
  inventory: Inventory,
  expiresInMs: number,
  platform: Platform,
): Promise<string | undefined> {
  const keys = await inventory.store.keys();
  if (keys.some(({ scope }) => scope !== 'setup')) return undefined;
  const { secret, key } = newKey(`setup/${platform.randomUUID()}`, platform);
  const options = { scope: 'setup', requireVersion: false, rateLimit: null } as const;
  await inventory.perform(commandAction({ kind: 'key.create', ...key, options, expiresInMs }));
  return secret;
}

/** The response to an HTTP request that is invalid or did not arrive in time. */
function renderError(error: HttpError, sent: RequestHeaders, platform: Platform): HttpResponse {
  const { headers, ...response } = errorResponse(error);
  const requestId = requestIdFor(sent['x-request-id'], platform);
  return { ...response, headers: { ...securityHeaders, ...headers, 'x-request-id': requestId } };
}

const retryIntervalMs = 500;

/**
 * Failed attempts to reach the store are logged at growing intervals, and about once a minute in
 * the end.
 */
const isLogged = (failures: number) =>
  Number.isInteger(Math.log2(failures)) || failures % 120 === 0;

/**
 * Loads the inventory, and retries until the store can be reached. Any other failure stops the
 * service's start.
 */
async function loadWhenPossible(app: AppContext): Promise<void> {
  for (let attempt = 1; app.state === 'starting'; attempt++) {
    try {
      await app.inventory.load();
      // If the service was told to stop while it read the store, it does not start to serve.
      if (app.state !== 'starting') return;
      app.state = 'serving';
      app.webhooks.start();
      app.backups?.start((await app.inventory.store.identity()).id);
    } catch (error) {
      if (!isUnavailable(error) || error.cause instanceof DamagedStoreError) throw error;
      const line = 'cannot reach the store at DATABASE_URL yet; retrying';
      if (isLogged(attempt)) app.logs.events.warn({ cause: String(error.cause) }, line);
      await app.platform.delay(retryIntervalMs);
    }
  }
}
