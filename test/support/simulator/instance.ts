import { BlockList } from 'node:net';
import { operations } from '../../../src/http/operations/operations.ts';
import type { HttpRequest, HttpResponse } from '../../../src/http/server/message.ts';
import { type Limits, limits as usualLimits } from '../../../src/limits.ts';
import { createLogs } from '../../../src/observability/log.ts';
import { Metrics } from '../../../src/observability/metrics.ts';
import type { Platform } from '../../../src/platform.ts';
import { createService } from '../../../src/service.ts';
import type { Store } from '../../../src/store/store.ts';
import type { Post } from '../../../src/webhooks/delivery.ts';
import type { Incarnation } from './receivers.ts';
import type { Machine } from './scheduler.ts';

const logs = createLogs('silent', usualLimits);

type InstanceOptions = {
  readonly machine: Machine;
  readonly incarnation: Incarnation;
  readonly platform: Platform;
  readonly limits: Limits;
  readonly store: Store;
  readonly post: Post;
};

/** An instance of the service, with its router and its deliveries, and without sockets. */
export class Instance {
  readonly machine: Machine;
  readonly incarnation: Incarnation;
  readonly #service: ReturnType<typeof createService>;

  constructor(options: InstanceOptions) {
    const { machine, incarnation, platform, limits, store, post } = options;
    this.machine = machine;
    this.incarnation = incarnation;
    this.#service = createService(
      {
        mounts: ['/v1'],
        webhookKey: undefined,
        webhookNetworks: new BlockList(),
        rateLimit: 0,
        timeZone: 'UTC',
        corsOrigins: [],
      },
      {
        openStore: async () => store,
        isOnlyInstance: false,
        post,
        platform,
        limits,
        operations,
        siteRoutes: new Map(),
        logs,
        metrics: new Metrics({ version: '', build: '', engine: 'sqlite' }),
      },
    );
    void this.#service.start();
  }

  async handle(request: HttpRequest): Promise<HttpResponse> {
    return this.#service.handler(request);
  }

  /** Stops as an instance does that is told to, without waiting for clients' connections. */
  async drain(): Promise<void> {
    const { app } = this.#service;
    app.state = 'stopping';
    const stopped = app.webhooks.stop();
    app.inventory.feed.close();
    await stopped;
    await app.inventory.close();
  }
}
