import { setTimeout as delay } from 'node:timers/promises';
import type { AppContext } from './http/request/context.ts';
import type { HttpServer } from './http/server/server.ts';

/**
 * Stops the service on SIGTERM and SIGINT. First `/readyz` fails, so that load balancers use other
 * instances. Requests that still arrive are served, with `Connection: close`. Then no connection is
 * accepted, and requests under way finish or are cut off at a deadline.
 */
export async function drain(app: AppContext, server: HttpServer): Promise<void> {
  app.state = 'draining';
  await delay(app.limits.drainGraceMs);
  app.state = 'stopping';
  const othersStopped = Promise.all([app.webhooks.stop(), app.backups?.stop()]);
  app.inventory.feed.close();
  const deadline = setTimeout(server.closeAllConnections, app.limits.drainDeadlineMs);
  await server.stop();
  clearTimeout(deadline);
  await othersStopped;
  await app.inventory.close();
  // prom-client's observer of garbage collections keeps the registry for good, and the gauges would
  // keep the whole app.
  app.metrics.registry.clear();
  app.logs.outages.report();
}
