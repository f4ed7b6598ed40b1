import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import packageJson from '../package.json' with { type: 'json' };
import { DomainError } from './domain/errors.ts';
import { type Webhook, webhookState, webhookStates } from './domain/webhook.ts';
import { openStore } from './engines.ts';
import { errorResponse, securityHeaders } from './http/errors.ts';
import { openApiDocument } from './http/openapi/document.ts';
import type { Operation } from './http/operation.ts';
import { operations as allOperations } from './http/operations/operations.ts';
import { BatchAdmission } from './http/request/batch-admission.ts';
import { type Service, serviceStates } from './http/request/context.ts';
import { requestIdFor } from './http/request/headers.ts';
import { RateLimiter } from './http/request/rate-limit.ts';
import { createRouter } from './http/router.ts';
import type { HttpResponse, ProtocolError } from './http/server/message.ts';
import { type HttpServer, listen } from './http/server/server.ts';
import { SlowReaders } from './http/server/slow-readers.ts';
import { loadTls, type TlsMaterial } from './http/server/tls.ts';

import { siteRoutes } from './http/site/routes.ts';
import { type Clock, Inventory } from './inventory/inventory.ts';
import { limits } from './limits.ts';
import type { Logs } from './observability/log.ts';
import { Metrics } from './observability/metrics.ts';
import type { Settings } from './settings.ts';
import type { Store } from './store/store.ts';
import type { Answer } from './webhooks/send.ts';
import { Webhooks } from './webhooks/webhooks.ts';

/** The composition root: sees every part and puts them together. */

export type App = {
  readonly port: number;
  /** Resolves when the whole store has been read and requests are served. */
  readonly ready: Promise<void>;
  /** Reads the certificate again. Throws a TlsError, and then the old one stays in use. */
  readonly reloadTls: () => void;
  /** Finishes what is under way, accepts nothing new, and closes the store. */
  readonly stop: () => Promise<void>;
};

type Options = {
  readonly now?: Clock;
  readonly operations?: readonly Operation[];
  readonly logs: Logs;
  readonly onFatal?: (error: Error) => void;
};

export async function startApp(settings: Settings, options: Options): Promise<App> {
  const { logs, now = Date.now, operations = allOperations, onFatal } = options;
  const { host, port, tls: tlsFiles } = settings;
  let tls = tlsFiles === undefined ? undefined : loadTls(tlsFiles);
  const metrics = new Metrics({ version: packageJson.version, engine: settings.database.engine });
  const onSync = (durationMs: number) => metrics.observeSync(durationMs);
  let store: Store | undefined;
  const open = async () => {
    store = await openStore(settings.database, { ...(onFatal && { onFatal }), onSync });
    return store;
  };
  const inventory = new Inventory(open, {
    now,
    onCommit: (writes, durationMs) => metrics.observeCommit(writes, durationMs),
    onRegression: (regression) => {
      metrics.countRegression(regression.action);
      logs.events.warn(regression, 'the ledger ends before the last known position');
      if (regression.action === 'reload') webhooks.reset();
    },
  });
  const webhooks = new Webhooks({
    now,
    secretKey: settings.webhookKey,
    subscribe: (afterSeq) => inventory.feed.subscribe(afterSeq, inventory.snapshot.seq),
    nameOf: async (petId) => (await inventory.names()).get(petId) ?? null,
    onError: (error) => {
      // A store that cannot be reached shows in its own metric.
      if (!(error instanceof DomainError)) logs.events.error({ err: error }, 'webhooks cannot be delivered');
    },
    onAnswer: (answer, before, after) => {
      metrics.countWebhookDelivery(answer.outcome);
      logAnswer(logs, answer, before, after);
    },
  });
  const service: Service = {
    inventory,
    logs,
    metrics,
    rateLimiter: new RateLimiter(settings.rateLimit, now),
    batchAdmission: new BatchAdmission({
      slotsMax: limits.batchSlotsMax,
      waitingMax: limits.batchesWaitingMax,
      waitMsMax: limits.batchWaitMsMax,
    }),
    corsOrigins: settings.corsOrigins,
    state: 'starting',
  };
  const slowReaders = new SlowReaders(() => limits.unsentBytesMax + inventory.snapshotBytes);
  const server = await listen({
    host,
    port,
    tls,
    slowReaders,
    limits: { ...limits, connectionsMax: connectionsMax() },
    handler: createRouter(service, {
      mounts: settings.mounts,
      operations,
      siteRoutes: siteRoutes(openApiDocument(operations, settings.bases), settings.mounts[0] ?? '/v1'),
    }),
    renderError,
    onError: (error) => logs.events.error({ err: error }, 'a request could not be answered'),
    onDrop: () => metrics.countDroppedConnection(),
  });
  registerGauges(service, server, slowReaders);
  watchWebhooks(metrics, webhooks);
  if (tls !== undefined) {
    metrics.gauge('pawstock_tls_expiry_timestamp_seconds', 'When the certificate expires, in Unix time.', () =>
      Math.floor((tls as TlsMaterial).expiresAt.getTime() / 1000),
    );
    warnBeforeExpiry(logs, () => (tls as TlsMaterial).expiresAt);
  }
  const ready = loadWhenPossible(service).then(() => {
    if (service.state === 'serving' && store !== undefined) webhooks.start(store);
  });
  let stopped: Promise<void> | undefined;
  return {
    port: server.port,
    ready,
    reloadTls: () => {
      if (tlsFiles === undefined) return;
      tls = loadTls(tlsFiles);
      server.setTls(tls);
    },
    stop: () => {
      stopped ??= drain(service, server, webhooks);
      return stopped;
    },
  };
}

