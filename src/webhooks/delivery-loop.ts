import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import { type Details, noDetails } from '@pawstock/shared/pet-details.ts';
import type { Logger } from 'pino';
import {
  eventsOf,
  isDelivered,
  type Webhook,
  type WebhookSettings,
  webhookState,
  withSettings,
} from '../domain/webhook.ts';
import { type Attempt, attemptOutcome, type WebhookEvent } from '../domain/webhook-attempt.ts';
import {
  isAttemptDue,
  progressAfter,
  type Replay,
  type WebhookProgress,
} from '../domain/webhook-progress.ts';
import type { Subscription } from '../inventory/feed.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { Limits } from '../limits.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Platform } from '../platform.ts';
import { messageOf, type Sending, send } from './delivery.ts';
import type { Lease } from './lease.ts';

export type DeliveryParts = {
  readonly limits: Limits;
  readonly platform: Platform;
  readonly sending: Sending;
  readonly inventory: Inventory;
  readonly log: Logger;
  readonly metrics: Metrics;
};

type LoopOptions = DeliveryParts & {
  readonly lease: Lease;
  /** Reads the webhook endpoints again if an owner or a command has changed any of them. */
  readonly refresh: () => Promise<void>;
  readonly onAttempt: (attempt: Attempt) => void;
  readonly onError: (error: unknown) => void;
};

/**
 * The events of a ledger entry that the endpoint has acknowledged, while other events of it are
 * still to be sent.
 */
type PartlyAcknowledged = { readonly seq: number; readonly events: readonly WebhookEvent[] };

const nothing: PartlyAcknowledged = { seq: 0, events: [] };

/**
 * Sends messages about ledger entries to one webhook endpoint, in order, and repeats each message
 * until the endpoint acknowledges it. A replay of old entries waits while there are new entries.
 */
export class DeliveryLoop {
  readonly #options: LoopOptions;
  /** The endpoint with its progress in memory, which the store has a little later. */
  #webhook: Webhook;
  /** The progress as this service last read it from the store, or stored it. */
  saved: WebhookProgress;
  /**
   * When the pause after the last failure ends, on a clock that nothing sets back; undefined if the
   * last attempt was made by another instance.
   */
  #pauseEndsMs: number | undefined;
  readonly #acknowledged = { new: nothing, replay: nothing };
  readonly #abort = new AbortController();
  readonly #end = new AbortController();
  /** Resolves when the delivery loop has stopped; undefined while it does not run. */
  running: Promise<void> | undefined;

  constructor(webhook: Webhook, options: LoopOptions) {
    this.#options = options;
    this.#webhook = webhook;
    this.saved = webhook.progress;
  }

  get webhook(): Webhook {
    return this.#webhook;
  }

  /**
   * Applies changed settings to the progress in memory. A message under way is not cut off: it would
   * be sent twice.
   */
  update(settings: WebhookSettings): void {
    const { generation, replay } = this.#webhook.settings;
    if (replay?.generation !== settings.replay?.generation) this.#acknowledged.replay = nothing;
    if (generation !== settings.generation) this.#pauseEndsMs = undefined;
    this.#webhook = withSettings(this.#webhook, settings);
  }

