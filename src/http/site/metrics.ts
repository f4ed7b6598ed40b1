import { authenticate, keyDigest } from '../request/auth.ts';
import type { Context } from '../request/context.ts';
import type { HttpResponse } from '../server/message.ts';

/**
 * Any active key will do, and the request counts against its rate limit. Figures matter most while the store cannot be
 * reached: then the keys count as they were known last.
 */
export async function metrics(context: Context): Promise<HttpResponse> {
  const { service, request } = context;
  keyDigest(request);
  await service.inventory.fresh().catch((error: unknown) => {
    if (!service.inventory.isLoaded) throw error;
  });
  context.key = authenticate(service, request);
  context.addHeaders(service.rateLimiter.spend(context.key) ?? {});
  return context.response(200, await service.metrics.text(), {
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-store',
  });
}
