import type { Logger } from 'pino';
import { DomainError } from '../domain/errors.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import { type Details, noDetails } from '../domain/pet-details.ts';
import { storeTime } from '../domain/store-clock.ts';
import {
  type Attempt,
  eventsOf,
  type Webhook,
  type WebhookEvent,
  type WebhookState,
  webhookAfter,
  webhookState,
  withDeliveries,
} from '../domain/webhook.ts';
import { coalesce } from '../inventory/coalesce.ts';
import type { Subscription } from '../inventory/feed.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { Limits } from '../limits.ts';
import type { Metrics } from '../observability/metrics.ts';
import { Semaphore } from '../semaphore.ts';
import type { Store } from '../store/store.ts';
import { atMost, closingMs } from '../store/store.ts';
import { type DeliveryResult, logProgress, messageOf, type Sending, send, testMessageTo } from './delivery.ts';
import { Lease } from './lease.ts';

/** For deliveries under way when the service stops. */
const drainMs = 2_000;

type Options = {
  readonly limits: Limits;
  readonly sending: Sending;
  readonly inventory: Inventory;
  readonly log: Logger;
  readonly metrics: Metrics;
};

const replayPageEntries = 200;

/** Those of all endpoints between two ticks. Only the newest of each are kept anyway. */
const attemptsUnsavedMax = 2_500;

const isDelivered = ({ disabledAtMs, pausedAtMs }: Webhook) => disabledAtMs === null && pausedAtMs === null;

/** An endpoint that this instance delivers to. */
type Delivery = {
  webhook: Webhook;
  /** As it was stored last. */
  stored: Webhook;
  /** Read already, to be sent again. */
  replayed: readonly LedgerEntry[];
  /** The events of one entry that have been acknowledged while others of it have not. */
  acknowledged: { readonly seq: number; readonly events: readonly WebhookEvent[] };
  /** Cuts off what is under way. */
  readonly abort: AbortController;
  /** Resolves when nothing is under way any more; undefined where nothing is. */
  ended: Promise<void> | undefined;
};

/**
 * Tells endpoints of changes, each in the order of the ledger, one message at a time until it is acknowledged. Messages
 * that are sent again are in that order among themselves, and wait while there are new ones. Before each message the
 * revision of the endpoints in the head is compared, so that a change of an endpoint holds for every later change of
 * stock. Progress is stored only together with a renewal of the lease, so that an instance that has lost it cannot store
 * anything. See docs/decisions/0023.
 */
export class Webhooks {
  readonly #options: Options;
  readonly sending: Sending;
  readonly #lease: Lease;
  readonly #tests: Semaphore;
  readonly #deliveries = new Map<string, Delivery>();
  #store: Store | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> | undefined;
  /** Resolves at the next tick, for attempts that are not due yet. */
  #nextTick = Promise.withResolvers<void>();
  #stopped = false;
  #webhooks: readonly Webhook[] = [];
  /** The revision of the endpoints that are known here. */
  #revision = 0;
  /** Attempts that are not stored yet. */
  #attempts: Attempt[] = [];
  /** How far behind the slowest endpoint was, of those not disabled, at the last tick. */
  #lag: { readonly entries: number; readonly oldestAtMs: number | undefined } = { entries: 0, oldestAtMs: undefined };

