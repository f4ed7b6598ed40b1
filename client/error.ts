import type { ServiceErrorCode } from './inventory-types.ts';

/**
 * The service's codes, and three of the client's own: no response (`unreachable`), no complete response in time
 * (`timed_out`), and a response that is not Pawstock's, such as a proxy's error page (`unexpected_response`).
 */
export type PawstockErrorCode = ServiceErrorCode | 'unreachable' | 'timed_out' | 'unexpected_response';

type Details = {
  readonly status?: number;
  readonly requestId?: string | undefined;
  readonly version?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly neverSent?: boolean;
  readonly cause?: unknown;
};

/**
 * A call that failed. Calls throw only this, a TypeError for a mistake in their arguments, and the abort reason of the
 * caller's own signal.
 */
export class PawstockError extends Error {
  override readonly name = 'PawstockError';
  readonly code: PawstockErrorCode;
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  /** The `X-Request-Id` of the response, as in the service's log. */
  readonly requestId: string | undefined;
  /** The item's current version, if a write to one item was refused with 412 and the item exists. */
  readonly version: number | undefined;
  /** How long the service asks to wait, from `Retry-After`. */
  readonly retryAfterMs: number | undefined;
  /** The `Idempotency-Key` of a write. Repeating the write with this key cannot apply it twice. */
  idempotencyKey: string | undefined;
  /** Whether it is certain that no attempt got as far as sending the request, so that a write cannot have happened. */
  neverSent: boolean;

  constructor(code: PawstockErrorCode, message: string, details: Details = {}) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined);
    this.code = code;
    this.status = details.status ?? 0;
    this.requestId = details.requestId;
    this.version = details.version;
    this.retryAfterMs = details.retryAfterMs;
    this.neverSent = details.neverSent ?? false;
  }
}
