import { randomUUID } from 'node:crypto';
import type { Limits } from '../limits.ts';
import type { Store, WebhookLease } from '../store/store.ts';

/**
 * Which of all instances on a store delivers. The holder renews the lease by counting up; the others take it over when
 * they have seen no renewal for a while. Times are those of each instance's monotonic clock.
 */
export class Lease {
  readonly id = randomUUID();
  readonly #limits: Limits;
  /** Whether this instance is the holder, as far as it knows. */
  isHeld = false;
  #endsAtMs = 0;
  #seen: { readonly lease: WebhookLease; readonly sinceMs: number } | undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Whether no other instance can have taken it over. */
  get isCertain(): boolean {
    return performance.now() < this.#endsAtMs;
  }

  get isRenewalDue(): boolean {
    const renewedAtMs = this.#endsAtMs - this.#limits.webhookLeaseMs;
    return performance.now() - renewedAtMs >= this.#limits.webhookRenewIntervalMs;
  }

  /** Takes the lease if it is free. */
  async tryTake(store: Store, lease: WebhookLease): Promise<void> {
    const nowMs = performance.now();
    if (this.#isFree(lease, nowMs) && (await store.takeWebhookLease(lease, this.id))) this.hold(nowMs);
  }

  #isFree(lease: WebhookLease, nowMs: number): boolean {
    if (this.#seen?.lease.holder !== lease.holder || this.#seen.lease.renewal !== lease.renewal) {
      this.#seen = { lease, sinceMs: nowMs };
    }
    // Its own lease is one that it took without being told so.
    if (lease.holder === '' || lease.holder === this.id) return true;
    return nowMs - this.#seen.sinceMs >= this.#limits.webhookLeaseMs;
  }

  /** It was taken or renewed by a request that began then. */
  hold(sinceMs: number): void {
    this.isHeld = true;
    this.#endsAtMs = sinceMs + this.#limits.webhookLeaseMs;
  }

  lose(): void {
    this.isHeld = false;
    this.#endsAtMs = 0;
  }
}
