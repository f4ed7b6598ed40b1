import type { ServiceErrorCode } from './inventory-types.ts';

/**
 * The service's own codes, and three for what never came from it: no answer, none in time, or one that is not the
 * service's (a proxy's page, for example).
 */
export type PawstockErrorCode = ServiceErrorCode | 'unreachable' | 'timed_out' | 'unexpected_answer';

type Details = {
  readonly status?: number;
  readonly requestId?: string | undefined;
  readonly version?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
};

/** Why a call failed. Nothing else is thrown, but for the reason of the caller's own abort. */
export class PawstockError extends Error {
  override readonly name = 'PawstockError';
  readonly code: PawstockErrorCode;
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number;
  readonly requestId: string | undefined;
  /** On a 412 for one pet: the version that it is at now, if it exists. */
  readonly version: number | undefined;
  readonly retryAfterMs: number | undefined;
  /** Of a write: the key that it was sent with. Repeated with it, it cannot happen twice. */
  idempotencyKey: string | undefined;

  constructor(code: PawstockErrorCode, message: string, details: Details = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.code = code;
    this.status = details.status ?? 0;
    this.requestId = details.requestId;
    this.version = details.version;
    this.retryAfterMs = details.retryAfterMs;
  }
}
