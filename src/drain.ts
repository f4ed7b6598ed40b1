import type { AppContext } from './http/request/context.ts';
import type { HttpServer } from './http/server/server.ts';

/**
 * Stops the service on SIGTERM and SIGINT. First `/readyz` fails, so that load balancers use other
 * instances. Requests that still arrive are served, with `Connection: close`. Then no connection is
 * accepted, and requests under way finish or are cut off at a deadline.
 */
export async function drain(app: AppContext, server: HttpServer): Promise<void> {
  const { platform } = app;
  app.state = 'draining';
  await platform.delay(app.limits.drainGraceMs);
  app.state = 'stopping';
  const mailStopped = app.mailer?.stop();
  const othersStopped = Promise.all([mailStopped, app.webhooks.stop(), app.backups?.stop()]);
  app.inventory.feed.close();
  const cancelDeadline = platform.after(app.limits.drainDeadlineMs, server.closeAllConnections);
  await server.stop();
  cancelDeadline();
  await othersStopped;
  await app.inventory.close();
  // prom-client's observer of garbage collections keeps the registry for good, and the gauges would
  // keep the whole app.
  app.metrics.registry.clear();
  app.logs.outages.report();
}
