import { DomainError } from '../domain/errors.ts';
import {
  isDelivered,
  type Webhook,
  type WebhookSettings,
  type WebhookState,
  webhookState,
} from '../domain/webhook.ts';
import type { Attempt } from '../domain/webhook-attempt.ts';
import { coalesce } from '../inventory/coalesce.ts';
import { Lane } from '../lanes.ts';
import { atMost, closingMs } from '../time-limit.ts';
import { type Sending, send, testMessageTo } from './delivery.ts';
import { DeliveryLoop, type DeliveryParts } from './delivery-loop.ts';
import { Lease } from './lease.ts';

/** How long a service that stops waits for the responses to webhook messages that it has sent. */
const drainMs = 2_000;

/**
 * How many delivery attempts stay in memory until they are stored. The store keeps only the newest
 * attempts anyway.
 */
const attemptsUnsavedMax = 2_500;

type WebhookParts = DeliveryParts & {
  /** Whether the service sends mail too, for which one instance must hold the lease. */
  readonly sendsMail: boolean;
};

/**
 * Delivers webhooks while this instance holds the delivery lease. Every endpoint has a loop of its
 * own. The endpoints are read again at regular intervals, and before a message if an endpoint was
 * changed: the new settings of an endpoint apply to all later changes of stock. See
 * docs/decisions/0023.
 */
export class Webhooks {
  readonly #options: WebhookParts;
  readonly sending: Sending;
  readonly #lease: Lease;
  /** Delivery attempts that are not stored yet. */
  #attempts: Attempt[] = [];
  readonly #tests: Lane;
  /**
   * The delivery loops by the id of their webhook endpoint. Empty while another instance holds the
   * delivery lease.
   */
  readonly #loops = new Map<string, DeliveryLoop>();
  #stopTicking: (() => void) | undefined;
  readonly #tick: () => Promise<void>;
  readonly #read: () => Promise<void>;
  #isStopped = false;
  /** Whether the disk was full when the lease was last taken or renewed. */
  #isStorageFull = false;
  /** All webhook endpoints, as they were last read from the database store. */
  #webhooks: readonly Webhook[] = [];
  /** The revision of keys and webhook endpoints in the store when the endpoints were read last. */
  #revision = 0;

