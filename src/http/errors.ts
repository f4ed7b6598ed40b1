import { keysOf } from '@pawstock/shared/keys.ts';
import { apiLimits } from '../api-limits.ts';
import { redactSecrets } from '../domain/api-key.ts';
import { DomainError, type DomainErrorCode, type ErrorDetails } from '../domain/errors.ts';
import type { HttpResponse } from './server/message.ts';

/**
 * All error codes of the API and their HTTP statuses. The compiler refuses a code of DomainError
 * that has no status, and a test compares this table with docs/errors.md. See docs/decisions/0004.
 */
export const errorStatus = {
  invalid_json: 400,
  missing_field: 400,
  invalid_value: 400,
  invalid_pet_id: 400,
  invalid_query: 400,
  invalid_header: 400,
  invalid_request: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  insufficient_scope: 403,
  pet_not_found: 404,
  key_not_found: 404,
  webhook_not_found: 404,
  route_not_found: 404,
  reservation_not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  insufficient_stock: 409,
  barcode_taken: 409,
  too_many_reservations: 409,
  reservation_taken: 409,
  reservation_ended: 409,
  name_taken: 409,
  last_owner_key: 409,
  version_mismatch: 412,
  body_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  precondition_required: 428,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  store_unavailable: 503,
  outcome_unknown: 503,
  overloaded: 503,
  shutting_down: 503,
  storage_full: 507,
} as const satisfies Record<DomainErrorCode, number> & Record<string, number>;

export type ErrorCode = keyof typeof errorStatus;

export const errorCodes: readonly ErrorCode[] = keysOf(errorStatus);

type HttpErrorOptions = ErrorDetails & {
  readonly headers?: HttpResponse['headers'];
  /**
   * Whether the connection closes after the response, because the rest of the request cannot be
   * read or is not wanted.
   */
  readonly closes?: true;
};

/** The options of an error after which the connection closes. */
export const closing = { closes: true } as const;

/** An error that is sent to the caller. A refusal of the store can be passed as the options. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: ErrorCode;
  readonly headers: HttpResponse['headers'];

  constructor(code: ErrorCode, message: string, options: HttpErrorOptions = {}) {
    super(message);
    this.code = code;
    this.headers = {
      ...detailHeaders(options),
      ...options.headers,
      ...(options.closes && { connection: 'close' }),
    };
  }
}

/**
 * Puts the row, pet and available stock of an error into headers: the specification fixes the
 * fields of the body.
 */
function detailHeaders({ row, petId, available }: ErrorDetails): Record<string, string> {
  const headers: Record<string, string> = {};
  if (row !== undefined) headers['row'] = String(row);
  if (petId !== undefined) headers['pet-id'] = String(petId);
  if (available !== undefined) headers['available'] = String(available);
  return headers;
}

/**
 * The default headers of a response: a browser must not guess its type, load anything for it, or
 * put it in a frame.
 */
export const securityHeaders: HttpResponse['headers'] = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

export const challenge = 'Bearer realm="pawstock"';

/** The error that callers get if the real error may reveal internals of the service. */
export const internalError = new HttpError(
  'internal_error',
  'Internal error. Try again; if it persists, report the X-Request-Id.',
);

function retryAfterSeconds(error: DomainError | HttpError): number {
  const known = error instanceof DomainError ? error.retryAfterSeconds : undefined;
  return known ?? apiLimits.retryAfterSeconds;
}

/**
 * The response to an error. Its message may quote an API key that was sent in the wrong place, so
 * keys are hidden.
 */
export function errorResponse(error: DomainError | HttpError): HttpResponse {
  const { code } = error;
  const message = redactSecrets(error.message);
  const status = errorStatus[code];
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
  };
  if (status === 503) headers['retry-after'] = String(retryAfterSeconds(error));
  if (code === 'missing_api_key') headers['www-authenticate'] = challenge;
  if (code === 'invalid_api_key')
    headers['www-authenticate'] = `${challenge}, error="invalid_token"`;
  if (!(error instanceof DomainError)) Object.assign(headers, error.headers);
  return { status, headers, body: JSON.stringify({ code, message, status }) };
}
