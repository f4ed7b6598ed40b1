import type { Clock, Inventory } from '../inventory/inventory.ts';
import type { Logs } from '../log.ts';
import type { ListReaders } from './list-readers.ts';
import type { Metrics } from './metrics.ts';
import type { RateLimiter } from './rate-limit.ts';

export const serviceStates = ['starting', 'serving', 'draining', 'stopping'] as const;
export type ServiceState = (typeof serviceStates)[number];

/** What every request can reach. */
export type Service = {
  readonly inventory: Inventory;
  readonly now: Clock;
  readonly logs: Logs;
  readonly metrics: Metrics;
  readonly rateLimiter: RateLimiter;
  readonly listReaders: ListReaders;
  readonly corsOrigins: readonly string[];
  /** Changed by whoever starts and stops the service. */
  state: ServiceState;
};
