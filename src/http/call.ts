import type { ApiKey } from '../domain/api-key.ts';
import { DomainError, type ErrorCode } from '../domain/errors.ts';
import { withoutSecrets } from '../domain/key-secret.ts';
import { corsHeaders } from './cors.ts';
import { errorBody, errorHeaders } from './error-body.ts';
import { errorStatus } from './error-status.ts';
import type { Answer, Asked } from './exchange.ts';
import { requestIdFor } from './request-id.ts';
import type { Service } from './service.ts';

type Headers = Readonly<Record<string, string>>;

/** One request, and all that its answer will say in headers: whatever the answer turns out to be, these are in it. */
export class Call {
  readonly service: Service;
  readonly asked: Asked;
  /** What the path's placeholder stands for. */
  readonly parameter: string;
  readonly requestId: string;
  readonly #startedMs = performance.now();
  readonly #headers: Record<string, string>;
  #key: ApiKey | undefined;

  constructor(service: Service, asked: Asked, parameter = '') {
    this.service = service;
    this.asked = asked;
    this.parameter = parameter;
    this.requestId = requestIdFor(asked.headers.get('x-request-id'));
    this.#headers = { 'x-request-id': this.requestId };
    if (service.corsOrigins.length > 0) Object.assign(this.#headers, corsHeaders(service.corsOrigins, asked));
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

  /** A header of the request. */
  header(name: string): string | undefined {
    return this.asked.headers.get(name);
  }

  /** Adds to the headers of whatever the answer will be. */
  addHeaders(headers: Headers): void {
    Object.assign(this.#headers, headers);
  }

  answer(status: number, body: Answer['body'], headers: Headers = {}): Answer {
    const vary = this.#headers['vary'];
    const all = Object.assign(this.#headers, headers);
    if (vary !== undefined && headers['vary'] !== undefined) all['vary'] = `${vary}, ${headers['vary']}`;
    return { status, headers: all, body };
  }

  json(status: number, body: string, headers: Headers = {}): Answer {
    this.#headers['content-type'] = 'application/json';
    this.#headers['cache-control'] = 'no-store';
    return this.answer(status, body, headers);
  }

  /** Any failure as an `Error`; what is not a DomainError is our fault, logged and not told. */
  failed(error: unknown): Answer {
    const told = error instanceof DomainError ? error : internalError;
    if (errorStatus[told.code] >= 500) this.#log(told.code, error);
    return this.answer(errorStatus[told.code], errorBody(told), errorHeaders(told));
  }

  /** Counts the call under the operation's name. */
  count(operation: string, answer: Answer): number {
    const durationMs = performance.now() - this.#startedMs;
    this.service.metrics.answered(operation, this.asked.method, answer, durationMs);
    return durationMs;
  }

  /** The same, with a line in the log: who asked for what, and what became of it. */
  report(operation: string, answer: Answer): Answer {
    const ms = Math.round(this.count(operation, answer) * 100) / 100;
    const { requestId } = this;
    this.service.logs.requests?.({ requestId, key: this.#key?.name, operation, status: answer.status, ms });
    return answer;
  }

  #log(code: ErrorCode, error: unknown): void {
    const { method, path } = this.asked;
    const about = { requestId: this.requestId, method, path: withoutSecrets(path), code };
    if (passing.has(code)) this.service.logs.events.warn({ ...about, cause: causeOf(error) }, 'request refused');
    else this.service.logs.events.error({ ...about, err: error }, 'request failed');
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
