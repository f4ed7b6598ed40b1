import { toJson } from '@pawstock/shared/exact-json.ts';
import type { PetId } from '@pawstock/shared/item.ts';
import type { LedgerEntry, Reason } from '@pawstock/shared/ledger-entry.ts';
import { type Details, lowLevel } from '@pawstock/shared/pet-details.ts';
import { apiLimits } from '../api-limits.ts';
import type { Limits } from '../limits.ts';
import type { Refusal } from './errors.ts';
import { isoTime } from './instant.ts';

/**
 * The events that a webhook endpoint can subscribe to, in the order in which the events of one
 * change are sent.
 */
export const webhookEvents = ['changed', 'low', 'out'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
export const attemptEvents = [...webhookEvents, 'test'] as const;

export type Webhook = {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  /**
   * The secret that signs webhook messages, encrypted if WEBHOOK_KEY is set: see
   * webhooks/secret.ts.
   */
  readonly secret: string;
  /**
   * The secret before the last rotation. Until `previousSecretUntilMs`, messages are signed with
   * both secrets.
   */
  readonly previousSecret: string | null;
  readonly previousSecretUntilMs: number | null;
  /**
   * If true, the webhook endpoint must be at a public address or in one of the networks of
   * WEBHOOK_NETWORKS.
   */
  readonly publicOnly: boolean;
  readonly events: readonly WebhookEvent[];
  /** The level of pets without one of their own; null for the level of the shop. */
  readonly low: number | null;
  /**
   * The webhook endpoint gets only changes of these pets for these reasons. Null means all pets, or
   * all reasons.
   */
  readonly petIds: readonly PetId[] | null;
  readonly reasons: readonly Reason[] | null;
  readonly pausedAtMs: number | null;
  readonly createdAtMs: number;
  /**
   * This number grows when an owner or a command changes the endpoint, and the delivering instance
   * notices.
   */
  readonly revision: number;
  /**
   * The sequence number of the last ledger entry that the endpoint has acknowledged, or did not
   * subscribe to.
   */
  readonly cursor: number;
  /**
   * The time of the first failed delivery since the last success; null while deliveries succeed.
   */
  readonly failingSinceMs: number | null;
  /** The number of failed deliveries since the last success. */
  readonly failures: number;
  readonly nextAttemptAtMs: number | null;
  readonly disabledAtMs: number | null;
  /** The result of the last attempt to deliver, such as "200" or "no response within 15 s". */
  readonly lastAnswer: string | null;
  readonly lastAnswerAtMs: number | null;
  /**
   * During a replay, the sequence numbers of the last ledger entry sent and of the last one to
   * send; else null.
   */
  readonly replayCursor: number | null;
  readonly replayUntil: number | null;
  /**
   * The endpoint's revisions at the last start of a replay, and at the last change that cleared its
   * failures.
   */
  readonly replayRevision: number;
  readonly clearedRevision: number;
};

export const webhookStates = ['active', 'failing', 'disabled', 'paused'] as const;
export type WebhookState = (typeof webhookStates)[number];

export function webhookState({ pausedAtMs, disabledAtMs, failingSinceMs }: Webhook): WebhookState {
  if (disabledAtMs !== null) return 'disabled';
  if (pausedAtMs !== null) return 'paused';
  return failingSinceMs === null ? 'active' : 'failing';
}

export function isDelivered({ disabledAtMs, pausedAtMs }: Webhook): boolean {
  return disabledAtMs === null && pausedAtMs === null;
}

/**
 * The events that a ledger entry causes for a webhook endpoint. Adding or removing a pet causes no
 * "low" or "out".
 */
export function eventsOf(
  { petId, reason, before, after }: LedgerEntry,
  details: Pick<Details, 'lowAt'>,
  { events, low, petIds, reasons }: Webhook,
  shopLowAt: number,
): WebhookEvent[] {
  if (petIds !== null && !petIds.includes(petId)) return [];
  if (reasons !== null && (reason === null || !reasons.includes(reason))) return [];
  const fellTo = (level: number) =>
    before !== null && after !== null && before > level && after <= level;
  const happened = {
    changed: true,
    low: fellTo(lowLevel(details, low ?? shopLowAt)),
    out: fellTo(0),
  };
  return webhookEvents.filter((event) => happened[event] && events.includes(event));
}

/** Says why a webhook endpoint cannot have this URL; undefined if it can. */
export function webhookUrlFault(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return 'it must be an http or https URL';
  if (url.username !== '' || url.password !== '')
    return 'it must not contain a user name or password';
  const { webhookUrlCharactersMax: charactersMax } = apiLimits;
  return text.length > charactersMax
    ? `it must have at most ${charactersMax} characters`
    : undefined;
}

type Choice = 'publicOnly' | 'events' | 'low' | 'petIds' | 'reasons';
type EndpointChoices = { readonly [Field in Choice]?: Webhook[Field] | undefined };

export type NewEndpoint = Pick<Webhook, 'id' | 'url' | 'secret'> & EndpointChoices;

/** A change to a webhook endpoint. Fields that are undefined stay as they are. */
export type WebhookChange = EndpointChoices & {
  readonly url?: string | undefined;
  readonly paused?: boolean | undefined;
};

const noFailures = { failingSinceMs: null, failures: 0, nextAttemptAtMs: null, disabledAtMs: null };

/**
 * A new webhook endpoint. It is sent the ledger entries after the sequence number `start.cursor`.
 */
export function newWebhook(
  name: string,
  endpoint: NewEndpoint,
  start: Pick<Webhook, 'createdAtMs' | 'cursor'>,
): Webhook {
  return {
    publicOnly: false,
    events: webhookEvents,
    low: null,
    petIds: null,
    reasons: null,
    ...given(endpoint),
    ...start,
    ...noFailures,
    name,
    revision: 1,
    previousSecret: null,
    previousSecretUntilMs: null,
    pausedAtMs: null,
    lastAnswer: null,
    lastAnswerAtMs: null,
    replayCursor: null,
    replayUntil: null,
    replayRevision: 0,
    clearedRevision: 0,
  };
}

/**
 * Changes a webhook endpoint. Resuming it or changing its URL also enables it. Deliveries go on
 * where they stopped.
 */
export function changedWebhook(
  found: Webhook,
  { paused, ...change }: WebhookChange,
  atMs: number,
): Webhook {
  const isTriedAgain = paused === false || change.url !== undefined;
  const pausedAtMs =
    paused === undefined ? found.pausedAtMs : paused ? (found.pausedAtMs ?? atMs) : null;
  const cleared = isTriedAgain && { ...noFailures, clearedRevision: found.revision };
  return { ...found, ...given(change), ...cleared, pausedAtMs };
}

/** Returns a copy of an object without the fields that are undefined. */
function given<T extends object>(fields: T) {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Field in keyof T]: Exclude<T[Field], undefined> };
}

