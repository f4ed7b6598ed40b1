import { type Limits, limits } from '../limits.ts';
import { isoTime } from './api-key.ts';
import type { Refusal } from './errors.ts';
import { toJson } from './exact-json.ts';
import type { PetId } from './item.ts';
import type { LedgerEntry, Reason } from './ledger-entry.ts';
import type { Details } from './pet-details.ts';

/** The events that an endpoint can subscribe to. One change is reported in this order. */
export const webhookEvents = ['changed', 'low', 'out'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
export const attemptEvents = [...webhookEvents, 'test'] as const;

/** How far deliveries to an endpoint have come. */
export type WebhookProgress = {
  /** The last ledger entry that the endpoint has acknowledged, or did not subscribe to. */
  readonly cursor: number;
  /** The first failure since the last success; null while deliveries succeed. */
  readonly failingSinceMs: number | null;
  /** The number of failures since the last success. */
  readonly failures: number;
  readonly nextAttemptAtMs: number | null;
  readonly disabledAtMs: number | null;
  /** The last response in a few words, such as "200" or "no response within 15 s". */
  readonly lastAnswer: string | null;
  readonly lastAnswerAtMs: number | null;
  /** A replay: the last entry that was acknowledged again, and the entry that it ends with; null without a replay. */
  readonly replayCursor: number | null;
  readonly replayUntil: number | null;
};

export type Webhook = WebhookProgress & {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  /** Encrypted if WEBHOOK_KEY is set: see webhooks/secret.ts. */
  readonly secret: string;
  /** The secret before the last rotation, which signs, too, until the time below. */
  readonly previousSecret: string | null;
  readonly previousSecretUntilMs: number | null;
  /** Whether the service connects only to public addresses and to those of WEBHOOK_NETWORKS. */
  readonly publicOnly: boolean;
  readonly events: readonly WebhookEvent[];
  /** A quantity at or below this is low, for pets without a level of their own. */
  readonly low: number;
  /** Only changes of these pets, or with these reasons; null for all. */
  readonly petIds: readonly PetId[] | null;
  readonly reasons: readonly Reason[] | null;
  readonly pausedAtMs: number | null;
  readonly createdAtMs: number;
  /** Counts up with every change by an owner or a command, so that the instance that delivers notices the change. */
  readonly revision: number;
};

export type WebhookState = 'active' | 'failing' | 'disabled' | 'paused';

export function webhookState({ pausedAtMs, disabledAtMs, failingSinceMs }: Webhook): WebhookState {
  if (disabledAtMs !== null) return 'disabled';
  if (pausedAtMs !== null) return 'paused';
  return failingSinceMs === null ? 'active' : 'failing';
}

export function isDelivered({ disabledAtMs, pausedAtMs }: Webhook): boolean {
  return disabledAtMs === null && pausedAtMs === null;
}

/** The events of an entry that an endpoint is sent. A removed pet is neither low nor out, since it has no quantity. */
export function eventsOf(
  { petId, reason, before, after }: LedgerEntry,
  { lowAt }: Pick<Details, 'lowAt'>,
  { events, low, petIds, reasons }: Webhook,
): WebhookEvent[] {
  if (petIds !== null && !petIds.includes(petId)) return [];
  if (reasons !== null && (reason === null || !reasons.includes(reason))) return [];
  const fellTo = (level: number) => before !== null && after !== null && before > level && after <= level;
  const happened = { changed: true, low: fellTo(lowAt ?? low), out: fellTo(0) };
  return webhookEvents.filter((event) => happened[event] && events.includes(event));
}

/** Says why an endpoint cannot have this URL; undefined if it can. */
export function webhookUrlFault(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return 'it must be an http or https URL';
  if (url.username !== '' || url.password !== '') return 'it must not contain a user name or password';
  if (text.length > limits.webhookUrlCharactersMax) {
    return `it must have at most ${limits.webhookUrlCharactersMax} characters`;
  }
  return undefined;
}

type Choice = 'publicOnly' | 'events' | 'low' | 'petIds' | 'reasons';
type EndpointChoices = { readonly [Field in Choice]?: Webhook[Field] | undefined };

export type NewEndpoint = Pick<Webhook, 'id' | 'url' | 'secret'> & EndpointChoices;

/** A change of an endpoint. Fields that are undefined stay as they are. */
export type WebhookChange = EndpointChoices & {
  readonly url?: string | undefined;
  readonly paused?: boolean | undefined;
};

const noFailures = { failingSinceMs: null, failures: 0, nextAttemptAtMs: null, disabledAtMs: null };

/** A new endpoint begins with the change after its cursor. */
export function newWebhook(
  name: string,
  endpoint: NewEndpoint,
  start: Pick<Webhook, 'createdAtMs' | 'cursor'>,
): Webhook {
  return {
    publicOnly: false,
    events: webhookEvents,
    low: 5,
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
  };
}

/** If an endpoint is resumed or gets a new URL, it continues at once where it stopped, even if it was disabled. */
export function changedWebhook(found: Webhook, { paused, ...change }: WebhookChange, atMs: number): Webhook {
  const isTriedAgain = paused === false || change.url !== undefined;
  const pausedAtMs = paused === undefined ? found.pausedAtMs : paused ? (found.pausedAtMs ?? atMs) : null;
  return { ...found, ...given(change), ...(isTriedAgain && noFailures), pausedAtMs };
}

/** The fields that are not undefined. */
function given<T extends object>(fields: T) {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Field in keyof T]: Exclude<T[Field], undefined> };
}

