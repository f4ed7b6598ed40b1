import type { ChangeReason, Optional, PetId, PetStatus, Time } from './inventory-types.ts';

type CallLimits = {
  /** Time limit for a call including its retries. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** How long one attempt may wait for the response, or for more of it, before the next one. Default: 10,000. */
  readonly attemptTimeoutMs?: number | undefined;
  /** How many times a call is retried at most. Default: 5. */
  readonly retries?: number | undefined;
};

export type ClientOptions = CallLimits & {
  /** The base URL of the API, including `/v1`. */
  readonly url: string;
  /** The API key. */
  readonly key: string;
  /** How long an event stream may be silent before it reconnects. Default: 40,000; the service writes every 15 s. */
  readonly idleTimeoutMs?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
};

/** The limits of one call take precedence over those of the client. */
export type CallOptions = CallLimits & { readonly signal?: AbortSignal | undefined };

export type WriteOptions = CallOptions & {
  /** Write only at this version: `'*'` is any, and 0 stands for "there is none yet". */
  readonly version?: number | '*' | undefined;
  /** Sent as `Idempotency-Key`. Default: a random key for each write. */
  readonly idempotencyKey?: string | undefined;
};

/** `low` lists only pets at or below their low level, and `petIds` only these pets, up to 200. */
export type ListQuery = Optional<{
  status: PetStatus;
  minQuantity: number;
  maxQuantity: number;
  low: boolean;
  petIds: readonly PetId[];
  limit: number;
  after: PetId;
}>;

export type ReservedQuery = Pick<ListQuery, 'limit' | 'after'>;

export type HistoryQuery = Optional<{ limit: number; before: number }>;

/** `after` is the id of a reservation. */
export type ReservationQuery = Optional<{ petId: PetId; limit: number; after: string }>;

/** `key` is the name of an API key. With `after` the oldest entries come first. */
export type LedgerQuery = HistoryQuery &
  Optional<{ petId: PetId; after: number; since: Time; until: Time; key: string; reason: ChangeReason }>;

/** Default: the last 30 days. `days` adds what was sold and arrived on each day. */
export type ReportQuery = Optional<{ since: Time; until: Time; days: boolean }>;

/** Checked options with defaults filled in. */
export type ClientConfig = Required<Omit<ClientOptions, keyof CallLimits>> & CheckedLimits;
type CheckedLimits = { readonly [Limit in keyof CallLimits]-?: number };

const defaultLimits: CheckedLimits = { timeoutMs: 30_000, attemptTimeoutMs: 10_000, retries: 5 };

/** Throws a TypeError for an option that cannot work. No message contains the API key or a password. */
export function configFrom(options: ClientOptions): ClientConfig {
  const { key, idleTimeoutMs = 40_000 } = options;
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key)) {
    throw new TypeError('key must be an API key: printable ASCII characters without spaces.');
  }
  checkTimeouts({ idleTimeoutMs });
  // A browser's fetch must not be called as a method of another object, so it is called as a plain function.
  const fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
  return { url: baseUrl(options.url), key, idleTimeoutMs, fetch, ...limitsFrom(options, defaultLimits) };
}

export function limitsFrom(options: CallLimits, defaults: CheckedLimits): CheckedLimits {
  const { timeoutMs = defaults.timeoutMs, retries = defaults.retries } = options;
  const { attemptTimeoutMs = defaults.attemptTimeoutMs } = options;
  checkTimeouts({ timeoutMs, attemptTimeoutMs });
  if (typeof retries !== 'number' || !(retries >= 0)) throw new TypeError('retries must be 0 or more.');
  return { timeoutMs, attemptTimeoutMs, retries };
}

function checkTimeouts(timeouts: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(timeouts)) {
    if (typeof value !== 'number' || !(value > 0)) throw new TypeError(`${name} must be a number greater than 0.`);
  }
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
