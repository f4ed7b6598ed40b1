import { Deadline } from './deadline.ts';
import { PawstockError } from './error.ts';
import type { CallOptions, ClientConfig, WriteOptions } from './options.ts';
import type { Path } from './path.ts';
import { type ApiResponse, errorFrom, parseResponse, readResponse } from './response.ts';
import { retry } from './retry.ts';

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export type ApiRequest = {
  readonly method: 'GET' | 'PATCH' | 'POST' | 'PUT' | 'DELETE';
  readonly path: Path;
  readonly query?: Query;
  readonly headers?: Record<string, string>;
  readonly body?: string;
};

type Parse<T> = (response: ApiResponse) => T;

/** Sends a request, with retries within one time limit, and parses the response. Throws unless it is a 2xx. */
export async function call<T>(
  config: ClientConfig,
  request: ApiRequest,
  parse: Parse<T>,
  { signal }: CallOptions = {},
): Promise<T> {
  const { timeoutMs, retries } = config;
  const endsAtMs = performance.now() + timeoutMs;
  const deadline = new Deadline(signal);
  let neverSent = true;
  const attemptOnce = async () => {
    try {
      return await attempt(config, request, deadline);
    } catch (error) {
      if (error instanceof PawstockError) error.neverSent = neverSent &&= error.neverSent;
      throw error;
    }
  };
  try {
    const response = await deadline.within(timeoutMs, () => retry(attemptOnce, { retries, endsAtMs, signal }));
    return parseResponse(response, parse);
  } finally {
    deadline.dispose();
  }
}

async function attempt(config: ClientConfig, request: ApiRequest, deadline: Deadline): Promise<ApiResponse> {
  try {
    const response = await readResponse(await send(config, request, deadline.signal));
    if (response.status >= 200 && response.status < 300) return response;
    throw errorFrom(response);
  } catch (error) {
    throw deadline.toError(error, config.url);
  }
}

/** Sends a request once. Redirects are not followed: some turn a write into a GET, and all lose the key elsewhere. */
export function send(config: ClientConfig, request: ApiRequest, signal: AbortSignal): Promise<Response> {
  const { url, key, fetch } = config;
  const { method, path, query = {}, headers = {}, body } = request;
  return fetch(url + path + searchFrom(query), {
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

function searchFrom(query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  return params.size === 0 ? '' : `?${params}`;
}

/** Like `call`, with an Idempotency-Key that stays the same over all attempts, so that the write is applied once. */
export async function write<T>(
  config: ClientConfig,
  request: ApiRequest,
  parse: Parse<T>,
  options: WriteOptions,
): Promise<T> {
  const { version, idempotencyKey = randomKey(), signal } = options;
  const headers = { 'idempotency-key': checkIdempotencyKey(idempotencyKey), ...ifMatch(version) };
  try {
    return await call(config, { ...request, headers }, parse, { signal });
  } catch (error) {
    if (error instanceof PawstockError) error.idempotencyKey = idempotencyKey;
    throw error;
  }
}

/** fetch rejects some of these values as if the network had failed, and trims others to a different key. */
function checkIdempotencyKey(key: string): string {
  if (typeof key === 'string' && /^[\x20-\x7e]+$/.test(key) && key.trim() === key) return key;
  throw new TypeError('idempotencyKey must be printable ASCII characters, with no space at the start or end.');
}

function ifMatch(version: number | '*' | undefined): { 'if-match'?: string } {
  if (version === undefined) return {};
  if (version === '*') return { 'if-match': '*' };
  if (Number.isSafeInteger(version) && version >= 0) return { 'if-match': `"${version}"` };
  throw new TypeError("version must be the number of a version, or '*'.");
}

/** crypto.randomUUID would need a secure context in browsers. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