  #advance(change: Partial<WebhookProgress>): void {
    const { settings, progress } = this.#webhook;
    this.#webhook = { settings, progress: { ...progress, ...change } };
  }

  start(): void {
    if (this.running !== undefined || this.#isOver) return;
    this.running = this.#run().finally(() => {
      this.running = undefined;
    });
  }

  /** Stops the delivery loop. A message that is being sent may still be acknowledged. */
  end(): void {
    this.#end.abort();
  }

  abort(): void {
    this.end();
    this.#abort.abort();
  }

  get #shopLowAt(): number {
    return this.#options.inventory.shop.lowAt;
  }

  get #isOver(): boolean {
    return this.#end.signal.aborted || !isDelivered(this.#webhook);
  }

  async #run(): Promise<void> {
    const { inventory, onError } = this.#options;
    while (!this.#isOver) {
      const subscription = inventory.feed.subscribe(this.#webhook.progress.cursor);
      try {
        await this.#follow(subscription);
      } catch (error) {
        onError(error);
        await this.#pause();
      } finally {
        subscription.end();
      }
    }
  }

  /** Waits for a short time. If the delivery loop ends meanwhile, the wait ends at once. */
  async #pause(): Promise<void> {
    const { limits, platform } = this.#options;
    await platform.delay(limits.webhookTickMs, this.#end.signal);
  }

  /**
   * Sends new ledger entries to the endpoint, until this loop is stopped or the feed ends the
   * subscription.
   */
  async #follow(subscription: Subscription): Promise<void> {
    while (!this.#isOver) {
      const { replay } = this.#webhook.progress;
      if (replay !== null && !subscription.hasNext) {
        await this.#replay(replay, subscription);
        continue;
      }
      const entries = await subscription.next(this.#options.limits.webhookTickMs);
      if (entries === undefined) return;
      // Reads changed endpoints before sending the entries, because new filters apply to all
      // entries after a change.
      if (entries.length > 0) await this.#options.refresh();
      for (const entry of entries) {
        if (this.#isOver || !(await this.#deliver(entry, 'new'))) return;
        this.#advance({ cursor: entry.seq });
      }
    }
  }

  /**
   * Sends the next old ledger entries again. New entries interrupt the replay. It ends when no old
   * entry is left.
   */
  async #replay({ position, until }: Replay, subscription: Subscription): Promise<void> {
    const request = this.#webhook.settings.replay?.generation;
    const read = await this.#options.inventory.feed.entriesAfter(position);
    const page = read.filter(({ seq }) => seq <= until);
    // An owner may start another replay at any time. It replaces the replay that is running.
    const isReplaced = () => this.#webhook.settings.replay?.generation !== request;
    if (isReplaced()) return;
    for (const entry of page) {
      if (subscription.hasNext || !(await this.#deliver(entry, 'replay')) || isReplaced()) return;
      this.#advance({ replay: { position: entry.seq, until } });
    }
    if (page.length === 0) this.#advance({ replay: null });
  }

  /**
   * Sends all messages about a ledger entry. Returns false if the delivery loop ends before all are
   * acknowledged.
   */
  async #deliver(entry: LedgerEntry, purpose: 'new' | 'replay'): Promise<boolean> {
    const { seq } = entry;
    if (this.#acknowledged[purpose].seq !== seq) this.#acknowledged[purpose] = { seq, events: [] };
    for (const event of eventsOf(
      entry,
      await this.#detailsOf(entry),
      this.#webhook.settings,
      this.#shopLowAt,
    )) {
      const { events } = this.#acknowledged[purpose];
      if (events.includes(event)) continue;
      while (!(await this.#attempt(event, entry))) if (this.#isOver) return false;
      this.#acknowledged[purpose] = { seq, events: [...events, event] };
    }
    this.#acknowledged[purpose] = nothing;
    return true;
  }

  async #detailsOf({ petId }: LedgerEntry): Promise<Details> {
    return (await this.#options.inventory.details.list()).get(petId) ?? noDetails;
  }

  /**
   * Sends a webhook message if it is due and this instance holds the delivery lease. Otherwise
   * waits for a moment. Returns true if the receiver has acknowledged the message, or the
   * endpoint's filters now exclude the message.
   */
  async #attempt(event: WebhookEvent, entry: LedgerEntry): Promise<boolean> {
    const { inventory, lease, limits, metrics, platform } = this.#options;
    await this.#options.refresh();
    const details = await this.#detailsOf(entry);
    const before = this.#webhook;
    const { settings } = before;
    // No `await` may stand between these checks and `send`: if the lease ended there, another
    // instance would send, too.
    if (this.#isOver) return false;
    if (!eventsOf(entry, details, settings, this.#shopLowAt).includes(event)) return true;
    if (!lease.isCertain || !this.#isDue()) {
      await this.#pause();
      return false;
    }
    const { attempt, retryAfterMs } = await send(
      settings,
      messageOf(settings.id, event, entry, details),
      {
        ...this.#options.sending,
        clock: inventory.head,
        signal: this.#abort.signal,
        limits,
        platform,
      },
    );
    // An attempt that this service aborts, such as when it stops, does not count as a failure of
    // the endpoint.
    if (this.#abort.signal.aborted) return false;
    const outcome = attemptOutcome(attempt);
    // A failure does not count if the endpoint was changed during the attempt: it says nothing
    // about the new settings.
    if (outcome === 'delivered' || this.#webhook.settings.revision === settings.revision)
      this.#count(attempt, retryAfterMs);
    metrics.webhookDeliveries.inc({ outcome });
    this.#options.onAttempt(attempt);
    this.#logChange(attempt, before);
    return outcome === 'delivered';
  }

  /**
   * Whether the next message is due. This machine's monotonic clock decides, too: a store's clock
   * that was set back would make the pause longer.
   */
  #isDue(): boolean {
    const { inventory, platform } = this.#options;
    if (isAttemptDue(this.#webhook.progress, inventory.head.clockMs)) return true;
    return this.#pauseEndsMs !== undefined && platform.monotonicMs() >= this.#pauseEndsMs;
  }

  #count(attempt: Attempt, retryAfterMs: number | null): void {
    const { inventory, limits, platform } = this.#options;
    const random = () => platform.randomInt(1_000) / 1_000;
    const nowMs = inventory.head.clockMs;
    const { settings, progress } = this.#webhook;
    const counted = progressAfter(progress, attempt, { nowMs, limits, random, retryAfterMs });
    this.#webhook = { settings, progress: counted };
    const { delivery } = counted;
    this.#pauseEndsMs =
      delivery.state === 'failing'
        ? platform.monotonicMs() + delivery.nextAttemptAtMs - nowMs
        : undefined;
  }

  /**
   * Logs a change of the endpoint's state, with the origin of its URL only: path and query may
   * contain credentials.
   */
  #logChange(attempt: Attempt, before: Webhook): void {
    const { log } = this.#options;
    const { name, url } = this.#webhook.settings;
    const { delivery } = this.#webhook.progress;
    const answer = String(attempt.status ?? attempt.failure);
    const fields = { webhook: name, origin: new URL(url).origin, answer };
    if (delivery.state === 'disabled') {
      const why =
        attempt.status === 410
          ? 'it responded 410 Gone'
          : `it has failed for three days, ${delivery.failures} times`;
      log.error(
        fields,
        `the webhook endpoint is disabled: ${why}. "pawstock webhooks enable" turns it on again`,
      );
    } else if (delivery.state === 'failing') {
      const { failures } = delivery;
      const nextAttempt = new Date(delivery.nextAttemptAtMs).toISOString();
      log.warn({ ...fields, failures, nextAttempt }, 'a webhook could not be delivered');
    } else if (webhookState(before) === 'failing' && attemptOutcome(attempt) === 'delivered')
      log.info(fields, 'the webhook endpoint works again');
  }
}
