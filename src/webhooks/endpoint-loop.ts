import type { Logger } from 'pino';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import { type Details, noDetails } from '../domain/pet-details.ts';
import { storeTime } from '../domain/store-clock.ts';
import {
  type Attempt,
  eventsOf,
  isAttemptDue,
  isDelivered,
  type Webhook,
  type WebhookEvent,
  webhookAfter,
  webhookState,
  withDeliveries,
} from '../domain/webhook.ts';
import type { Subscription } from '../inventory/feed.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { Limits } from '../limits.ts';
import type { Metrics } from '../observability/metrics.ts';
import { type DeliveryResult, messageOf, type Sending, send } from './delivery.ts';
import type { Lease } from './lease.ts';

export type DeliveryParts = {
  readonly limits: Limits;
  readonly sending: Sending;
  readonly inventory: Inventory;
  readonly log: Logger;
  readonly metrics: Metrics;
};

type LoopOptions = DeliveryParts & {
  readonly lease: Lease;
  /** Calls `update` if the endpoint was changed. */
  readonly refresh: () => Promise<void>;
  readonly nextTick: () => Promise<void>;
  readonly onAttempt: (attempt: Attempt) => void;
  readonly onError: (error: unknown) => void;
};

/** The events of one entry that the endpoint has acknowledged, while it has not acknowledged others of that entry. */
type PartlyAcknowledged = { readonly seq: number; readonly events: readonly WebhookEvent[] };

const nothing: PartlyAcknowledged = { seq: 0, events: [] };

const replayPageEntries = 200;

/**
 * Sends one endpoint the messages of the ledger, in order, one at a time, each until it is acknowledged. A replay has an
 * order of its own, and waits while there are new entries.
 */
export class EndpointLoop {
  readonly #options: LoopOptions;
  /** The endpoint with all progress. */
  webhook: Webhook;
  /** The endpoint as it was stored last. */
  stored: Webhook;
  /** Entries that were read for the replay and not sent yet. */
  #replayPage: readonly LedgerEntry[] = [];
  readonly #acknowledged = { new: nothing, replay: nothing };
  readonly #abort = new AbortController();
  #isEnded = false;
  /** Resolves when the loop has stopped; undefined while it does not run. */
  running: Promise<void> | undefined;

  constructor(webhook: Webhook, options: LoopOptions) {
    this.#options = options;
    this.webhook = webhook;
    this.stored = webhook;
  }

  /** Takes over what an owner or a command has changed. A message on its way goes on: otherwise it would be sent twice. */
  update(stored: Webhook): void {
    if (this.webhook.revision === stored.revision) return;
    this.webhook = withDeliveries(stored, this.stored, this.webhook);
    this.stored = stored;
    this.#replayPage = [];
  }

