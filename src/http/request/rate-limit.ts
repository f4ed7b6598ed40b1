import type { ApiKey } from '../../domain/api-key.ts';
import { HttpError } from '../errors.ts';

type Bucket = { tokens: number; atMs: number };

/**
 * Limits the requests per second of each API key, with bursts of one second's requests. An API key and the key that
 * replaces it share a limit. N instances of the service allow N times the limit.
 */
export class RateLimiter {
  readonly #defaultLimit: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  /** `defaultLimit` is the rate limit of API keys without one of their own; 0 means no limit. */
  constructor(defaultLimit: number, now: () => number) {
    this.#defaultLimit = defaultLimit;
    this.#now = now;
  }

  /** The rate limit of an API key in requests per second; null for no limit. */
  limitOf(key: ApiKey): number | null {
    return (key.rateLimit ?? this.#defaultLimit) || null;
  }

  /** Counts one request of an API key. Returns headers with the number of requests left, or throws `rate_limited`. */
  spend(key: ApiKey): Record<string, string> | undefined {
    const perSecond = this.limitOf(key);
    if (perSecond === null) return undefined;
    const bucket = this.#refill(key.rotationId, perSecond);
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens--;
    const left = Math.floor(bucket.tokens);
    const headers = {
      'ratelimit-policy': `"key";q=${perSecond};w=1`,
      ratelimit: `"key";r=${left};t=${left === perSecond ? 0 : 1}`,
    };
    if (allowed) return headers;
    const message = `This key may make ${perSecond} requests a second. Slow down.`;
    throw new HttpError('rate_limited', message, { ...headers, 'retry-after': '1' });
  }

  #refill(rotationId: string, perSecond: number): Bucket {
    const nowMs = this.#now();
    const { tokens, atMs } = this.#buckets.get(rotationId) ?? { tokens: perSecond, atMs: nowMs };
    const earned = (Math.max(0, nowMs - atMs) / 1000) * perSecond;
    const bucket = { tokens: Math.min(perSecond, tokens + earned), atMs: nowMs };
    this.#buckets.set(rotationId, bucket);
    return bucket;
  }
}