  constructor(options: WebhookParts) {
    this.#options = options;
    this.sending = options.sending;
    this.#lease = new Lease(options.limits, options.platform);
    this.#tick = coalesce(options.platform, () =>
      this.#readAndSave().catch((error) => this.#logError(error)),
    );
    this.#read = coalesce(options.platform, () => this.#readEndpoints());
    this.#tests = new Lane('webhookTests', options.limits, {
      platform: options.platform,
      onWait: options.metrics.observeLaneWait,
    });
    options.metrics.registerGauges({
      pawstock_webhook_endpoints: () => this.#countByState(),
      pawstock_webhook_lag_entries: () => this.#options.inventory.head.seq - this.#slowestCursor,
      pawstock_webhook_lag_seconds: () => this.#lagSeconds(),
      pawstock_webhook_lease: () => Number(this.#lease.isHeld),
    });
  }

  /** Starts to deliver webhooks. The inventory must already be loaded from the database store. */
  start(): void {
    void this.#tick();
    const { limits, platform } = this.#options;
    this.#stopTicking = platform.every(limits.webhookTickMs, () => void this.#tick());
  }

  /**
   * Ends all deliveries and forgets their unsaved progress, after the store was restored or the
   * lease was lost.
   */
  reset(): void {
    this.#lease.lose();
    for (const loop of this.#loops.values()) loop.abort();
    this.#loops.clear();
    this.#attempts = [];
  }

  /**
   * Stores the progress of deliveries and gives up the delivery lease, so that another instance
   * continues at once.
   */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const { platform } = this.#options;
    this.#stopTicking?.();
    const loops = [...this.#loops.values()];
    for (const loop of loops) loop.end();
    const ended = Promise.all([this.#tick(), ...loops.map(({ running }) => running)]);
    await atMost(platform, drainMs, ended);
    for (const loop of loops) loop.abort();
    if (this.#lease.isHeld) await atMost(platform, closingMs, this.#save(''));
  }

  /**
   * Sends a test message to a webhook endpoint at once, and does not repeat the message if it
   * fails.
   */
  test(settings: WebhookSettings, keyId: number): Promise<Attempt> {
    return this.#tests.run(async () => {
      const { inventory, limits, platform } = this.#options;
      const clock = inventory.head;
      const message = testMessageTo(settings.name, clock.clockMs, platform);
      const options = { ...this.sending, clock, limits, platform };
      const { attempt } = await send(settings, message, options);
      await inventory.store.addAttempts([attempt]);
      return attempt;
    }, keyId);
  }

  async #readAndSave(): Promise<void> {
    await this.#options.inventory.ensureFresh();
    await this.#read();
    if (!this.#lease.isHeld) return;
    if (!this.#needsLease) await this.#save('');
    else if (this.#lease.isRenewalDue || this.#unsaved.length > 0)
      await this.#save(this.#lease.instanceId);
  }

  /**
   * Reads the webhook endpoints again if any API key or webhook endpoint was changed since they
   * were read.
   */
  async #refresh(): Promise<void> {
    const { inventory } = this.#options;
    await inventory.ensureFresh();
    if (inventory.head.actionsRevision !== this.#revision) await this.#read();
  }

  async #readEndpoints(): Promise<void> {
    const { head, store } = this.#options.inventory;
    const { lease: stored, webhooks } = await store.webhooks();
    this.#webhooks = webhooks;
    if (this.#lease.isHeld && stored.holder !== this.#lease.instanceId) this.reset();
    if (this.#needsLease && !this.#lease.isHeld && !this.#isStopped) {
      await this.#lease.tryTake(store, stored);
      if (this.#lease.isHeld) this.#isStorageFull = false;
    }
    if (this.#lease.isHeld) this.#syncLoops(webhooks);
    // The revision was read before the webhook endpoints, so the next refresh notices a change in
    // between.
    this.#revision = head.actionsRevision;
  }

  /** Starts, updates and ends delivery loops when endpoints are added, changed and removed. */
  #syncLoops(webhooks: readonly Webhook[]): void {
    const ids = new Set(webhooks.map(({ settings }) => settings.id));
    for (const [id, loop] of this.#loops) {
      if (ids.has(id)) continue;
      loop.end();
      this.#loops.delete(id);
    }
    for (const webhook of webhooks) {
      const { settings } = webhook;
      const loop = this.#loops.get(settings.id) ?? this.#createLoop(webhook);
      this.#loops.set(settings.id, loop);
      loop.update(settings);
      if (!this.#isStopped) loop.start();
    }
  }

  #createLoop(webhook: Webhook): DeliveryLoop {
    return new DeliveryLoop(webhook, {
      ...this.#options,
      lease: this.#lease,
      refresh: () => this.#refresh(),
      onAttempt: (attempt) => {
        this.#attempts = [...this.#attempts, attempt].slice(-attemptsUnsavedMax);
      },
      onError: (error) => this.#logError(error),
    });
  }

  /**
   * Stores the progress of deliveries and their attempts in the transaction that renews the
   * delivery lease: an instance that has lost the lease stores nothing. An empty `nextHolder` gives
   * the lease up.
   */
  async #save(nextHolder: string): Promise<void> {
    const startedMs = this.#options.platform.monotonicMs();
    const unsaved = this.#unsaved.map((loop) => ({ loop, progress: loop.webhook.progress }));
    const attempts = new Set(this.#attempts);
    const updates = unsaved.map(({ progress }) => progress);
    const options = { nextHolder, attempts: [...attempts] };
    const savedIds = await this.#options.inventory.store.saveWebhooks(
      this.#lease.instanceId,
      updates,
      options,
    );
    this.#isStorageFull = false;
    this.#attempts = this.#attempts.filter((attempt) => !attempts.has(attempt));
    for (const { loop, progress } of unsaved)
      if (savedIds?.includes(progress.webhookId)) loop.saved = progress;
    if (savedIds === undefined || nextHolder === '') this.reset();
    else this.#lease.hold(startedMs);
  }

  /** Whether this instance is the one of all instances that sends webhooks and mail. */
  get isLeading(): boolean {
    return this.#lease.isHeld;
  }

  /** Whether the lease could not be taken or renewed, because the disk was full. */
  get isStorageFull(): boolean {
    return this.#isStorageFull;
  }

  get #needsLease(): boolean {
    return this.#webhooks.length > 0 || this.#options.sendsMail;
  }

  get #unsaved(): DeliveryLoop[] {
    return [...this.#loops.values()].filter(({ webhook, saved }) => webhook.progress !== saved);
  }

  get #known(): readonly Webhook[] {
    return this.#webhooks.map(
      (webhook) => this.#loops.get(webhook.settings.id)?.webhook ?? webhook,
    );
  }

  #countByState(): Record<WebhookState, number> {
    const counts = { active: 0, failing: 0, disabled: 0, paused: 0 };
    for (const webhook of this.#known) counts[webhookState(webhook)]++;
    return counts;
  }

  get #slowestCursor(): number {
    return Math.min(
      this.#options.inventory.head.seq,
      ...this.#known.filter(isDelivered).map(({ progress }) => progress.cursor),
    );
  }

  async #lagSeconds(): Promise<number> {
    const { inventory } = this.#options;
    const cursor = this.#slowestCursor;
    if (cursor === inventory.head.seq) return 0;
    const oldestAtMs = await inventory.store.timeOf(cursor + 1);
    return Math.max(0, inventory.head.clockMs - oldestAtMs) / 1000;
  }

  /**
   * Logs why webhooks are not delivered. A full disk and an unreachable store are not logged here:
   * requests say so, and metrics.
   */
  #logError(error: unknown): void {
    if (error instanceof DomainError && error.code === 'storage_full') this.#isStorageFull = true;
    if (!(error instanceof DomainError))
      this.#options.log.error({ err: error }, 'webhooks cannot be delivered');
  }
}
