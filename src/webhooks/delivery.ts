import type { LedgerEntry } from '../domain/ledger-entry.ts';
import { eventsOf, type Webhook, type WebhookEvent, type WebhookProgress } from '../domain/webhook.ts';
import type { Subscription } from '../inventory/feed.ts';
import type { Inventory } from '../inventory/inventory.ts';
import type { Limits } from '../limits.ts';
import { openSecret, type SecretKey } from './secret.ts';
import { type DeliveryResult, type Message, messageOf, send } from './send.ts';

export type DeliveryOptions = {
  readonly now: () => number;
  readonly secretKey: SecretKey;
  readonly limits: Limits;
  readonly inventory: Inventory;
  /** Told of failures of the store, or of our own. */
  readonly onError: (error: unknown) => void;
  readonly onResult: (result: DeliveryResult, before: Webhook, after: Webhook) => void;
};

type Holder = {
  /** Whether the lease still holds. */
  readonly mayDeliver: () => boolean;
  /** Stores the progress of all endpoints. */
  readonly save: () => Promise<void>;
};

/** Delivers to one endpoint, one message at a time, each until it is acknowledged: docs/decisions/0023. */
export class Delivery {
  readonly #options: DeliveryOptions & Holder;
  #webhook: Webhook;
  /** How often the progress has changed since it was stored. */
  unsaved = 0;
  #stopped = false;
  #abort = new AbortController();
  #subscription: Subscription | undefined;
  /** Makes an attempt that has become due. */
  wake: () => void = () => undefined;
  /** Resolves when nothing is under way any more. */
  readonly ended: Promise<void>;

  constructor(webhook: Webhook, options: DeliveryOptions & Holder) {
    this.#webhook = webhook;
    this.#options = options;
    this.ended = this.#run();
  }

  get webhook(): Webhook {
    return this.#webhook;
  }

  /** Begins nothing new. What is under way goes on until `abort`. */
  stop(): void {
    this.#stopped = true;
    this.#subscription?.end();
    this.wake();
  }

  abort(): void {
    this.stop();
    this.#abort.abort();
  }

  get #isOver(): boolean {
    return this.#stopped || this.#webhook.disabledAtMs !== null;
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      try {
        const { feed, snapshot } = this.#options.inventory;
        this.#subscription = feed.subscribe(this.#webhook.cursor, snapshot.seq);
        await this.#follow(this.#subscription);
      } catch (error) {
        this.#options.onError(error);
        if (!this.#isOver) await this.#nextTick();
      } finally {
        this.#subscription?.end();
      }
    }
  }

  /** Returns when the feed ends the subscription, as it does to one that is far behind. */
  async #follow(subscription: Subscription): Promise<void> {
    for (;;) {
      const entries = await subscription.next(this.#options.limits.eventHeartbeatMs);
      if (entries === undefined) return;
      for (const entry of entries) {
        for (const event of eventsOf(entry, this.#webhook)) {
          if (!(await this.#deliver(event, entry))) return;
        }
        this.#advance({ cursor: entry.seq });
        if (this.unsaved >= this.#options.limits.webhookUnsavedMax) await this.#options.save();
      }
    }
  }

  /** Sends a message until it is acknowledged. False if no more is to be sent before it was. */
  async #deliver(event: WebhookEvent, entry: LedgerEntry): Promise<boolean> {
    const { now, limits, inventory, mayDeliver, onResult } = this.#options;
    for (;;) {
      const name = (await inventory.names()).get(entry.petId)?.name ?? null;
      const message = messageOf(this.#webhook.id, event, entry, name);
      // Right before it is sent: the lease or this delivery may end at any moment.
      if (this.#isOver) return false;
      if (!mayDeliver() || (this.#webhook.nextAttemptAtMs ?? 0) > now()) {
        await this.#nextTick();
        continue;
      }
      const result = await this.#send(message);
      // An aborted delivery says nothing about the endpoint.
      if (this.#abort.signal.aborted) return false;
      const before = this.#webhook;
      this.#advance(progressAfter(before, result, { nowMs: now(), limits }));
      onResult(result, before, this.#webhook);
      if (result.outcome === 'delivered') return true;
    }
  }

  async #send(message: Message): Promise<DeliveryResult> {
    const { now, secretKey, limits } = this.#options;
    this.#abort = new AbortController();
    try {
      const secret = openSecret(this.#webhook, secretKey);
      const timeoutMs = limits.webhookTimeoutMs;
      return await send(this.#webhook.url, message, { secret, atMs: now(), signal: this.#abort.signal, timeoutMs });
    } catch (error) {
      return { text: (error as Error).message, outcome: 'unanswered', gone: false };
    }
  }

  #advance(progress: Partial<WebhookProgress>): void {
    this.#webhook = { ...this.#webhook, ...progress };
    this.unsaved++;
  }

  #nextTick(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }
}

/** Where an endpoint stands after an attempt: in order, to be tried again, or disabled. */
function progressAfter(
  webhook: Webhook,
  result: DeliveryResult,
  { nowMs, limits }: { readonly nowMs: number; readonly limits: Limits },
): Partial<WebhookProgress> {
  const last = { lastAnswer: result.text, lastAnswerAtMs: nowMs };
  if (result.outcome === 'delivered') return { ...last, failingSinceMs: null, failures: 0, nextAttemptAtMs: null };
  const failures = webhook.failures + 1;
  const failingSinceMs = webhook.failingSinceMs ?? nowMs;
  const endsAtMs = failingSinceMs + limits.webhookFailingMaxMs;
  if (result.gone || nowMs >= endsAtMs) {
    return { ...last, failingSinceMs, failures, nextAttemptAtMs: null, disabledAtMs: nowMs };
  }
  const nextAttemptAtMs = Math.min(nowMs + pauseMs(failures, limits), endsAtMs);
  return { ...last, failingSinceMs, failures, nextAttemptAtMs };
}

/** Each pause is twice as long as the one before, and up to a tenth longer, so that endpoints do not return together. */
function pauseMs(failures: number, { webhookPauseMinMs, webhookPauseMaxMs }: Limits): number {
  return Math.floor(
    Math.min(webhookPauseMinMs * 2 ** (failures - 1), webhookPauseMaxMs / 1.1) * (1 + Math.random() / 10),
  );
}
