import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import { type Details, noDetails } from '@pawstock/shared/pet-details.ts';
import type { Logger } from 'pino';
import {
  type Attempt,
  attemptOutcome,
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
  /**
   * The webhook endpoint in memory. The progress of its deliveries may be newer than in the
   * database store.
   */
  webhook: Webhook;
  /**
   * The webhook endpoint as this service last read it from the database store or wrote it there.
   */
  stored: Webhook;
  readonly #acknowledged = { new: nothing, replay: nothing };
  readonly #abort = new AbortController();
  readonly #end = new AbortController();
  /** Resolves when the delivery loop has stopped; undefined while it does not run. */
  running: Promise<void> | undefined;

  constructor(webhook: Webhook, options: LoopOptions) {
    this.#options = options;
    this.webhook = webhook;
    this.stored = webhook;
  }

  /**
   * Applies a change of the endpoint's settings. A message under way is not cut off: it would be
   * sent twice.
   */
  update(stored: Webhook): void {
    if (this.webhook.revision === stored.revision) return;
    if (this.webhook.replayRevision !== stored.replayRevision) this.#acknowledged.replay = nothing;
    this.webhook = withDeliveries(stored, this.webhook);
    this.stored = stored;
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
    return this.#end.signal.aborted || !isDelivered(this.webhook);
  }

  async #run(): Promise<void> {
    const { inventory, onError } = this.#options;
    while (!this.#isOver) {
      const subscription = inventory.feed.subscribe(this.webhook.cursor);
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
      if (this.webhook.replayCursor !== null && !subscription.hasNext) {
        await this.#replay(this.webhook.replayCursor, subscription);
        continue;
      }
      const entries = await subscription.next(this.#options.limits.webhookTickMs);
      if (entries === undefined) return;
      // Reads changed endpoints before sending the entries, because new filters apply to all
      // entries after a change.
      if (entries.length > 0) await this.#options.refresh();
      for (const entry of entries) {
        if (this.#isOver || !(await this.#deliver(entry, 'new'))) return;
        this.webhook = { ...this.webhook, cursor: entry.seq };
      }
    }
  }

  /**
   * Sends the next old ledger entries again. New entries interrupt the replay. It ends when no old
   * entry is left.
   */
  async #replay(start: number, subscription: Subscription): Promise<void> {
    const { replayRevision } = this.webhook;
    const read = await this.#options.inventory.feed.entriesAfter(start);
    const page = read.filter(({ seq }) => seq <= (this.webhook.replayUntil ?? 0));
    // An owner may start another replay at any time. It replaces the replay that is running.
    const isReplaced = () => this.webhook.replayRevision !== replayRevision;
    if (isReplaced()) return;
    for (const entry of page) {
      if (subscription.hasNext || !(await this.#deliver(entry, 'replay')) || isReplaced()) return;
      this.webhook = { ...this.webhook, replayCursor: entry.seq };
    }
    if (page.length === 0)
      this.webhook = { ...this.webhook, replayCursor: null, replayUntil: null };
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
      this.webhook,
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
    const before = this.webhook;
    // No `await` may stand between these checks and `send`: if the lease ended there, another
    // instance would send, too.
    if (this.#isOver) return false;
    if (!eventsOf(entry, details, before, this.#shopLowAt).includes(event)) return true;
    if (!lease.isCertain || !isAttemptDue(before, inventory.head.clockMs)) {
      await this.#pause();
      return false;
    }
    const attempt = await send(before, messageOf(before.id, event, entry, details), {
      ...this.#options.sending,
      clock: inventory.head,
      signal: this.#abort.signal,
      limits,
      platform,
    });
    // An attempt that this service aborts, such as when it stops, does not count as a failure of
    // the endpoint.
    if (this.#abort.signal.aborted) return false;
    const outcome = attemptOutcome(attempt);
    // A failure does not count if the endpoint was changed during the attempt: it says nothing
    // about the new settings.
    if (outcome === 'delivered' || this.webhook.revision === before.revision) {
      const random = () => platform.randomInt(1_000) / 1_000;
      const nowMs = inventory.head.clockMs;
      this.webhook = webhookAfter(this.webhook, attempt, nowMs, limits, random);
    }
    metrics.webhookDeliveries.inc({ outcome });
    this.#options.onAttempt(attempt);
    this.#logChange(attempt, before);
    return outcome === 'delivered';
  }

  /**
   * Logs a change of the endpoint's state, with the origin of its URL only: path and query may
   * contain credentials.
   */
  #logChange(attempt: Attempt, before: Webhook): void {
    const { status, error } = attempt;
    const { log } = this.#options;
    const { name, url, failures, nextAttemptAtMs } = this.webhook;
    const fields = { webhook: name, origin: new URL(url).origin, answer: `${status ?? error}` };
    const state = webhookState(this.webhook);
    if (state === 'disabled') {
      const why =
        status === 410
          ? 'it responded 410 Gone'
          : `it has failed for three days, ${failures} times`;
      log.error(
        fields,
        `the webhook endpoint is disabled: ${why}. "pawstock webhooks enable" turns it on again`,
      );
    } else if (state === 'failing') {
      const nextAttempt = new Date(nextAttemptAtMs ?? 0).toISOString();
      log.warn({ ...fields, failures, nextAttempt }, 'a webhook could not be delivered');
    } else if (webhookState(before) === 'failing' && attemptOutcome(attempt) === 'delivered')
      log.info(fields, 'the webhook endpoint works again');
  }
}
