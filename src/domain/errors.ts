/** Why a write is refused. */
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

export type Refusal = {
  readonly code: RefusalCode;
  readonly message: string;
  /** The current version of the pet or the reservation, if the refusal depends on it. */
  readonly version?: number;
};

/** Refusals and failures of the store. The codes that only HTTP has, and all statuses, are in http/errors.ts. */
export type DomainErrorCode = RefusalCode | 'store_unavailable' | 'outcome_unknown' | 'overloaded' | 'storage_full';

export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: DomainErrorCode;

  constructor(code: DomainErrorCode, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
