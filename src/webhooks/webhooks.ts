import { randomUUID } from 'node:crypto';
import { type Webhook, type WebhookState, webhookState } from '../domain/webhook.ts';
import { coalesce } from '../inventory/coalesce.ts';
import { atMost, closingMs } from '../store/closing.ts';
import type { Store, WebhookLease } from '../store/store.ts';
import { Delivery, type DeliveryOptions } from './delivery.ts';

/** For deliveries under way when the service stops. */
const drainMs = 2_000;

/**
 * Tells endpoints of changes. Of all instances on a store, the one that holds the lease delivers. It renews the lease by
 * counting up; the others take it over when they have seen no renewal for a while, by their own clocks. The
 * holder stores progress only together with a renewal, so that one that has lost the lease cannot store anything. See
 * docs/decisions/0023.
 */
export class Webhooks {
  readonly #options: DeliveryOptions;
  readonly #holder = randomUUID();
  readonly #deliveries = new Map<string, Delivery>();
  #store: Store | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> | undefined;
  #stopped = false;
  /** Whether this instance delivers. */
  isHolder = false;
  /** On the monotonic clock, like `sinceMs`. */
  #leaseEndsAtMs = 0;
  #seen: { readonly lease: WebhookLease; readonly sinceMs: number } | undefined;
  #webhooks: readonly Webhook[] = [];
  #lag: { readonly entries: number; readonly oldestAtMs: number | undefined } = { entries: 0, oldestAtMs: undefined };

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  start(store: Store): void {
    this.#store = store;
    const tick = () => {
      this.#ticking ??= this.#tick(store)
        .catch(this.#options.onError)
        .finally(() => {
          this.#ticking = undefined;
        });
    };
    tick();
    this.#timer = setInterval(tick, this.#options.limits.webhookTickMs);
  }

  /** Forgets what is not stored: the store no longer holds what was known of it. */
  reset(): void {
    this.isHolder = false;
    this.#leaseEndsAtMs = 0;
    for (const delivery of this.#deliveries.values()) delivery.abort();
    this.#deliveries.clear();
  }

  /** Stores how far deliveries have come and gives up the lease, so that another instance continues at once. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    const deliveries = [...this.#deliveries.values()];
    for (const delivery of deliveries) delivery.stop();
    await atMost(drainMs, Promise.all([this.#ticking, ...deliveries.map(({ ended }) => ended)]));
    for (const delivery of deliveries) delivery.abort();
    if (this.isHolder) await atMost(closingMs, this.#saveAs(''));
  }

  countByState(): Record<WebhookState, number> {
    const counts = { active: 0, failing: 0, disabled: 0 };
    for (const webhook of this.#known) counts[webhookState(webhook)]++;
    return counts;
  }

  /** How far behind the slowest endpoint was, of those not disabled, at the last tick. */
  get lagEntries(): number {
    return this.#lag.entries;
  }

  get lagSeconds(): number {
    const nowMs = this.#options.now();
    return Math.max(0, nowMs - (this.#lag.oldestAtMs ?? nowMs)) / 1000;
  }

  get #known(): readonly Webhook[] {
    return this.#webhooks.map((webhook) => this.#deliveries.get(webhook.id)?.webhook ?? webhook);
  }

  async #tick(store: Store): Promise<void> {
    const { lease, webhooks } = await store.webhooks();
    this.#webhooks = webhooks;
    if (this.isHolder && lease.holder !== this.#holder) this.reset();
    if (webhooks.length > 0 && !this.isHolder && this.#isFree(lease)) await this.#take(store, lease);
    if (this.isHolder) {
      this.#syncDeliveries(webhooks);
      for (const delivery of this.#deliveries.values()) delivery.wake();
      if (webhooks.length === 0) await this.#saveAs('');
      else if (this.#isSaveDue) await this.#save();
    }
    await this.#measureLag(store);
  }

  #isFree(lease: WebhookLease): boolean {
    const nowMs = performance.now();
    if (this.#seen?.lease.holder !== lease.holder || this.#seen.lease.renewal !== lease.renewal) {
      this.#seen = { lease, sinceMs: nowMs };
    }
    // Its own lease is one that it took without being told so.
    if (lease.holder === '' || lease.holder === this.#holder) return true;
    return nowMs - this.#seen.sinceMs >= this.#options.limits.webhookLeaseMs;
  }

  async #take(store: Store, seen: WebhookLease): Promise<void> {
    const startedMs = performance.now();
    if (this.#stopped || !(await store.takeWebhookLease(seen, this.#holder))) return;
    this.isHolder = true;
    this.#leaseEndsAtMs = startedMs + this.#options.limits.webhookLeaseMs;
  }

  /** Follows what commands have added, changed and removed. */
  #syncDeliveries(webhooks: readonly Webhook[]): void {
    const stored = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
    for (const [id, delivery] of this.#deliveries) {
      if (stored.get(id)?.revision === delivery.webhook.revision) continue;
      delivery.abort();
      this.#deliveries.delete(id);
    }
    if (this.#stopped) return;
    for (const webhook of webhooks) {
      if (webhook.disabledAtMs !== null || this.#deliveries.has(webhook.id)) continue;
      const mayDeliver = () => performance.now() < this.#leaseEndsAtMs;
      this.#deliveries.set(webhook.id, new Delivery(webhook, { ...this.#options, mayDeliver, save: this.#save }));
    }
  }

  get #isSaveDue(): boolean {
    const renewedAtMs = this.#leaseEndsAtMs - this.#options.limits.webhookLeaseMs;
    if (performance.now() - renewedAtMs >= this.#options.limits.webhookRenewIntervalMs) return true;
    return [...this.#deliveries.values()].some(({ unsaved }) => unsaved > 0);
  }

  readonly #save = coalesce(() => this.#saveAs(this.#holder));

  async #saveAs(nextHolder: string): Promise<void> {
    const startedMs = performance.now();
    const changed = [...this.#deliveries.values()].filter(({ unsaved }) => unsaved > 0);
    const updates = changed.map(({ webhook }) => webhook);
    for (const delivery of changed) delivery.unsaved = 0;
    try {
      const isHolder = await this.#store?.saveWebhooks(this.#holder, updates, nextHolder);
      if (isHolder && nextHolder !== '') this.#leaseEndsAtMs = startedMs + this.#options.limits.webhookLeaseMs;
      else this.reset();
    } catch (error) {
      for (const delivery of changed) delivery.unsaved++;
      throw error;
    }
  }

  async #measureLag(store: Store): Promise<void> {
    const enabled = this.#known.filter(({ disabledAtMs }) => disabledAtMs === null);
    const { seq } = enabled.length === 0 ? { seq: 0 } : await store.head();
    const cursor = Math.min(seq, ...enabled.map((webhook) => webhook.cursor));
    const [oldest] = cursor < seq ? await store.entriesAfter(cursor, 1) : [];
    this.#lag = { entries: seq - cursor, oldestAtMs: oldest?.atMs };
  }
}