type AttemptResult = Pick<Attempt, 'status' | 'error'>;

export function attemptOutcome({ status }: AttemptResult): 'delivered' | 'rejected' | 'unanswered' {
  if (status === null) return 'unanswered';
  return status >= 200 && status < 300 ? 'delivered' : 'rejected';
}

/**
 * The webhook endpoint after an attempt to deliver. A failure leads to another attempt or disables
 * the endpoint.
 */
export function webhookAfter(
  webhook: Webhook,
  result: AttemptResult,
  nowMs: number,
  limits: Limits,
  random: () => number = Math.random,
): Webhook {
  const last = {
    ...webhook,
    lastAnswer: `${result.status ?? result.error}`,
    lastAnswerAtMs: nowMs,
  };
  if (attemptOutcome(result) === 'delivered') return { ...last, ...noFailures };
  const failures = webhook.failures + 1;
  const failingSinceMs = Math.min(webhook.failingSinceMs ?? nowMs, nowMs);
  const endsAtMs = failingSinceMs + limits.webhookFailingMaxMs;
  const failing = { ...last, failingSinceMs, failures };
  // With 410 Gone the receiver says that it wants no more messages, so the endpoint is disabled at
  // once.
  if (result.status === 410 || (nowMs >= endsAtMs && failures >= limits.webhookFailuresMin)) {
    return { ...failing, nextAttemptAtMs: null, disabledAtMs: nowMs };
  }
  const nextAttemptAtMs = nowMs + pauseMs(failures, limits, random());
  return {
    ...failing,
    nextAttemptAtMs: nowMs < endsAtMs ? Math.min(nextAttemptAtMs, endsAtMs) : nextAttemptAtMs,
  };
}

/**
 * Whether the next webhook message is due. A time before the last attempt proves that the clock was
 * set back: the time of the next attempt, which the old clock gave, then means nothing.
 */
