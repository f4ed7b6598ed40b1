import { ShopDays } from '@pawstock/shared/shop-days.ts';
import type { Backups } from './backups/backups.ts';
import { isUnavailable } from './domain/errors.ts';
import type { Operation } from './http/operation.ts';
import type { AppContext } from './http/request/context.ts';
import { RateLimiter } from './http/request/rate-limit.ts';
import { createRouter, type SiteRoute } from './http/router.ts';
import { Inventory } from './inventory/inventory.ts';
import { Lane } from './lanes.ts';
import type { Limits } from './limits.ts';
import { Mailer } from './mail/mailer.ts';
import { findFaults } from './mail/service-faults.ts';
import type { Logs } from './observability/log.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Platform } from './platform.ts';
import type { Settings } from './settings.ts';
import { DamagedStoreError } from './store/damage.ts';
import type { Store } from './store/store.ts';
import type { Post } from './webhooks/delivery.ts';
import { Webhooks } from './webhooks/webhooks.ts';

type ServiceSettings = Pick<
  Settings,
  'mounts' | 'webhookKey' | 'webhookNetworks' | 'rateLimit' | 'timeZone' | 'corsOrigins'
> &
  Partial<Pick<Settings, 'mail'>>;

/** Everything that the service takes from the world around it. */
type ServiceOptions = {
  readonly openStore: () => Promise<Store>;
  /** Whether the store is a file, which no other instance serves. */
  readonly isOnlyInstance: boolean;
  readonly post: Post;
  readonly platform: Platform;
  readonly limits: Limits;
  readonly operations: readonly Operation[];
  readonly siteRoutes: ReadonlyMap<string, SiteRoute>;
  readonly logs: Logs;
  readonly metrics: Metrics;
  readonly backups?: Backups | undefined;
  readonly onFatal?: ((error: Error) => void) | undefined;
};

/**
 * Puts together the service without its sockets and files: what answers requests and delivers
 * webhooks.
 */
export function createService(settings: ServiceSettings, options: ServiceOptions) {
  const { platform, limits, logs, metrics, backups, onFatal } = options;
  const inventory = new Inventory(options.openStore, {
    limits,
    platform,
    onTransaction: ({ writes, durationMs }) => {
      metrics.commitWrites.observe(writes);
      metrics.commitDurations.observe(durationMs / 1000);
    },
    onSweep: ({ expired, forgotten }) => {
      metrics.reservations.inc({ outcome: 'expired' }, expired);
      metrics.reservations.inc({ outcome: 'forgotten' }, forgotten);
    },
    onHeadCheck: () => metrics.headChecks.inc(),
    onLaneWait: metrics.observeLaneWait,
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
    post: options.post,
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
    sendsMail: settings.mail !== undefined,
  });
  const shopDays = new ShopDays(settings.timeZone);
  const startedAtMs = platform.now();
  const isStorageFull = () => logs.outages.isOngoing('storage_full') || webhooks.isStorageFull;
  const mailer =
    settings.mail &&
    new Mailer({
      settings: settings.mail,
      inventory,
      shopDays,
      platform,
      limits,
      log: logs.events,
      // On a full disk the lease cannot be taken, and mail about it is wanted all the more.
      isLeading: () => webhooks.isLeading || (options.isOnlyInstance && webhooks.isStorageFull),
      faults: () => findFaults({ inventory, backups, limits, startedAtMs, isStorageFull }),
      onLaneWait: metrics.observeLaneWait,
    });
  const laneOptions = { platform, onWait: metrics.observeLaneWait };
  const app: AppContext = {
    platform,
    inventory,
    backups,
    mailer,
    logs,
    metrics,
    rateLimiter: new RateLimiter(settings.rateLimit, platform.now),
    batches: new Lane('batches', limits, laneOptions),
    limits,
    shopDays,
    webhooks,
    corsOrigins: settings.corsOrigins,
    eventStreams: new Lane('eventStreams', limits, laneOptions),
    state: 'starting',
  };
  const handler = createRouter(app, {
    mounts: settings.mounts,
    operations: options.operations,
    siteRoutes: options.siteRoutes,
  });
  return {
    app,
    handler,
    /** Reads the whole store, then serves requests and delivers webhooks. */
    start: () => loadWhenPossible(app),
  };
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
      app.mailer?.start();
      app.backups?.start((await app.inventory.store.identity()).id);
    } catch (error) {
      if (!isUnavailable(error) || error.cause instanceof DamagedStoreError) throw error;
      const line = 'cannot reach the store at DATABASE_URL yet; retrying';
      if (isLogged(attempt)) app.logs.events.warn({ cause: String(error.cause) }, line);
      await app.platform.delay(retryIntervalMs);
    }
  }
}