  start(): void {
    if (this.running !== undefined || this.#isOver) return;
    this.running = this.#run().finally(() => {
      this.running = undefined;
    });
  }

  /** Sends no further message. One that is on its way may still be acknowledged. */
  end(): void {
    this.#isEnded = true;
  }

  abort(): void {
    this.end();
    this.#abort.abort();
  }

  get #isOver(): boolean {
    return this.#isEnded || !isDelivered(this.webhook);
  }

  async #run(): Promise<void> {
    const { inventory, nextTick, onError } = this.#options;
    while (!this.#isOver) {
      const subscription = inventory.feed.subscribe(this.webhook.cursor, inventory.snapshot.seq);
      try {
        await this.#follow(subscription);
      } catch (error) {
        onError(error);
        if (!this.#isOver) await nextTick();
      } finally {
        subscription.end();
      }
    }
  }

  /** Returns when the loop is over, or when the feed ends the subscription. */
  async #follow(subscription: Subscription): Promise<void> {
    while (!this.#isOver) {
      if (this.webhook.replayCursor !== null && !subscription.hasNext) {
        await this.#replayNext(this.webhook.replayCursor);
        continue;
      }
      const entries = await subscription.next(this.#options.limits.webhookTickMs);
      if (entries === undefined) return;
      // The endpoint's filters must be those at the time of these entries, also if they let none of them through.
      if (entries.length > 0) await this.#options.refresh();
      for (const entry of entries) {
        if (this.#isOver || !(await this.#deliver(entry, 'new'))) return;
        this.webhook = { ...this.webhook, cursor: entry.seq };
      }
    }
  }

  /** Sends the messages of one entry again, or ends the replay. */
  async #replayNext(replayCursor: number): Promise<void> {
    if (this.#replayPage.length === 0) {
      this.#replayPage = await this.#options.inventory.store.entriesAfter(replayCursor, replayPageEntries);
    }
    const [entry, ...rest] = this.#replayPage;
    if (entry === undefined || entry.seq > (this.webhook.replayUntil ?? 0)) {
      this.webhook = { ...this.webhook, replayCursor: null, replayUntil: null };
      return;
    }
    const isDone = await this.#deliver(entry, 'replay');
    // Another replay may have taken the place of this one meanwhile.
    if (!isDone || this.webhook.replayCursor !== replayCursor) return;
    this.webhook = { ...this.webhook, replayCursor: entry.seq };
    this.#replayPage = rest;
  }

  /** Returns whether every message of the entry was acknowledged; false if the loop is over before. */
  async #deliver(entry: LedgerEntry, purpose: 'new' | 'replay'): Promise<boolean> {
    const { seq } = entry;
    if (this.#acknowledged[purpose].seq !== seq) this.#acknowledged[purpose] = { seq, events: [] };
    for (const event of eventsOf(entry, await this.#detailsOf(entry), this.webhook)) {
      const { events } = this.#acknowledged[purpose];
      if (events.includes(event)) continue;
      while (!(await this.#attempt(event, entry))) if (this.#isOver) return false;
      this.#acknowledged[purpose] = { seq, events: [...events, event] };
    }
    this.#acknowledged[purpose] = nothing;
    return true;
  }

  async #detailsOf({ petId }: LedgerEntry): Promise<Details> {
    return (await this.#options.inventory.details()).get(petId) ?? noDetails;
  }

  /**
   * Sends a message if it is due, else waits for the next tick. Returns true if the receiver has acknowledged the message,
   * or the endpoint no longer wants it.
   */
  async #attempt(event: WebhookEvent, entry: LedgerEntry): Promise<boolean> {
    const { inventory, lease, limits, metrics } = this.#options;
    await this.#options.refresh();
    const details = await this.#detailsOf(entry);
    const before = this.webhook;
    // Nothing may be awaited between these checks and `send`: the lease or the loop may end at any moment.
    if (this.#isOver) return false;
    if (!eventsOf(entry, details, before).includes(event)) return true;
    const atMs = inventory.head.clockMs;
    if (!lease.isCertain || !isAttemptDue(before, atMs, limits)) {
      await this.#options.nextTick();
      return false;
    }
    const result = await send(before, messageOf(before.id, event, entry, details), {
      ...this.#options.sending,
      atMs,
      nowMs: storeTime(inventory.head),
      signal: this.#abort.signal,
      timeoutMs: limits.webhookTimeoutMs,
    });
    // A message that was cut off says nothing about the endpoint.
    if (this.#abort.signal.aborted) return false;
    const { outcome } = result;
    // If the endpoint was changed meanwhile, a failure says nothing about what it is now.
    if (outcome === 'delivered' || this.webhook.revision === before.revision) {
      this.webhook = webhookAfter(this.webhook, result, inventory.head.clockMs, limits);
    }
    metrics.webhookDeliveries.inc({ outcome });
    this.#options.onAttempt({ ...result, webhookId: before.id, atMs, seq: entry.seq, event });
    this.#logChange(result, before);
    return outcome === 'delivered';
  }

  /** Logs the origin of the URL alone, because its path and query may contain credentials. */
  #logChange({ text, status }: DeliveryResult, before: Webhook): void {
    const { log } = this.#options;
    const { name, url, failures, nextAttemptAtMs } = this.webhook;
    const fields = { webhook: name, origin: new URL(url).origin, answer: text };
    const state = webhookState(this.webhook);
    if (state === 'disabled') {
      const why = status === 410 ? 'it responded 410 Gone' : `it has failed for three days, ${failures} times`;
      log.error(fields, `the webhook endpoint is disabled: ${why}. "pawstock webhooks enable" turns it on again`);
    } else if (state === 'failing') {
      const nextAttempt = new Date(nextAttemptAtMs ?? 0).toISOString();
      log.warn({ ...fields, failures, nextAttempt }, 'a webhook could not be delivered');
    } else if (webhookState(before) === 'failing') log.info(fields, 'the webhook endpoint works again');
  }
}
