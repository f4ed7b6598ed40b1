import type { Clock, Inventory } from '../inventory/inventory.ts';
import type { Logs } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { BatchAdmission } from './request/batch-admission.ts';
import type { RateLimiter } from './request/rate-limit.ts';

export const serviceStates = ['starting', 'serving', 'draining', 'stopping'] as const;

/** What every request can reach. */
export type Service = {
  readonly inventory: Inventory;
  readonly now: Clock;
  readonly logs: Logs;
  readonly metrics: Metrics;
  readonly rateLimiter: RateLimiter;
  readonly batchAdmission: BatchAdmission;
  readonly corsOrigins: readonly string[];
  /** Changed by app.ts, which starts and stops the service. */
  state: (typeof serviceStates)[number];
};
