import type { ApiKey } from '../../domain/api-key.ts';
import { HttpError } from '../errors.ts';

/**
 * Limits the requests per second of each API key. The requests of one second may all arrive at
 * once. An API key and the key that replaces it share a limit. N instances of the service allow N
 * times the limit.
 */
export class RateLimiter {
  readonly #defaultLimit: number;
  readonly #now: () => number;
  readonly #buckets = new Map<number, { readonly tokens: number; readonly atMs: number }>();

  /** `defaultLimit` is the rate limit of API keys without one of their own; 0 means no limit. */
  constructor(defaultLimit: number, now: () => number) {
    this.#defaultLimit = defaultLimit;
    this.#now = now;
  }

  /** The rate limit of an API key in requests per second; null for no limit. */
  limitOf(key: ApiKey): number | null {
    return (key.rateLimit ?? this.#defaultLimit) || null;
  }

  /**
   * Counts one request of an API key. Returns headers with the number of requests left, or throws
   * `rate_limited`.
   */
  spend(key: ApiKey): Record<string, string> | undefined {
    const perSecond = this.limitOf(key);
    if (perSecond === null) return undefined;
    const nowMs = this.#now();
    const bucket = this.#buckets.get(key.keyId) ?? { tokens: perSecond, atMs: nowMs };
    const earned = (Math.max(0, nowMs - bucket.atMs) / 1000) * perSecond;
    const available = Math.min(perSecond, bucket.tokens + earned);
    const allowed = available >= 1;
    const tokens = allowed ? available - 1 : available;
    this.#buckets.set(key.keyId, { tokens, atMs: nowMs });
    const left = Math.floor(tokens);
    const headers = {
      'ratelimit-policy': `"key";q=${perSecond};w=1`,
      ratelimit: `"key";r=${left};t=${left === perSecond ? 0 : 1}`,
    };
    if (allowed) return headers;
    const message = `This key may make ${perSecond} requests a second. Slow down.`;
    throw new HttpError('rate_limited', message, {
      headers: { ...headers, 'retry-after': '1' },
    });
  }
}