export type AttemptResult = {
  /** The response or the failure in a few words, for the operator. */
  readonly text: string;
  readonly outcome: 'delivered' | 'rejected' | 'unanswered';
  /** Null if there was no response. */
  readonly status: number | null;
};

/** The endpoint after an attempt. Decides when a failed attempt is repeated, and when the endpoint is disabled. */
export function webhookAfter(webhook: Webhook, result: AttemptResult, nowMs: number, limits: Limits): Webhook {
  const last = { ...webhook, lastAnswer: result.text, lastAnswerAtMs: nowMs };
  if (result.outcome === 'delivered') return { ...last, failingSinceMs: null, failures: 0, nextAttemptAtMs: null };
  const failures = webhook.failures + 1;
  const failingSinceMs = webhook.failingSinceMs ?? nowMs;
  const endsAtMs = failingSinceMs + limits.webhookFailingMaxMs;
  const failing = { ...last, failingSinceMs, failures };
  // By 410 Gone the receiver says that it wants nothing more.
  if (result.status === 410 || (nowMs >= endsAtMs && failures >= limits.webhookFailuresMin)) {
    return { ...failing, nextAttemptAtMs: null, disabledAtMs: nowMs };
  }
  const nextAttemptAtMs = nowMs + pauseMs(failures, limits);
  return { ...failing, nextAttemptAtMs: nowMs < endsAtMs ? Math.min(nextAttemptAtMs, endsAtMs) : nextAttemptAtMs };
}

/** Each pause is twice as long as the one before. A random tenth keeps endpoints from being retried all at once. */
function pauseMs(failures: number, { webhookPauseMinMs, webhookPauseMaxMs }: Limits): number {
  const pause = Math.min(webhookPauseMinMs * 2 ** (failures - 1), webhookPauseMaxMs / 1.1);
  return Math.floor(pause * (1 + Math.random() / 10));
}

/** An endpoint that was just changed, with the progress that was made since it was `stored`. */
export function withDeliveries(changed: Webhook, stored: Webhook, delivered: Webhook): Webhook {
  const isSameReplay = changed.replayCursor === stored.replayCursor && changed.replayUntil === stored.replayUntil;
  const { replayCursor, replayUntil } = isSameReplay ? delivered : changed;
  return { ...changed, cursor: Math.max(changed.cursor, delivered.cursor), replayCursor, replayUntil };
}

/** Sends again what the endpoint has acknowledged after this sequence: docs/decisions/0023. */
export function replayedWebhook(found: Webhook, afterSeq: number): Webhook {
  const isNothing = afterSeq >= found.cursor;
  return { ...found, replayCursor: isNothing ? null : afterSeq, replayUntil: isNothing ? null : found.cursor };
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
    failingSince: isoTime(webhook.failingSinceMs),
    nextAttempt: isoTime(webhook.nextAttemptAtMs),
    disabledAt: isoTime(webhook.disabledAtMs),
    secretOverlapEnds: isoTime(webhook.previousSecretUntilMs),
  });
}

export type Attempt = {
  readonly webhookId: string;
  readonly atMs: number;
  /** The sequence of the ledger entry; 0 for a test. */
  readonly seq: number;
  readonly event: (typeof attemptEvents)[number];
  /** Null if there was no response. */
  readonly status: number | null;
  /** Why there was no response; null if there was one. */
  readonly error: string | null;
  readonly durationMs: number;
  /** The beginning of the response. */
  readonly response: string | null;
};

/** An attempt with the pet that it was about; null for a test. */
export type ListedAttempt = Attempt & { readonly petId: PetId | null };

export function attemptJson({ webhookId, atMs, ...attempt }: ListedAttempt): string {
  return toJson({ at: isoTime(atMs), ...attempt });
}
