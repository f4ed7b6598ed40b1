import type { ApiKey } from '../domain/api-key.ts';
import { DomainError, type ErrorCode } from '../domain/errors.ts';
import { corsHeaders } from './cors.ts';
import { errorBody, errorHeaders } from './error-body.ts';
import { errorStatus } from './error-status.ts';
import { pathOf } from './path.ts';
import { requestIdFor } from './request-id.ts';
import type { Service } from './service.ts';

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

type AnswerBody = string | Uint8Array<ArrayBuffer> | ReadableStream | null;

/**
 * One request and its answer. All headers are settled before the response is made, and nothing touches it afterwards:
 * changing a finished response makes the runtime build it a second time.
 */
export class Call {
  readonly service: Service;
  readonly request: Request;
  /** What the path's placeholders stand for. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly #headers: Record<string, string>;
  #key: ApiKey | undefined;

  constructor(service: Service, request: Request, parameters: Readonly<Record<string, string>> = {}) {
    this.service = service;
    this.request = request;
    this.parameters = parameters;
    this.requestId = requestIdFor(request.headers.get('x-request-id'));
    this.#headers = { ...securityHeaders, 'x-request-id': this.requestId };
    if (service.corsOrigins.length > 0) Object.assign(this.#headers, corsHeaders(service.corsOrigins, request));
    if (service.state === 'draining' || service.state === 'stopping') this.#headers['connection'] = 'close';
  }

  /** Who asks. Only handlers of authenticated operations may. */
  get key(): ApiKey {
    if (this.#key === undefined) throw new Error('the call has not been authenticated');
    return this.#key;
  }

  set key(key: ApiKey) {
    this.#key = key;
  }

  /** Adds to the headers of whatever the answer will be. */
  addHeaders(headers: Readonly<Record<string, string>>): void {
    Object.assign(this.#headers, headers);
  }

  answer(status: number, body: AnswerBody, headers: Readonly<Record<string, string>> = {}): Response {
    const vary = this.#headers['vary'] !== undefined && headers['vary'] !== undefined;
    const all = { ...this.#headers, ...headers };
    if (vary) all['vary'] = `${this.#headers['vary']}, ${headers['vary']}`;
    return new Response(body, { status, headers: all });
  }

  json(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Response {
    return this.answer(status, body, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers });
  }

  /** Any failure as an `Error`; what is not a DomainError is our fault, logged and not told. */
  failed(error: unknown): Response {
    const told = error instanceof DomainError ? error : internalError;
    if (errorStatus[told.code] >= 500) this.#log(told.code, error);
    return this.answer(errorStatus[told.code], errorBody(told), errorHeaders(told));
  }

  #log(code: ErrorCode, error: unknown): void {
    const { method, url } = this.request;
    const about = { requestId: this.requestId, method, path: pathOf(url), code };
    if (passing.has(code)) this.service.log.warn({ ...about, cause: causeOf(error) }, 'request refused');
    else this.service.log.error({ ...about, err: error }, 'request failed');
  }
}

function causeOf(error: unknown): string | undefined {
  return error instanceof Error && error.cause !== undefined ? String(error.cause) : undefined;
}

/** Documented states that pass by themselves; a stack would only frighten. */
const passing: ReadonlySet<ErrorCode> = new Set(['store_unavailable', 'overloaded', 'shutting_down', 'storage_full']);

const internalError = new DomainError(
  'internal_error',
  'Something went wrong on our side. Try again, and report the X-Request-Id if it stays.',
);
