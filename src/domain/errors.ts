import type { PetId } from '@pawstock/shared/item.ts';

export type RefusalCode =
  | 'invalid_value'
  | 'pet_not_found'
  | 'reservation_not_found'
  | 'insufficient_stock'
  | 'barcode_taken'
  | 'too_many_reservations'
  | 'reservation_taken'
  | 'reservation_ended'
  | 'invalid_api_key'
  | 'key_not_found'
  | 'webhook_not_found'
  | 'name_taken'
  | 'last_owner_key'
  | 'version_mismatch'
  | 'idempotency_key_reused'
  | 'precondition_required';

/** The fields of an error response that client programs read, in addition to the error code. */
export type ErrorDetails = {
  /**
   * The number of the row that caused the error in a batch of changes or in a reservation. The
   * first row is 1.
   */
  readonly row?: number;
  /** The pet that the error is about. For a taken barcode, it is the pet that has the barcode. */
  readonly petId?: PetId;
  /**
   * How many of the pet the refused request could have: the stock without what others have
   * reserved.
   */
  readonly available?: number;
};

export type Refusal = ErrorDetails & {
  readonly code: RefusalCode;
  readonly message: string;
  /** The current version of the pet or reservation, which becomes the ETag of the response. */
  readonly version?: number;
};

/**
 * The codes of refusals and store failures. Codes that only HTTP has, and all HTTP statuses, are in
 * http/errors.ts.
 */
export type DomainErrorCode =
  | RefusalCode
  | 'store_unavailable'
  | 'outcome_unknown'
  | 'overloaded'
  | 'storage_full';

export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: DomainErrorCode;
  /** After how many seconds another attempt is likely to succeed; undefined if nothing tells. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: DomainErrorCode, message: string, options: DomainErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

type DomainErrorOptions = {
  readonly cause?: unknown;
  readonly retryAfterSeconds?: number | undefined;
};

/**
 * Whether the error says that the store could not be reached, so that the failed operation has
 * changed nothing.
 */
export function isUnavailable(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code === 'store_unavailable';
}

/**
 * The error for a write whose commit was interrupted, so that nothing tells whether the write is
 * stored.
 */
export function outcomeUnknown(cause: unknown): DomainError {
  const message =
    'The store failed during the write; whether it took effect is unknown. Repeat it with the same Idempotency-Key, or read the pet.';
  return new DomainError('outcome_unknown', message, { cause });
}

/** The error for a read that was ended because it took too long. */
export function tooSlow(msMax: number): DomainError {
  const message = `This took longer than ${msMax / 1000} seconds, and was ended. Ask for less at a time, such as a shorter span, fewer pets or a page.`;
  return new DomainError('overloaded', message);
}

/** Says that the ledger ends before an entry that it had a moment ago, as after a failover. */
export const entriesLost = () =>
  new DomainError(
    'store_unavailable',
    'The database server has just been replaced. Try again in a moment.',
  );

export function overloaded(fault: string, retryAfterSeconds?: number): DomainError {
  return new DomainError('overloaded', `${fault} Try again in a moment.`, { retryAfterSeconds });
}
