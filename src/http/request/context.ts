import type { ShopDays } from '@pawstock/shared/shop-days.ts';
import type { Backups } from '../../backups/backups.ts';
import { type ApiKey, redactSecrets } from '../../domain/api-key.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Inventory } from '../../inventory/inventory.ts';
import type { Lane } from '../../lanes.ts';
import type { Limits } from '../../limits.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Logs } from '../../observability/log.ts';
import type { Metrics } from '../../observability/metrics.ts';
import type { Platform } from '../../platform.ts';
import type { Webhooks } from '../../webhooks/webhooks.ts';
import {
  type ErrorCode,
  errorResponse,
  errorStatus,
  HttpError,
  internalError,
  securityHeaders,
} from '../errors.ts';
import type { HttpRequest, HttpResponse } from '../server/message.ts';
import { corsHeaders } from './cors.ts';
import { requestIdFor, traceIdOf, traceparentIn } from './headers.ts';
import type { RateLimiter } from './rate-limit.ts';

export const appStates = ['starting', 'serving', 'draining', 'stopping'] as const;

/** The parts of the service that the handling of a request uses. */
export type AppContext = {
  readonly platform: Platform;
  readonly inventory: Inventory;
  readonly backups: Backups | undefined;
  /** Undefined if the service has no mail server. */
  readonly mailer: Mailer | undefined;
  readonly logs: Logs;
  readonly metrics: Metrics;
  readonly rateLimiter: RateLimiter;
  readonly batches: Lane;
  readonly limits: Limits;
  readonly shopDays: ShopDays;
  readonly webhooks: Webhooks;
  readonly corsOrigins: readonly string[];
  readonly eventStreams: Lane;
  /**
   * The state of the service, which app.ts and drain.ts change when it starts and stops the
   * service.
   */
  state: (typeof appStates)[number];
};

/**
 * A request that is being handled, and the headers that its response gets even if the request
 * fails.
 */
export class Context {
  readonly app: AppContext;
  readonly request: HttpRequest;
  readonly requestId: string;
  readonly traceparent: string | null;
  readonly #startedMs: number;
  readonly #headers: Record<string, string>;
  #key: ApiKey | undefined;
  /**
   * Whether the request failed with a temporary error. At level `info`, the log only counts such
   * requests.
   */
  #isTemporary = false;

  constructor(app: AppContext, request: HttpRequest) {
    this.app = app;
    this.request = request;
    this.#startedMs = app.platform.monotonicMs();
    this.requestId = requestIdFor(request.headers['x-request-id'], app.platform);
    this.traceparent = traceparentIn(request.headers['traceparent']);
    this.#headers = { ...securityHeaders, 'x-request-id': this.requestId };
    if (app.corsOrigins.length > 0)
      Object.assign(this.#headers, corsHeaders(app.corsOrigins, request));
    if (app.state === 'draining' || app.state === 'stopping') this.#headers['connection'] = 'close';
  }

  /** The caller's API key. Reading it throws an error until the key has been checked. */
  get key(): ApiKey {
    if (this.#key === undefined) throw new Error('the request has not been authenticated');
    return this.#key;
  }

  set key(key: ApiKey) {
    this.#key = key;
  }

  header(name: string): string | undefined {
    return this.request.headers[name];
  }

  /** Adds headers to the response, even if the response becomes an error. */
  addHeaders(headers: HttpResponse['headers']): void {
    Object.assign(this.#headers, headers);
  }

  response(
    status: number,
    body: HttpResponse['body'],
    headers: HttpResponse['headers'] = {},
  ): HttpResponse {
    const vary = this.#headers['vary'];
    const all = Object.assign(this.#headers, headers);
    if (vary !== undefined && headers['vary'] !== undefined)
      all['vary'] = `${vary}, ${headers['vary']}`;
    return { status, headers: all, body };
  }

  json(status: number, body: string, headers: HttpResponse['headers'] = {}): HttpResponse {
    this.#headers['content-type'] = 'application/json';
    this.#headers['cache-control'] = 'no-store';
    return this.response(status, body, headers);
  }

  /**
   * Turns an error into a response. An unexpected error is logged, and callers see only
   * `internal_error`.
   */
  failure(error: unknown): HttpResponse {
    const shown =
      error instanceof DomainError || error instanceof HttpError ? error : internalError;
    this.#isTemporary = temporary.has(shown.code);
    const cause =
      error instanceof Error && error.cause !== undefined ? String(error.cause) : undefined;
    if (this.#isTemporary) this.app.logs.outages.count(shown.code, cause);
    else if (errorStatus[shown.code] >= 500) {
      const { requestId, request } = this;
      const about = {
        requestId,
        traceId: traceIdOf(this.traceparent),
        method: request.method,
        path: redactSecrets(request.path),
        code: shown.code,
      };
      this.app.logs.events.error({ ...about, err: error }, 'request failed');
    }
    const { status, body, headers } = errorResponse(shown);
    return this.response(status, body, headers);
  }

  /**
   * Counts and logs the request: fast, successful GETs and temporary errors at level `debug`,
   * others at `info`.
   */
  report(operation: string, response: HttpResponse): HttpResponse {
    const durationMs = this.app.platform.monotonicMs() - this.#startedMs;
    const { status } = response;
    const { requestId, request } = this;
    const { method, path } = request;
    this.app.metrics.observeRequest(operation, method, status, durationMs);
    const isNotable = status >= 400 || !readMethods.has(method) || durationMs > slowMs;
    const level = isNotable && !this.#isTemporary ? 'info' : 'debug';
    const { requests } = this.app.logs;
    if (requests?.isLevelEnabled(level)) {
      const ms = Math.round(durationMs * 100) / 100;
      const fields = {
        requestId,
        traceId: traceIdOf(this.traceparent),
        key: this.#key?.name,
        method,
        path: redactSecrets(path),
        operation,
        status,
        ms,
      };
      requests[level](fields, 'request');
    }
    return response;
  }
}

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A GET, HEAD or OPTIONS request that takes longer than this is logged at the level `info`. */
const slowMs = 1_000;

/**
 * The codes of errors that pass by themselves, such as an overload. At level `info`, the log only
 * counts them.
 */
const temporary: ReadonlySet<ErrorCode> = new Set([
  'store_unavailable',
  'overloaded',
  'shutting_down',
  'storage_full',
]);
