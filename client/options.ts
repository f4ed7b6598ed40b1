import type { PetId, PetStatus, Remarks } from './inventory-types.ts';

export type ClientOptions = {
  /** The base URL of the API, including `/v1`. */
  readonly url: string;
  /** The API key. */
  readonly key: string;
  /** Time limit for a call including its retries. Default: 30,000. */
  readonly timeoutMs?: number;
  /** How many times a call is retried at most. Default: 5. */
  readonly retries?: number;
  /** How long an event stream may be silent before it reconnects. Default: 40,000; the service writes every 15 s. */
  readonly idleTimeoutMs?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
};

export type CallOptions = { readonly signal?: AbortSignal | undefined };

export type WriteOptions = CallOptions & {
  /** Write only if the item is at this version; `'*'` matches any version of an existing item. */
  readonly version?: number | '*' | undefined;
  /** Sent as `Idempotency-Key`. Default: a random key for each write. */
  readonly idempotencyKey?: string | undefined;
};

export type ListQuery = {
  readonly status?: PetStatus | undefined;
  readonly minQuantity?: number | undefined;
  readonly maxQuantity?: number | undefined;
  /** Lists only pets at or below their low level. */
  readonly low?: boolean | undefined;
  readonly limit?: number | undefined;
  readonly after?: PetId | undefined;
};

export type HistoryQuery = { readonly limit?: number | undefined; readonly before?: number | undefined };

/** `after` is the id of a reservation. */
export type ReservationQuery = {
  readonly petId?: PetId | undefined;
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
};

/** `since` and `until` are RFC 3339, `key` is the name of an API key. With `after` the oldest entries come first. */
export type LedgerQuery = HistoryQuery & {
  readonly after?: number | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly key?: string | undefined;
  readonly reason?: NonNullable<Remarks['reason']> | undefined;
};

/** The times are RFC 3339. Default: the last 30 days. `days` adds what was sold and arrived on each day. */
export type ReportQuery = {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly days?: boolean | undefined;
};

/** Checked options with defaults filled in. */
export type ClientConfig = Required<ClientOptions>;

/** Throws a TypeError for an option that cannot work. No message contains the API key or a password. */
export function configFrom(options: ClientOptions): ClientConfig {
  const { key, timeoutMs = 30_000, retries = 5, idleTimeoutMs = 40_000 } = options;
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key)) {
    throw new TypeError('key must be an API key: printable ASCII characters without spaces.');
  }
  for (const [name, value] of Object.entries({ timeoutMs, idleTimeoutMs })) {
    if (typeof value !== 'number' || !(value > 0)) throw new TypeError(`${name} must be a number greater than 0.`);
  }
  if (typeof retries !== 'number' || !(retries >= 0)) throw new TypeError('retries must be 0 or more.');
  // A browser's fetch must not be called as a method of another object, so it is called as a plain function.
  const fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
  return { url: baseUrl(options.url), key, timeoutMs, retries, idleTimeoutMs, fetch };
}

function baseUrl(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new TypeError('url must be an absolute URL that begins with http:// or https://.');
  }
  const { origin, pathname, username, password, search, hash } = new URL(text);
  if (username + password + search + hash !== '') {
    throw new TypeError('url must have no user name, password, query or fragment.');
  }
  return origin + pathname.replace(/\/+$/, '');
}
