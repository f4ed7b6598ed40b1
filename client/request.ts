import { Deadline } from './deadline.ts';
import { PawstockError } from './error.ts';
import { type CallOptions, type ClientConfig, limitsFrom, type WriteOptions } from './options.ts';
import type { Path } from './path.ts';
import {
  type ApiResponse,
  errorFrom,
  parseResponse,
  readResponse,
  requestIdFrom,
} from './response.ts';
import { retry } from './retry.ts';

export type ApiRequest = {
  readonly method: 'GET' | 'PATCH' | 'POST' | 'PUT' | 'DELETE';
  readonly path: Path;
  readonly headers?: Record<string, string>;
  readonly body?: string;
};

export type Parse<T> = (response: ApiResponse) => T;

/**
 * Sends a request, retries it within one time limit, and parses the response. Throws unless the
 * response is a 2xx, or a 304 to a request with `If-None-Match`.
 */
export async function call<T>(
  config: ClientConfig,
  request: ApiRequest,
  parse: Parse<T>,
  options: CallOptions = {},
): Promise<T> {
  const { signal } = options;
  const { timeoutMs, attemptTimeoutMs, retries } = limitsFrom(options, config);
  const endsAtMs = performance.now() + timeoutMs;
  let neverSent = true;
  const attemptOnce = async () => {
    const deadline = new Deadline(signal);
    const within = <R>(work: () => Promise<R>) => {
      const leftMs = endsAtMs - performance.now();
      return leftMs < attemptTimeoutMs
        ? deadline.within(timeoutMs, work, leftMs)
        : deadline.within(attemptTimeoutMs, work);
    };
    try {
      const sent = await within(() => send(config, request, deadline.signal));
      const response = await readResponse(sent, within);
      if (response.status >= 200 && response.status < 300) return response;
      if (response.status === 304 && request.headers?.['if-none-match'] !== undefined)
        return response;
      throw errorFrom(response);
    } catch (thrown) {
      const error = deadline.toError(thrown, config.url);
      if (error instanceof PawstockError) error.neverSent = neverSent &&= error.neverSent;
      throw error;
    } finally {
      deadline.dispose();
    }
  };
  return parseResponse(await retry(attemptOnce, { retries, endsAtMs, signal }), parse);
}

/**
 * Sends a request once, without following redirects: a redirect may turn a write into a GET, or
 * drop the API key.
 */
export function send(
  config: ClientConfig,
  request: ApiRequest,
  signal: AbortSignal,
): Promise<Response> {
  const { url, key, fetch } = config;
  const { method, path, headers = {}, body } = request;
  return fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    redirect: 'manual',
    signal,
    ...(body === undefined ? {} : { body }),
  });
}

/** What the headers of the response tell about a write. */
export type WriteReceipt = {
  /**
   * The id of the request in the service's log and in the ledger; undefined if a proxy has removed
   * its header.
   */
  readonly requestId: string | undefined;
  /**
   * Whether the service repeats the result of an earlier request with the same `Idempotency-Key`.
   */
  readonly replayed: boolean;
};

export type Written<T> = T & WriteReceipt;

/**
 * Sends a write, and retries it. All attempts have the same Idempotency-Key, so the service applies
 * the write once.
 */
export async function write<T extends object>(
  config: ClientConfig,
  request: ApiRequest,
  parse: Parse<T>,
  options: WriteOptions = {},
): Promise<Written<T>> {
  const { version, idempotencyKey = randomKey() } = options;
  const headers = {
    'idempotency-key': checkIdempotencyKey(idempotencyKey),
    ...precondition(request.method, version),
  };
  const withReceipt = (response: ApiResponse) => ({
    ...parse(response),
    requestId: requestIdFrom(response.headers),
    replayed: response.headers.get('idempotent-replayed') === 'true',
  });
  try {
    return await call(config, { ...request, headers }, withReceipt, options);
  } catch (error) {
    if (error instanceof PawstockError) error.idempotencyKey = idempotencyKey;
    throw error;
  }
}

/**
 * Throws for an Idempotency-Key that `fetch` would trim, or would refuse as if the network had
 * failed.
 */
function checkIdempotencyKey(key: string): string {
  if (typeof key === 'string' && /^[\x20-\x7e]+$/.test(key) && key.trim() === key) return key;
  throw new TypeError(
    'idempotencyKey must be printable ASCII characters, with no space at the start or end.',
  );
}

/** Throws for a text that is no ETag: `fetch` would report it as if the network had failed. */
export function ifNoneMatchHeader(etag: string | undefined): Record<string, string> {
  if (etag === undefined) return {};
  if (/^(?:W\/)?"[\x21\x23-\x7e]*"$/.test(etag)) return { 'if-none-match': etag };
  throw new TypeError('ifNoneMatch must be the etag of a list.');
}

function precondition(method: string, version: number | '*' | undefined): Record<string, string> {
  if (version === undefined) return {};
  if (version === '*') return { 'if-match': '*' };
  if (version === 0 && method === 'PUT') return { 'if-none-match': '*' };
  if (Number.isSafeInteger(version) && version >= 0) return { 'if-match': `"${version}"` };
  throw new TypeError("version must be the number of a version, or '*'.");
}

/**
 * A random Idempotency-Key. crypto.randomUUID is not used: browsers have it only on secure pages.
 */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