export function isAttemptDue({ nextAttemptAtMs, lastAnswerAtMs }: Webhook, nowMs: number): boolean {
  if (nextAttemptAtMs === null || nowMs >= nextAttemptAtMs) return true;
  return lastAnswerAtMs !== null && nowMs < lastAnswerAtMs;
}

/**
 * The pause after a failed webhook delivery. It doubles each time. A random part spreads the
 * retries to endpoints.
 */
function pauseMs(
  failures: number,
  { webhookPauseMinMs, webhookPauseMaxMs }: Limits,
  fraction: number,
): number {
  const pause = Math.min(webhookPauseMinMs * 2 ** (failures - 1), webhookPauseMaxMs / 1.1);
  return Math.floor(pause * (1 + fraction / 10));
}

/**
 * Combines the settings of an endpoint in the store with the progress of its deliveries that is not
 * stored yet.
 */
export function withDeliveries(stored: Webhook, delivered: Webhook): Webhook {
  const { failingSinceMs, failures, nextAttemptAtMs, disabledAtMs, lastAnswer, lastAnswerAtMs } =
    delivered;
  const cursor = Math.max(stored.cursor, delivered.cursor);
  const isNewReplay = stored.replayRevision !== delivered.replayRevision;
  const { replayCursor, replayUntil } = isNewReplay
    ? replayAfter(stored.replayCursor, cursor)
    : delivered;
  const areCleared = stored.clearedRevision !== delivered.clearedRevision;
  const failing = areCleared
    ? noFailures
    : { failingSinceMs, failures, nextAttemptAtMs, disabledAtMs };
  return { ...stored, ...failing, lastAnswer, lastAnswerAtMs, cursor, replayCursor, replayUntil };
}

/**
 * Starts a replay, which sends the ledger entries after this sequence number again:
 * docs/decisions/0023.
 */
export function replayedWebhook(found: Webhook, afterSeq: number, lastSeq: number): Webhook {
  const replay = replayAfter(afterSeq < lastSeq ? afterSeq : null, found.cursor);
  return { ...found, ...replay, replayRevision: found.revision };
}

/**
 * A replay ends at the endpoint's cursor. The stored one may lag, so `withDeliveries` takes the
 * cursor in memory.
 */
function replayAfter(afterSeq: number | null, cursor: number) {
  return {
    replayCursor: afterSeq,
    replayUntil: afterSeq === null ? null : Math.max(afterSeq, cursor),
  };
}

export const noWebhook = (name: string): Refusal => ({
  code: 'webhook_not_found',
  message: `There is no endpoint called "${name}". List the endpoints to see which there are.`,
});

export function webhookJson(webhook: Webhook, lastSeq: number): string {
  const { name, url, events, low, petIds, reasons, publicOnly, ...progress } = webhook;
  const { cursor, lastAnswer, replayCursor, replayUntil } = progress;
  const chosen = { name, url, events, low, petIds, reasons, publicOnly };
  return toJson({
    ...chosen,
    state: webhookState(webhook),
    createdAt: isoTime(webhook.createdAtMs),
    position: cursor,
    lag: Math.max(0, lastSeq - cursor),
    replay: replayCursor === null ? null : { position: replayCursor, until: replayUntil },
    lastAnswer,
    lastAnswerAt: isoTime(webhook.lastAnswerAtMs),
    failingSinceAt: isoTime(webhook.failingSinceMs),
    nextAttemptAt: isoTime(webhook.nextAttemptAtMs),
    disabledAt: isoTime(webhook.disabledAtMs),
    secretOverlapEndsAt: isoTime(webhook.previousSecretUntilMs),
  });
}

export type Attempt = {
  readonly webhookId: string;
  readonly atMs: number;
  /** The sequence number of the ledger entry that was sent; 0 for a test message. */
  readonly seq: number;
  readonly event: (typeof attemptEvents)[number];
  /** The HTTP status of the response; null if there was no response. */
  readonly status: number | null;
  /** Why the webhook endpoint gave no response; null if it gave one. */
  readonly error: string | null;
  readonly durationMs: number;
  /** The beginning of the response body; null if there was no response. */
  readonly response: string | null;
};

/**
 * An attempt to deliver a webhook message, with the pet that the message was about; null for a test
 * message.
 */
export type ListedAttempt = Attempt & { readonly petId: PetId | null };

export function attemptJson({ webhookId, atMs, ...attempt }: ListedAttempt): string {
  return toJson({ at: isoTime(atMs), ...attempt });
}
