import type { SiteRoute } from '../router.ts';
import { dashboardRoutes } from './dashboard.ts';
import { healthz, readyz } from './health.ts';
import { metrics } from './metrics.ts';
import { referenceRoutes } from './reference.ts';

/** Everything outside the API's path. */
export function siteRoutes(openApi: string, apiPath: string): ReadonlyMap<string, SiteRoute> {
  return new Map<string, SiteRoute>([
    ...dashboardRoutes(apiPath),
    ...referenceRoutes(),
    ['/healthz', healthz],
    ['/readyz', readyz],
    ['/metrics', metrics],
    ['/openapi.json', (context) => context.json(200, openApi, { 'cache-control': 'no-cache' })],
  ]);
}
