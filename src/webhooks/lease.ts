import { randomUUID } from 'node:crypto';
import type { Limits } from '../limits.ts';
import type { Store, WebhookLease } from '../store/store.ts';

/**
 * Decides which of all instances on a store delivers webhooks. The holder renews the lease by counting up. Another
 * instance takes it over when it has seen no renewal for a while, by its own monotonic clock.
 */
export class Lease {
  readonly id = randomUUID();
  readonly #limits: Limits;
  /** Whether this instance is the holder. Another one may have taken over without its knowledge. */
  isHeld = false;
  #endsAtMs = 0;
  #seen: { readonly lease: WebhookLease; readonly sinceMs: number } | undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Whether this instance is the holder and no other one can have taken over. */
  get isCertain(): boolean {
    return performance.now() < this.#endsAtMs;
  }

  get isRenewalDue(): boolean {
    const renewedAtMs = this.#endsAtMs - this.#limits.webhookLeaseMs;
    return performance.now() - renewedAtMs >= this.#limits.webhookRenewIntervalMs;
  }

  async tryTake(store: Store, lease: WebhookLease): Promise<void> {
    const nowMs = performance.now();
    if (this.#isFree(lease, nowMs) && (await store.takeWebhookLease(lease, this.id))) this.hold(nowMs);
  }

  #isFree(lease: WebhookLease, nowMs: number): boolean {
    if (this.#seen?.lease.holder !== lease.holder || this.#seen.lease.renewal !== lease.renewal) {
      this.#seen = { lease, sinceMs: nowMs };
    }
    // The store may have given this instance the lease although the response got lost.
    if (lease.holder === '' || lease.holder === this.id) return true;
    return nowMs - this.#seen.sinceMs >= this.#limits.webhookLeaseMs;
  }

  /** `sinceMs` is when the request began that took or renewed the lease. */
  hold(sinceMs: number): void {
    this.isHeld = true;
    this.#endsAtMs = sinceMs + this.#limits.webhookLeaseMs;
  }

  lose(): void {
    this.isHeld = false;
    this.#endsAtMs = 0;
  }
}
