import { type Limits, limits } from '../limits.ts';
import { isoTime } from './api-key.ts';
import type { Refusal } from './errors.ts';
import { toJson } from './exact-json.ts';
import type { PetId } from './item.ts';
import type { LedgerEntry, Reason } from './ledger-entry.ts';
import type { Details } from './pet-details.ts';

/** What an endpoint can subscribe to, in the order in which one change is reported. */
export const webhookEvents = ['changed', 'low', 'out'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** How far the deliveries to an endpoint have come. Only the instance that delivers changes it, and `enable`. */
export type WebhookProgress = {
  /** The last ledger entry that the endpoint has acknowledged, or had no interest in. */
  readonly cursor: number;
  /** The first failure since the last success; null while deliveries succeed. */
  readonly failingSinceMs: number | null;
  /** Failures in a row. */
  readonly failures: number;
  readonly nextAttemptAtMs: number | null;
  readonly disabledAtMs: number | null;
  /** The last response in a few words, such as "200" or "no response within 15 s". */
  readonly lastAnswer: string | null;
  readonly lastAnswerAtMs: number | null;
  /** What is sent again: the last entry of it that was acknowledged, and the one that it ends with. */
  readonly replayCursor: number | null;
  readonly replayUntil: number | null;
};

/** An endpoint as it is stored. */
export type Webhook = WebhookProgress & {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  /** Encrypted if there is a key for it: see webhooks/secret.ts. */
  readonly secret: string;
  /** The one before, which signs, too, until then. */
  readonly previousSecret: string | null;
  readonly previousSecretUntilMs: number | null;
  /** Whether only public addresses are connected to, and those of WEBHOOK_NETWORKS. */
  readonly publicOnly: boolean;
  readonly events: readonly WebhookEvent[];
  /** The quantity that is low. */
  readonly low: number;
  /** Only changes of these pets, or with these reasons; null for all. */
  readonly petIds: readonly PetId[] | null;
  readonly reasons: readonly Reason[] | null;
  readonly pausedAtMs: number | null;
  readonly createdAtMs: number;
  /** Counts up with every change by an owner or a command, so that the delivering instance notices it. */
  readonly revision: number;
};

export type WebhookState = 'active' | 'failing' | 'disabled' | 'paused';

type StateFields = Pick<Webhook, 'pausedAtMs' | 'disabledAtMs' | 'failingSinceMs'>;

export function webhookState({ pausedAtMs, disabledAtMs, failingSinceMs }: StateFields): WebhookState {
  if (disabledAtMs !== null) return 'disabled';
  if (pausedAtMs !== null) return 'paused';
  return failingSinceMs === null ? 'active' : 'failing';
}

export function isDelivered({ disabledAtMs, pausedAtMs }: Webhook): boolean {
  return disabledAtMs === null && pausedAtMs === null;
}

/**
 * The events that an entry means to an endpoint, whose own level is for pets without one. A pet that is removed has no
 * quantity, and is neither low nor out.
 */
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

/** Why this is not the URL of an endpoint; undefined if it is. */
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

/** Fields that are undefined stay as they are. */
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

/** An endpoint that resumes, or moves, is tried again at once, where it stopped, even if it was disabled. */
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

/** What came of one attempt to deliver. */
export type AttemptResult = {
  /** In a few words, for the operator. */
  readonly text: string;
  readonly outcome: 'delivered' | 'rejected' | 'unanswered';
  /** Null if there was no response. */
  readonly status: number | null;
};

/** Where an endpoint stands after an attempt: in order, to be tried again, or disabled. */
export function webhookAfter(webhook: Webhook, result: AttemptResult, nowMs: number, limits: Limits): Webhook {
  const last = { ...webhook, lastAnswer: result.text, lastAnswerAtMs: nowMs };
  if (result.outcome === 'delivered') return { ...last, failingSinceMs: null, failures: 0, nextAttemptAtMs: null };
  const failures = webhook.failures + 1;
  const failingSinceMs = webhook.failingSinceMs ?? nowMs;
  const endsAtMs = failingSinceMs + limits.webhookFailingMaxMs;
  // 410: the receiver wants nothing more.
  if (result.status === 410 || (nowMs >= endsAtMs && failures >= limits.webhookFailuresMin)) {
    return { ...last, failingSinceMs, failures, nextAttemptAtMs: null, disabledAtMs: nowMs };
  }
  const nextAttemptAtMs = nowMs + pauseMs(failures, limits);
  return {
    ...last,
    failingSinceMs,
    failures,
    nextAttemptAtMs: nowMs < endsAtMs ? Math.min(nextAttemptAtMs, endsAtMs) : nextAttemptAtMs,
  };
}

/** Each pause is twice as long as the one before, and up to a tenth longer, so that endpoints do not return together. */
function pauseMs(failures: number, { webhookPauseMinMs, webhookPauseMaxMs }: Limits): number {
  return Math.floor(
    Math.min(webhookPauseMinMs * 2 ** (failures - 1), webhookPauseMaxMs / 1.1) * (1 + Math.random() / 10),
  );
}

/** An endpoint as an owner has just changed it, with the deliveries that were made since it was `stored`. */
export function withDeliveries(changed: Webhook, stored: Webhook, delivered: Webhook): Webhook {
  const isSameReplay = changed.replayCursor === stored.replayCursor && changed.replayUntil === stored.replayUntil;
  const { replayCursor, replayUntil } = isSameReplay ? delivered : changed;
  return { ...changed, cursor: Math.max(changed.cursor, delivered.cursor), replayCursor, replayUntil };
}

/** What was acknowledged after that sequence is sent again, beside what is new: docs/decisions/0023. */
export function replayedWebhook(found: Webhook, afterSeq: number): Webhook {
  const isNothing = afterSeq >= found.cursor;
  return { ...found, replayCursor: isNothing ? null : afterSeq, replayUntil: isNothing ? null : found.cursor };
}

export const noWebhook = (name: string): Refusal => ({
  code: 'webhook_not_found',
  message: `There is no endpoint called "${name}". List the endpoints to see which there are.`,
});

/** An endpoint as owners see it: without its secrets. */
export function webhookJson(webhook: Webhook, lastSeq: number): string {
  const { name, url, events, low, petIds, reasons, publicOnly, cursor, lastAnswer, replayCursor, replayUntil } =
    webhook;
  return toJson({
    name,
    url,
    events,
    low,
    petIds,
    reasons,
    publicOnly,
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

/** One attempt to deliver, as it is stored. */
export type Attempt = {
  readonly webhookId: string;
  readonly atMs: number;
  readonly seq: number;
  readonly event: WebhookEvent;
  /** Null if there was no response. */
  readonly status: number | null;
  /** Why there was none. */
  readonly error: string | null;
  readonly durationMs: number;
  /** The beginning of the response. */
  readonly response: string | null;
};

export function attemptJson({ webhookId, atMs, ...attempt }: Attempt): string {
  return JSON.stringify({ at: isoTime(atMs), ...attempt });
}
