import type { ServiceErrorCode } from './inventory-types.ts';

/**
 * The error codes of the service, and three codes of the client: no response (`unreachable`), no
 * complete response in time (`timed_out`), and a response that is not Pawstock's, such as a proxy's
 * error page (`unexpected_response`).
 */
export type PawstockErrorCode =
  | ServiceErrorCode
  | 'unreachable'
  | 'timed_out'
  | 'unexpected_response';

type Details = Partial<Omit<PawstockError, 'name' | 'message' | 'stack' | 'code'>>;

/**
 * The error of a failed call. A call throws nothing else, except a TypeError for a mistake in its
 * arguments and the abort reason of the caller's own signal.
 */
export class PawstockError extends Error {
  override readonly name = 'PawstockError';
  readonly code: PawstockErrorCode;
  /** The HTTP status; 0 if there was no response. */
  readonly status: number = 0;
  /** The `X-Request-Id` of the response. The service's log has the same id. */
  readonly requestId: string | undefined;
  /**
   * The current version of the pet or reservation, if the response tells it. The response to a
   * batch never does.
   */
  readonly version: number | undefined;
  /**
   * Which row of a batch, or which item of a reservation, caused the error. The first one has the
   * number 1.
   */
  readonly row: number | undefined;
  /**
   * The pet that the error is about. For `barcode_taken`, this is the pet that already has the
   * barcode.
   */
  readonly petId: bigint | undefined;
  /** For `insufficient_stock`: how much of the stock of this pet can be taken now. */
  readonly available: number | undefined;
  /** How long the service asks the client to wait, from `Retry-After`. */
  readonly retryAfterMs: number | undefined;
  /** The `Idempotency-Key` of a write. Repeating the write with this key cannot apply it twice. */
  idempotencyKey: string | undefined;
  /**
   * Whether it is certain that the request was never sent, so that a write cannot have happened.
   */
  neverSent = false;

  constructor(code: PawstockErrorCode, message: string, { cause, ...details }: Details = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    Object.assign(this, details);
  }
}
