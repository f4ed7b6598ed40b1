import { PawstockError, type PawstockErrorCode } from 'pawstock-client/error.ts';
import { isRetryable } from 'pawstock-client/retry.ts';
import { t } from '../messages/first.ts';

/**
 * The text for an error that only a bug in the dashboard can cause. It shows the error code, for
 * bug reports.
 */
const notAccepted = ({ code }: PawstockError) => t('error.notAccepted', { code });
const notReady = () => t('error.notReady');
const unreachable = () => t('error.unreachable');
const keyInvalid = () => t('error.keyInvalid');

/** If a failed request was about several pets, names the pet that the error is about. */
const petOf = ({ row, petId }: PawstockError) => ({
  petId: row === undefined ? 'none' : String(petId ?? 'none'),
});

/** Explains each error code of the service to users. A missing explanation is a compile error. */
const reasons: Readonly<Record<PawstockErrorCode, (error: PawstockError) => string>> = {
  unreachable,
  timed_out: unreachable,
  unexpected_response: (error) => (error.status >= 500 ? notReady() : notAccepted(error)),
  invalid_json: notAccepted,
  missing_field: notAccepted,
  invalid_value: (error) => t('error.invalidValue', petOf(error)),
  invalid_pet_id: notAccepted,
  invalid_query: notAccepted,
  invalid_header: notAccepted,
  invalid_request: notAccepted,
  missing_api_key: keyInvalid,
  invalid_api_key: keyInvalid,
  insufficient_scope: () => t('error.roleTooSmall'),
  pet_not_found: (error) => t('error.petRemoved', petOf(error)),
  key_not_found: () => t('error.keyGone'),
  webhook_not_found: () => t('error.webhookGone'),
  route_not_found: notAccepted,
  reservation_not_found: () => t('error.reservationUnknown'),
  method_not_allowed: notAccepted,
  request_timeout: unreachable,
  insufficient_stock: ({ petId, available }) =>
    petId === undefined || available === undefined
      ? t('error.notEnough')
      : t('error.insufficientStock', { petId: String(petId), available }),
  barcode_taken: ({ petId }) => t('error.barcodeTaken', { petId: String(petId ?? 'none') }),
  too_many_reservations: notAccepted,
  reservation_taken: notAccepted,
  reservation_ended: () => t('error.reservationEnded'),
  name_taken: () => t('error.nameTaken'),
  last_owner_key: () => t('error.lastOwnerKey'),
  version_mismatch: (error) => t('error.changedMeanwhile', petOf(error)),
  body_too_large: notAccepted,
  uri_too_long: notAccepted,
  unsupported_media_type: notAccepted,
  idempotency_key_reused: notAccepted,
  precondition_required: notAccepted,
  rate_limited: ({ retryAfterMs = 1_000 }) =>
    t('error.rateLimited', { seconds: Math.ceil(retryAfterMs / 1_000) }),
  headers_too_large: notAccepted,
  internal_error: notReady,
  store_unavailable: notReady,
  outcome_unknown: () => t('error.outcomeUnknown'),
  overloaded: notReady,
  shutting_down: notReady,
  storage_full: () => t('error.storageFull'),
};

/**
 * Says why a request failed. A newer service may send an unknown error code, with its own English
 * message.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof PawstockError))
    return error instanceof Error ? error.message : String(error);
  if (error.status === 401) return keyInvalid();
  return Object.hasOwn(reasons, error.code) ? reasons[error.code](error) : error.message;
}

/** Describes a failed request to the user: what has not happened, such as "Not saved", and why. */
export function describeError(error: unknown, outcome = t('error.notSaved')): string {
  return t('error.because', { outcome, reason: reasonOf(error) });
}

/**
 * Whether an error is a refusal (4xx), which has changed nothing. After any other failure the
 * outcome is unknown.
 */
export function isRefusal(error: unknown): error is PawstockError {
  return error instanceof PawstockError && error.status >= 400 && error.status < 500;
}

/**
 * Whether an error proves that no earlier attempt at the same write is stored. Without a valid key,
 * it does not.
 */
export function isFinalRefusal(error: unknown): boolean {
  return (
    isRefusal(error) &&
    error.status !== 401 &&
    error.code !== 'unexpected_response' &&
    !isRetryable(error)
  );
}

export function hasCode(error: unknown, ...codes: readonly PawstockErrorCode[]): boolean {
  return error instanceof PawstockError && codes.includes(error.code);
}

/**
 * Returns a handler for `catch` that throws a message for the user in place of an error that has
 * this code.
 */
export function explaining(code: PawstockErrorCode, text: string) {
  return (error: unknown): never => {
    throw hasCode(error, code) ? new Error(text) : error;
  };
}
