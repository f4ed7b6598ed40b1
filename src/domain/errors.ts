/**
 * Every way to fail that a caller can tell apart. The codes are a closed list: documented in docs/errors.md, mapped to
 * HTTP statuses in http/error-status.ts, and a test holds the three together. Whatever is thrown and is not a
 * DomainError is a fault of ours: logged with its cause, and told to the caller only as `internal_error`.
 */
export const errorCodes = [
  'invalid_json',
  'missing_field',
  'invalid_value',
  'invalid_pet_id',
  'invalid_query',
  'invalid_header',
  'invalid_request',
  'missing_api_key',
  'invalid_api_key',
  'insufficient_scope',
  'pet_not_found',
  'route_not_found',
  'method_not_allowed',
  'request_timeout',
  'insufficient_stock',
  'version_mismatch',
  'body_too_large',
  'uri_too_long',
  'unsupported_media_type',
  'idempotency_key_reused',
  'precondition_required',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'store_unavailable',
  'outcome_unknown',
  'overloaded',
  'shutting_down',
  'storage_full',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  /** Response headers that belong to this error, e.g. `Allow`. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; headers?: Record<string, string> } = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.headers = options.headers ?? {};
  }
}
