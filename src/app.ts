import { Backups } from './backups/backups.ts';
import { commandAction } from './domain/action.ts';
import { newKey } from './domain/api-key.ts';
import { aheadMs } from './domain/store-clock.ts';
import { drain } from './drain.ts';
import { openStore } from './engines.ts';
import { errorResponse, type HttpError, securityHeaders } from './http/errors.ts';
import { openApiDocument } from './http/openapi/document.ts';
import type { Operation } from './http/operation.ts';
import { operations as allOperations } from './http/operations/operations.ts';
import { appStates } from './http/request/context.ts';
import { requestIdFor } from './http/request/headers.ts';
import type { HttpResponse, RequestHeaders } from './http/server/message.ts';
import { listen } from './http/server/server.ts';
import { siteRoutes } from './http/site/routes.ts';
import { SlowReaders } from './http/slow-readers.ts';
import type { Inventory } from './inventory/inventory.ts';
import { limits as defaultLimits, type Limits } from './limits.ts';
import { buildId, version } from './observability/build.ts';
import type { Logs } from './observability/log.ts';
import { Metrics } from './observability/metrics.ts';
import { openFilesMax } from './observability/open-files.ts';
import { type Platform, systemPlatform } from './platform.ts';
import { createService } from './service.ts';
import type { Settings } from './settings.ts';
import { type OnUpgrade, schemaVersion } from './store/migrations.ts';
import { loadTls } from './tls.ts';
import { createPost } from './webhooks/post.ts';

/** This file starts the service on a port, with a store that it opens. */

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
  metrics.observeProcess();
  const onSync = (durationMs: number) => metrics.syncDurations.observe(durationMs / 1000);
  const onUpgrade: OnUpgrade = (upgrade) =>
    logs.events.info(upgrade, 'the store was upgraded to a new schema');
  const backups =
    settings.backups && new Backups(settings.backups, settings.database, limits, logs.events);
  const openOptions = {
    onFatal,
    onSync,
    onUpgrade,
    onLaneWait: metrics.observeLaneWait,
    limits,
    platform,
    isService: true,
  };
  const { app, handler, start } = createService(settings, {
    openStore: () => openStore(settings.database, openOptions),
    isOnlyInstance: engine === 'sqlite',
    post: createPost({ timers: platform, nameServers: options.nameServers }),
    platform,
    limits,
    operations,
    siteRoutes: siteRoutes(
      () => openApiDocument(operations, settings.bases),
      settings.mounts[0] ?? '/v1',
    ),
    logs,
    metrics,
    backups,
    onFatal,
  });
  const { inventory } = app;
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
    handler,
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
    ready: start(),
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
