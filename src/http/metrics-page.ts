import { authenticate, requireKey } from './authenticate.ts';
import type { Call } from './call.ts';
import type { Answer } from './exchange.ts';

/**
 * Any living key will do. Figures are wanted most while the store cannot be reached: then the keys count as they were
 * known last, which cannot have changed in a store that nobody reaches either.
 */
export async function showMetrics(call: Call): Promise<Answer> {
  try {
    const { service, asked } = call;
    requireKey(asked);
    await service.inventory.fresh().catch((error: unknown) => {
      if (!service.inventory.isLoaded) throw error;
    });
    call.key = authenticate(service, asked);
    const text = await service.metrics.text();
    return call.answer(200, text, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    });
  } catch (error) {
    return call.failed(error);
  }
}
