import type { Limits } from '../limits.ts';
import type { Platform } from '../platform.ts';
import type { Store, WebhookLease } from '../store/store.ts';

/**
 * Decides which of the instances that share a store delivers webhooks. The instance that holds the
 * lease regularly increases a number in the store. Another instance takes the lease when that
 * number has not changed for a while.
 */
export class Lease {
  readonly instanceId: string;
  readonly #limits: Limits;
  readonly #platform: Platform;
  /**
   * Whether this instance holds the delivery lease, as far as it knows. Another instance may have
   * taken the lease.
   */
  isHeld = false;
  #heldSinceMs = Number.NEGATIVE_INFINITY;
  #seen: { readonly lease: WebhookLease; readonly sinceMs: number } | undefined;

  constructor(limits: Limits, platform: Platform) {
    this.instanceId = platform.randomUUID();
    this.#limits = limits;
    this.#platform = platform;
  }

  /**
   * Whether this instance holds the delivery lease, and no other instance can have taken the lease.
   */
  get isCertain(): boolean {
    return this.#platform.monotonicMs() < this.#heldSinceMs + this.#limits.webhookLeaseMs;
  }

  get isRenewalDue(): boolean {
    return this.#platform.monotonicMs() - this.#heldSinceMs >= this.#limits.webhookRenewIntervalMs;
  }

  async tryTake(store: Store, lease: WebhookLease): Promise<void> {
    const nowMs = this.#platform.monotonicMs();
    if (this.#isFree(lease, nowMs) && (await store.takeWebhookLease(lease, this.instanceId)))
      this.hold(nowMs);
  }

  #isFree(lease: WebhookLease, nowMs: number): boolean {
    if (this.#seen?.lease.holder !== lease.holder || this.#seen.lease.renewal !== lease.renewal) {
      this.#seen = { lease, sinceMs: nowMs };
    }
    // This instance may hold the delivery lease without knowing it, if the store's response was
    // lost.
    if (lease.holder === '' || lease.holder === this.instanceId) return true;
    return nowMs - this.#seen.sinceMs >= this.#limits.webhookLeaseMs;
  }

  /**
   * Notes that this instance holds the delivery lease, from the time when it asked the store for
   * the lease.
   */
  hold(sinceMs: number): void {
    this.isHeld = true;
    this.#heldSinceMs = sinceMs;
  }

  lose(): void {
    this.isHeld = false;
    this.#heldSinceMs = Number.NEGATIVE_INFINITY;
  }
}