function registerGauges(service: Service, server: HttpServer, slowReaders: SlowReaders): void {
  const { metrics, inventory } = service;
  metrics.state('pawstock_state', '1 for the state that the service is in.', serviceStates, () => service.state);
  metrics.gauge(
    'pawstock_write_queue_commands',
    'Changes that wait for their transaction.',
    () => inventory.queuedCommands,
  );
  metrics.gauge('pawstock_snapshot_pets', 'Pets in memory.', () => inventory.snapshot.count);
  metrics.gauge('pawstock_snapshot_seq', 'The last change in memory.', () => inventory.snapshot.seq);
  metrics.gauge('pawstock_event_streams', 'Open event streams.', () => inventory.feed.subscriptions);
  metrics.gauge('pawstock_http_connections', 'Open connections.', server.connections);
  metrics.gauge('pawstock_http_unsent_bytes', 'Memory held by responses to slow clients.', () => slowReaders.bytes);
  metrics.gauge('pawstock_store_up', '1 if the last look at the store succeeded.', () => (inventory.storeIsUp ? 1 : 0));
  metrics.counter(
    'pawstock_head_checks_total',
    "Checks of the store's head. Requests that arrive together share one.",
    () => inventory.headChecks,
  );
}

function watchWebhooks(metrics: Metrics, webhooks: Webhooks): void {
  metrics.gaugeByState('pawstock_webhook_endpoints', 'Endpoints of webhooks.', webhookStates, (state) =>
    webhooks.countIn(state),
  );
  metrics.gauge(
    'pawstock_webhook_lag_entries',
    'Changes not delivered yet to the slowest endpoint that is not disabled.',
    () => webhooks.lagEntries,
  );
  metrics.gauge('pawstock_webhook_lag_seconds', 'The age of the oldest of these changes.', () => webhooks.lagSeconds);
  metrics.gauge('pawstock_webhook_lease', '1 if this instance delivers webhooks.', () => (webhooks.isHolder ? 1 : 0));
}

/** The path and query of an endpoint can hold its credentials, so only its origin is logged. */
function logAnswer({ events }: Logs, answer: Answer, before: Webhook, after: Webhook): void {
  const { name, url, failures, nextAttemptAtMs } = after;
  const fields = { webhook: name, origin: new URL(url).origin, answer: answer.text };
  switch (webhookState(after)) {
    case 'active':
      if (webhookState(before) === 'failing') events.info(fields, 'the webhook endpoint works again');
      return;
    case 'failing': {
      const nextAttempt = new Date(nextAttemptAtMs ?? 0).toISOString();
      events.warn({ ...fields, failures, nextAttempt }, 'a webhook could not be delivered');
      return;
    }
    case 'disabled': {
      const why = answer.gone ? 'it wants no more webhooks' : 'it has failed for three days';
      events.error(fields, `the webhook endpoint is disabled: ${why}. "pawstock webhooks enable" turns it on again`);
    }
  }
}

/** The response to a message that never became a request. */
function renderError(error: ProtocolError, requestId: string | undefined): HttpResponse {
  const { headers, ...response } = errorResponse(error);
  return { ...response, headers: { ...securityHeaders, ...headers, 'x-request-id': requestIdFor(requestId) } };
}

/**
 * Every connection is an open file to the system, and so is what the store needs. Connections may take 60 % of the files
 * that this process is allowed; only Linux reports how many.
 */
function connectionsMax(): number {
  try {
    const files = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return Math.min(limits.connectionsMax, Math.floor(0.6 * Number(files ?? Number.POSITIVE_INFINITY)));
  } catch {
    return limits.connectionsMax;
  }
}

function warnBeforeExpiry({ events }: Logs, expiresAt: () => Date): void {
  const check = () => {
    const leftMs = expiresAt().getTime() - Date.now();
    if (leftMs > limits.tlsWarningMs) return;
    const state = leftMs > 0 ? 'expires soon' : 'has expired';
    events.warn({ expiresAt: expiresAt().toISOString() }, `the TLS certificate ${state}; renew it and send SIGHUP`);
  };
  check();
  setInterval(check, limits.tlsCheckIntervalMs).unref();
}

/** Waits for a database that cannot be reached yet. Any other failure ends the start. */
async function loadWhenPossible(service: Service): Promise<void> {
  let linePauseMs: number = limits.storeRetryIntervalMs;
  let nextLineAtMs = 0;
  while (service.state === 'starting') {
    try {
      await service.inventory.load();
      // The service may have been stopped meanwhile.
      if (service.state === 'starting') service.state = 'serving';
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'store_unavailable')) throw error;
      // It is tried often, but an outage of an hour must not fill the log.
      if (performance.now() >= nextLineAtMs) {
        service.logs.events.warn(
          { cause: String(error.cause) },
          'cannot reach the store at DATABASE_URL yet; retrying',
        );
        nextLineAtMs = performance.now() + linePauseMs;
        linePauseMs = Math.min(2 * linePauseMs, limits.storeWaitingLineIntervalMaxMs);
      }
      await delay(limits.storeRetryIntervalMs);
    }
  }
}

/**
 * Readiness goes first, so that a balancer looks elsewhere; for a short while requests are still served, each telling
 * its client to reconnect. Then no connection is accepted, what is under way ends, and the deadline cuts the rest.
 */
async function drain(service: Service, server: HttpServer, webhooks: Webhooks): Promise<void> {
  service.state = 'draining';
  await delay(limits.drainGraceMs);
  service.state = 'stopping';
  const webhooksStopped = webhooks.stop();
  service.inventory.feed.close();
  const deadline = setTimeout(server.closeAllConnections, limits.drainDeadlineMs);
  await server.stop();
  clearTimeout(deadline);
  await webhooksStopped;
  await service.inventory.close();
}
