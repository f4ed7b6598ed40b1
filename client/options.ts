import type { ChangeReason, Optional, PetId, PetStatus, Time } from './inventory-types.ts';

type CallLimits = {
  /** The time limit of a call with all its retries, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /**
   * How long one attempt may wait for the next part of its response, in milliseconds. Default:
   * 10,000.
   */
  readonly attemptTimeoutMs?: number | undefined;
  /** How many times a call is retried at most. Default: 5. */
  readonly retries?: number | undefined;
};

export type ClientOptions = CallLimits & {
  /** The base URL of the API, including `/v1`. */
  readonly url: string;
  readonly key: string;
  /**
   * An event stream that is silent this long reconnects. Default: 40,000 ms. The service sends data
   * every 15 s.
   */
  readonly idleTimeoutMs?: number;
  /** A function that the client uses instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
};

/** The options of one call. Their limits take precedence over the limits of the client. */
export type CallOptions = CallLimits & { readonly signal?: AbortSignal | undefined };

/**
 * The options of a list that is read again: if it is still the one with this `etag`, the call
 * returns undefined.
 */
export type ConditionalOptions = CallOptions & { readonly ifNoneMatch: string | undefined };

export type WriteOptions = CallOptions & {
  /**
   * The version that the pet or reservation must have. `'*'` means any version, and 0 means that it
   * must not exist.
   */
  readonly version?: number | '*' | undefined;
  /** The `Idempotency-Key` of the write. Default: a random key for each write. */
  readonly idempotencyKey?: string | undefined;
};

/**
 * The filter of a list of pets. `low` selects pets at or below their low level; `petIds` names up
 * to 200 pets.
 */
export type ListQuery = Optional<{
  status: PetStatus;
  minQuantity: number;
  maxQuantity: number;
  low: boolean;
  petIds: readonly PetId[];
  limit: number;
  after: PetId;
}>;

/**
 * Selects details. `petIds` names up to 200 pets. A barcode selects the pet that has it: codes that
 * are the same GTIN are the same.
 */
export type DetailsQuery = Pick<ListQuery, 'petIds' | 'limit' | 'after'> &
  Optional<{ barcode: string }>;

export type ReservedQuery = Pick<ListQuery, 'limit' | 'after'>;

export type HistoryQuery = Optional<{ limit: number; before: number }>;

/**
 * The filter of a reservation list. `after` is the id of the last reservation on the previous page.
 */
export type ReservationQuery = Optional<{ petId: PetId; limit: number; after: string }>;

/**
 * The filter of ledger entries. `key` is the name of an API key, and `keyId`
 * its id. With `after`, the oldest entries
 * come first.
 */
export type LedgerQuery = HistoryQuery &
  Optional<{
    petId: PetId;
    after: number;
    since: Time;
    until: Time;
    key: string;
    keyId: number;
    reason: ChangeReason;
  }>;

/**
 * The span of a report. Default: the last 30 days. With `days: true`, the report also has the sums
 * of each day. `petIds` names up to 200 pets; with `limit` the report has so many pets at most, and
 * its totals are over all that are selected.
 */
export type ReportQuery = Optional<{ since: Time; until: Time; days: boolean }> &
  Pick<ListQuery, 'petIds' | 'limit' | 'after'>;

/** The options of a client, after they were checked and completed with defaults. */
export type ClientConfig = Required<Omit<ClientOptions, keyof CallLimits>> & CheckedLimits;
type CheckedLimits = { readonly [Limit in keyof CallLimits]-?: number };

const defaultLimits: CheckedLimits = { timeoutMs: 30_000, attemptTimeoutMs: 10_000, retries: 5 };

/**
 * Checks the options of a client. Throws a TypeError for a wrong option, without secrets in its
 * message.
 */
export function configFrom(options: ClientOptions): ClientConfig {
  const { key, idleTimeoutMs = 40_000 } = options;
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key)) {
    throw new TypeError('key must be an API key: printable ASCII characters without spaces.');
  }
  checkTimeouts({ idleTimeoutMs });
  // Browsers refuse to call the global fetch as a method of another object, so the client calls it
  // as a function.
  const fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
  return {
    url: baseUrl(options.url),
    key,
    idleTimeoutMs,
    fetch,
    ...limitsFrom(options, defaultLimits),
  };
}

export function limitsFrom(options: CallLimits, defaults: CheckedLimits): CheckedLimits {
  const { timeoutMs = defaults.timeoutMs, retries = defaults.retries } = options;
  const { attemptTimeoutMs = defaults.attemptTimeoutMs } = options;
  checkTimeouts({ timeoutMs, attemptTimeoutMs });
  if (typeof retries !== 'number' || !(retries >= 0))
    throw new TypeError('retries must be 0 or more.');
  return { timeoutMs, attemptTimeoutMs, retries };
}

function checkTimeouts(timeouts: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(timeouts)) {
    if (typeof value !== 'number' || !(value > 0))
      throw new TypeError(`${name} must be a number greater than 0.`);
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