  constructor(options: Options) {
    this.#options = options;
    this.sending = options.sending;
    this.#lease = new Lease(options.limits);
    this.#tests = new Semaphore({ places: options.limits.webhookTestsMax, waitingMax: 0, refusal: tooManyTests });
    const { metrics, inventory } = options;
    const lagMs = () => inventory.head.clockMs - (this.#lag.oldestAtMs ?? inventory.head.clockMs);
    metrics.registerGauges({
      pawstock_webhook_endpoints: () => this.#countByState(),
      pawstock_webhook_lag_entries: () => this.#lag.entries,
      pawstock_webhook_lag_seconds: () => Math.max(0, lagMs()) / 1000,
      pawstock_webhook_lease: () => Number(this.#lease.isHeld),
    });
  }

  start(store: Store): void {
    this.#store = store;
    const tick = () => {
      this.#ticking ??= this.#tick(store)
        .catch((error) => this.#logError(error))
        .finally(() => {
          this.#ticking = undefined;
        });
    };
    tick();
    this.#timer = setInterval(tick, this.#options.limits.webhookTickMs);
  }

  /** Forgets what is not stored: the store no longer holds what was known of it. */
  reset(): void {
    this.#lease.lose();
    for (const { abort } of this.#deliveries.values()) abort.abort();
    this.#deliveries.clear();
  }

  /** Stores how far deliveries have come and gives up the lease, so that another instance continues at once. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    const deliveries = [...this.#deliveries.values()];
    this.#wake();
    await atMost(drainMs, Promise.all([this.#ticking, ...deliveries.map(({ ended }) => ended)]));
    for (const { abort } of deliveries) abort.abort();
    // Progress of an endpoint that was changed a moment ago counts, too.
    const save = async () => {
      await this.#refresh();
      if (this.#lease.isHeld) await this.#saveAs('');
    };
    if (this.#lease.isHeld) await atMost(closingMs, save());
  }

  /** Sends a test event now, and only once. */
  test(webhook: Webhook): Promise<DeliveryResult> {
    return this.#tests.run(() => {
      const atMs = this.#options.inventory.head.clockMs;
      const message = testMessageTo(webhook.name, atMs);
      const nowMs = storeTime(this.#options.inventory.head);
      const timeoutMs = this.#options.limits.webhookTimeoutMs;
      return send(webhook, message, { ...this.sending, atMs, nowMs, timeoutMs });
    });
  }

  #countByState(): Record<WebhookState, number> {
    const counts = { active: 0, failing: 0, disabled: 0, paused: 0 };
    for (const webhook of this.#known) counts[webhookState(webhook)]++;
    return counts;
  }

  get #known(): readonly Webhook[] {
    return this.#webhooks.map((webhook) => this.#deliveries.get(webhook.id)?.webhook ?? webhook);
  }

  async #tick(store: Store): Promise<void> {
    await this.#options.inventory.ensureFresh();
    await this.#read();
    this.#wake();
    if (this.#lease.isHeld) {
      if (this.#webhooks.length === 0) await this.#saveAs('');
      else if (this.#unsaved.length > 0 || this.#lease.isRenewalDue) await this.#save();
    }
    await this.#measureLag(store);
  }

  /** Makes sure that what is sent next is sent as the endpoints are now. */
  async #refresh(): Promise<void> {
    const { inventory } = this.#options;
    await inventory.ensureFresh();
    if (inventory.head.webhooksRevision !== this.#revision) await this.#read();
  }

  /** Reads the endpoints and the lease. */
  readonly #read = coalesce(async () => {
    const store = this.#store;
    if (store === undefined) return;
    // This revision is read before the endpoints, so that a change in between is noticed next time.
    const { webhooksRevision } = this.#options.inventory.head;
    const { lease, webhooks } = await store.webhooks();
    this.#webhooks = webhooks;
    if (this.#lease.isHeld && lease.holder !== this.#lease.id) this.reset();
    if (webhooks.length > 0 && !this.#lease.isHeld && !this.#stopped) await this.#lease.tryTake(store, lease);
    if (this.#lease.isHeld) this.#syncDeliveries(webhooks);
    this.#revision = webhooksRevision;
  });

  #wake(): void {
    this.#nextTick.resolve();
    this.#nextTick = Promise.withResolvers();
  }

  /**
   * Follows what owners and commands have added, changed and removed. A message that is on its way is left to arrive: it
   * would be sent twice otherwise.
   */
  #syncDeliveries(webhooks: readonly Webhook[]): void {
    const ids = new Set(webhooks.map(({ id }) => id));
    for (const id of this.#deliveries.keys()) if (!ids.has(id)) this.#deliveries.delete(id);
    for (const stored of webhooks) {
      const delivery = this.#deliveries.get(stored.id) ?? newDelivery(stored);
      this.#deliveries.set(stored.id, delivery);
      if (delivery.webhook.revision !== stored.revision) {
        delivery.webhook = withDeliveries(stored, delivery.stored, delivery.webhook);
        delivery.stored = stored;
        delivery.replayed = [];
      }
      if (delivery.ended !== undefined || this.#isOver(delivery)) continue;
      delivery.ended = this.#run(delivery).finally(() => {
        delivery.ended = undefined;
      });
    }
  }

  /** Whether nothing more is sent: the endpoint is paused, disabled or removed, or another instance delivers. */
  #isOver(delivery: Delivery): boolean {
    return this.#stopped || !isDelivered(delivery.webhook) || this.#deliveries.get(delivery.webhook.id) !== delivery;
  }

  async #run(delivery: Delivery): Promise<void> {
    const { inventory } = this.#options;
    while (!this.#isOver(delivery)) {
      const subscription = inventory.feed.subscribe(delivery.webhook.cursor, inventory.snapshot.seq);
      try {
        await this.#follow(delivery, subscription);
      } catch (error) {
        this.#logError(error);
        if (!this.#isOver(delivery)) await this.#nextTick.promise;
      } finally {
        subscription.end();
      }
    }
  }

  /** Returns when the feed ends the subscription, as it does to one that is far behind. */
  async #follow(delivery: Delivery, subscription: Subscription): Promise<void> {
    const { webhookTickMs, webhookUnsavedMax } = this.#options.limits;
    while (!this.#isOver(delivery)) {
      if (delivery.webhook.replayCursor !== null && !subscription.hasNext) {
        await this.#replayNext(delivery, delivery.webhook.replayCursor);
        continue;
      }
      const entries = await subscription.next(webhookTickMs);
      if (entries === undefined) return;
      // An endpoint that was changed before these entries may want what it did not want then.
      if (entries.length > 0) await this.#refresh();
      for (const entry of entries) {
        if (this.#isOver(delivery) || !(await this.#deliver(delivery, entry))) return;
        delivery.webhook = { ...delivery.webhook, cursor: entry.seq };
        if (entry.seq - delivery.stored.cursor >= webhookUnsavedMax) await this.#save();
      }
    }
  }

  /** Sends the messages of one entry again. */
  async #replayNext(delivery: Delivery, replayCursor: number): Promise<void> {
    const { webhookUnsavedMax } = this.#options.limits;
    if (delivery.replayed.length === 0) {
      delivery.replayed = (await this.#store?.entriesAfter(replayCursor, replayPageEntries)) ?? [];
    }
    const [entry, ...rest] = delivery.replayed;
    const isPast = entry === undefined || entry.seq > (delivery.webhook.replayUntil ?? 0);
    if (!isPast && !(await this.#deliver(delivery, entry))) return;
    delivery.replayed = rest;
    const after = isPast ? { replayCursor: null, replayUntil: null } : { replayCursor: entry.seq };
    delivery.webhook = { ...delivery.webhook, ...after };
    if (!isPast && entry.seq - (delivery.stored.replayCursor ?? 0) >= webhookUnsavedMax) await this.#save();
  }

  /** Returns whether every message of the entry was acknowledged. It is not if the delivery is over. */
  async #deliver(delivery: Delivery, entry: LedgerEntry): Promise<boolean> {
    const { seq } = entry;
    if (delivery.acknowledged.seq !== seq) delivery.acknowledged = { seq, events: [] };
    for (const event of eventsOf(entry, await this.#detailsOf(entry), delivery.webhook)) {
      if (delivery.acknowledged.events.includes(event)) continue;
      while (!(await this.#attempt(delivery, event, entry))) if (this.#isOver(delivery)) return false;
      delivery.acknowledged = { seq, events: [...delivery.acknowledged.events, event] };
    }
    delivery.acknowledged = nothingAcknowledged;
    return true;
  }

  async #detailsOf({ petId }: LedgerEntry): Promise<Details> {
    return (await this.#options.inventory.details()).get(petId) ?? noDetails;
  }

  /** Sends a message, or waits if it is not to be sent now. Returns whether it was acknowledged, or is no longer wanted. */
  async #attempt(delivery: Delivery, event: WebhookEvent, entry: LedgerEntry): Promise<boolean> {
    const { inventory, limits, log, metrics } = this.#options;
    await this.#refresh();
    const details = await this.#detailsOf(entry);
    const before = delivery.webhook;
    // Right before it is sent: the lease or this delivery may end at any moment.
    if (this.#isOver(delivery)) return false;
    if (!eventsOf(entry, details, before).includes(event)) return true;
    const atMs = inventory.head.clockMs;
    if (!this.#lease.isCertain || (before.nextAttemptAtMs ?? 0) > atMs) {
      await this.#nextTick.promise;
      return false;
    }
    const { signal } = delivery.abort;
    const nowMs = storeTime(inventory.head);
    const sendOptions = { ...this.sending, atMs, nowMs, signal, timeoutMs: limits.webhookTimeoutMs };
    const result = await send(before, messageOf(before.id, event, entry, details), sendOptions);
    // An aborted delivery says nothing about the endpoint.
    if (delivery.abort.signal.aborted) return false;
    // The failure of an endpoint that was changed meanwhile says nothing about it.
    if (result.outcome === 'delivered' || delivery.webhook.revision === before.revision) {
      delivery.webhook = webhookAfter(delivery.webhook, result, inventory.head.clockMs, limits);
    }
    metrics.webhookDeliveries.inc({ outcome: result.outcome });
    const { status, response, durationMs } = result;
    const error = status === null ? result.text : null;
    this.#attempts.push({ webhookId: before.id, atMs, seq: entry.seq, event, status, error, durationMs, response });
    if (this.#attempts.length > attemptsUnsavedMax) this.#attempts.shift();
    logProgress(log, result, before, delivery.webhook);
    return result.outcome === 'delivered';
  }

  readonly #save = coalesce(() => this.#saveAs(this.#lease.id));

  async #saveAs(nextHolder: string): Promise<void> {
    const startedMs = performance.now();
    const unsaved = this.#unsaved.map((delivery) => ({ delivery, webhook: delivery.webhook }));
    const updates = unsaved.map(({ webhook }) => webhook);
    const attempts = new Set(this.#attempts);
    const saved = await this.#store?.saveWebhooks(this.#lease.id, updates, { nextHolder, attempts: [...attempts] });
    this.#attempts = this.#attempts.filter((attempt) => !attempts.has(attempt));
    for (const { delivery, webhook } of unsaved) if (saved?.includes(webhook.id)) delivery.stored = webhook;
    if (saved !== undefined && nextHolder !== '') this.#lease.hold(startedMs);
    else this.reset();
  }

  get #unsaved(): Delivery[] {
    return [...this.#deliveries.values()].filter(({ webhook, stored }) => webhook !== stored);
  }

  async #measureLag(store: Store): Promise<void> {
    const enabled = this.#known.filter(isDelivered);
    const { seq } = enabled.length === 0 ? { seq: 0 } : await store.head();
    const cursor = Math.min(seq, ...enabled.map((webhook) => webhook.cursor));
    const [oldest] = cursor < seq ? await store.entriesAfter(cursor, 1) : [];
    this.#lag = { entries: seq - cursor, oldestAtMs: oldest?.atMs };
  }

  /** A store that cannot be reached shows in its own metric. */
  #logError(error: unknown): void {
    if (!(error instanceof DomainError)) this.#options.log.error({ err: error }, 'webhooks cannot be delivered');
  }
}

const nothingAcknowledged: Delivery['acknowledged'] = { seq: 0, events: [] };

function newDelivery(webhook: Webhook): Delivery {
  const progress = { webhook, stored: webhook, replayed: [], acknowledged: nothingAcknowledged };
  return { ...progress, abort: new AbortController(), ended: undefined };
}

const tooManyTests = new DomainError('overloaded', 'Too many endpoints are being tested. Try again in a moment.');
