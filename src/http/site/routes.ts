import { HttpError } from '../errors.ts';
import { admit, requireScope } from '../request/auth.ts';
import type { SiteRoute } from '../router.ts';
import { dashboardRoutes, referenceRoutes, staticFile } from './static-files.ts';

export function siteRoutes(
  openApiDocument: () => string,
  apiPath: string,
): ReadonlyMap<string, SiteRoute> {
  return new Map<string, SiteRoute>([
    ...dashboardRoutes(apiPath),
    ...referenceRoutes(),
    ['/healthz', (context) => context.json(200, '{"status":"ok"}')],
    ['/readyz', readyz],
    ['/metrics', metrics],
    staticFile('/openapi.json', openApiDocument),
  ]);
}

/**
 * The readiness check. An instance is ready if its store responds, because every request needs the
 * store, and if it may do with the store what requests need.
 */
const readyz: SiteRoute = async (context) => {
  const { state, inventory } = context.app;
  if (state === 'draining' || state === 'stopping') {
    throw new HttpError('shutting_down', 'This instance is stopping. Use another one.');
  }
  await inventory.ensureFresh();
  const missing = await inventory.store.missingRights();
  if (missing.length > 0) {
    throw new HttpError(
      'store_unavailable',
      `The role of the database lacks rights: ${missing.join(', ')}. Grant them to it.`,
    );
  }
  return context.json(200, '{"status":"ready"}');
};

/**
 * The metrics for Prometheus. A request for the metrics needs an API key and counts against its
 * rate limit. While the store cannot be reached, the last known keys are valid, because operators
 * need the metrics most at that time.
 */
const metrics: SiteRoute = async (context) => {
  await admit(context, { mayBeStale: true });
  requireScope(context.key, 'read');
  return context.response(200, await context.app.metrics.registry.metrics(), {
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-store',
  });
};
