import type { ApiKey } from '../domain/api-key.ts';
import { DomainError } from '../domain/errors.ts';
import type { Clock } from '../inventory/inventory.ts';

type Bucket = { tokens: number; atMs: number };

/**
 * So many requests a second a key, with a burst of one second's worth: a bucket that fills as time passes. Each
 * instance counts for itself, so the limit of several is theirs together.
 */
export class RateLimiter {
  readonly #usual: number;
  readonly #now: Clock;
  readonly #buckets = new Map<string, Bucket>();

  /** `usual` holds for keys without a limit of their own; 0 is no limit. */
  constructor(usual: number, now: Clock) {
    this.#usual = usual;
    this.#now = now;
  }

  /** Spends one request of the key's. Returns the headers that tell what is left, or throws `rate_limited`. */
  spend(key: ApiKey): Record<string, string> | undefined {
    const perSecond = key.rateLimit ?? this.#usual;
    if (perSecond === 0) return undefined;
    const bucket = this.#fill(key.id, perSecond);
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens--;
    const left = Math.floor(bucket.tokens);
    const headers = {
      'ratelimit-policy': `"key";q=${perSecond};w=1`,
      ratelimit: `"key";r=${left};t=${left === perSecond ? 0 : 1}`,
    };
    if (allowed) return headers;
    throw new DomainError('rate_limited', `This key may make ${perSecond} requests a second. Slow down.`, {
      headers: { ...headers, 'retry-after': '1' },
    });
  }

  #fill(id: string, perSecond: number): Bucket {
    const nowMs = this.#now();
    let bucket = this.#buckets.get(id);
    if (bucket === undefined) {
      bucket = { tokens: perSecond, atMs: nowMs };
      this.#buckets.set(id, bucket);
    }
    const earned = (Math.max(0, nowMs - bucket.atMs) / 1000) * perSecond;
    bucket.tokens = Math.min(perSecond, bucket.tokens + earned);
    bucket.atMs = nowMs;
    return bucket;
  }
}
