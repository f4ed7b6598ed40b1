import type { Logger } from 'pino';
import type { Clock, Inventory } from '../inventory/inventory.ts';
import type { ListReaders } from './list-readers.ts';
import type { RateLimiter } from './rate-limit.ts';

export type ServiceState = 'starting' | 'serving' | 'draining' | 'stopping';

/** What every request can reach. */
export type Service = {
  readonly inventory: Inventory;
  readonly now: Clock;
  readonly log: Logger;
  readonly rateLimiter: RateLimiter;
  readonly listReaders: ListReaders;
  readonly corsOrigins: readonly string[];
  /** Changed by whoever starts and stops the service. */
  state: ServiceState;
};
