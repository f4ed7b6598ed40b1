import type { PetId } from '@pawstock/shared/item.ts';
import type { LedgerEntry, Reason } from '@pawstock/shared/ledger-entry.ts';
import { type Details, lowLevel } from '@pawstock/shared/pet-details.ts';
import { apiLimits } from '../api-limits.ts';
import type { Refusal } from './errors.ts';
import { type WebhookEvent, webhookEvents } from './webhook-attempt.ts';
import {
  currentProgress,
  newProgress,
  type ReplayRequest,
  type WebhookProgress,
} from './webhook-progress.ts';

/**
 * What owners and commands decide about a webhook endpoint. Only their actions change it. How far
 * the deliveries have come is in `WebhookProgress`, which only the instance that delivers changes.
 */
export type WebhookSettings = {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  /**
   * The secret that signs webhook messages, encrypted if WEBHOOK_KEY is set: see
   * webhooks/secret.ts.
   */
  readonly secret: string;
  /** Older secrets, which sign messages beside the current one until their overlap ends. */
  readonly previousSecrets: readonly PreviousSecret[];
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
  /** The number of the last action that changed the settings. */
  readonly revision: number;
  /**
   * The number of the last action that made earlier failures void. Progress with an earlier
   * generation has counted failures, and followed a replay, that no longer matter.
   */
  readonly generation: number;
  /** The replay that was asked for last; null if there was none, or if it has nothing to send. */
  readonly replay: ReplayRequest | null;
};

export type PreviousSecret = { readonly secret: string; readonly untilMs: number };

export type Webhook = { readonly settings: WebhookSettings; readonly progress: WebhookProgress };

export const webhookStates = ['active', 'failing', 'disabled', 'paused'] as const;
export type WebhookState = (typeof webhookStates)[number];

/** The parts of an endpoint that decide whether anything is sent to it. */
type Operating = {
  readonly settings: Pick<WebhookSettings, 'pausedAtMs'>;
  readonly progress: Pick<WebhookProgress, 'delivery'>;
};

export function webhookState({ settings, progress }: Operating): WebhookState {
  if (progress.delivery.state === 'disabled') return 'disabled';
  if (settings.pausedAtMs !== null) return 'paused';
  return progress.delivery.state === 'failing' ? 'failing' : 'active';
}

export function isDelivered({ settings, progress }: Operating): boolean {
  return progress.delivery.state !== 'disabled' && settings.pausedAtMs === null;
}

/**
 * The events that a ledger entry causes for a webhook endpoint. Adding or removing a pet causes no
 * "low" or "out".
 */
export function eventsOf(
  { petId, reason, before, after }: LedgerEntry,
  details: Pick<Details, 'lowAt'>,
  { events, low, petIds, reasons }: Pick<WebhookSettings, 'events' | 'low' | 'petIds' | 'reasons'>,
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
type EndpointChoices = { readonly [Field in Choice]?: WebhookSettings[Field] | undefined };

export type NewEndpoint = Pick<WebhookSettings, 'id' | 'url' | 'secret'> & EndpointChoices;

/** A change to a webhook endpoint. Fields that are undefined stay as they are. */
export type WebhookChange = EndpointChoices & {
  readonly url?: string | undefined;
  readonly paused?: boolean | undefined;
};

/** When an action happens, and its number, which no other action has. */
type ActionMoment = { readonly atMs: number; readonly revision: number };

/** A new webhook endpoint. It is sent the ledger entries after the sequence number `lastSeq`. */
export function newWebhook(
  name: string,
  endpoint: NewEndpoint,
  { atMs, revision, lastSeq }: ActionMoment & { readonly lastSeq: number },
): Webhook {
  const settings: WebhookSettings = {
    publicOnly: false,
    events: webhookEvents,
    low: null,
    petIds: null,
    reasons: null,
    ...given(endpoint),
    name,
    previousSecrets: [],
    pausedAtMs: null,
    createdAtMs: atMs,
    revision,
    generation: revision,
    replay: null,
  };
  return { settings, progress: newProgress(settings, lastSeq) };
}

/**
 * Changes a webhook endpoint. Resuming it or changing its URL also enables it. Deliveries go on
 * where they stopped.
 */
export function changedSettings(
  found: WebhookSettings,
  { paused, ...change }: WebhookChange,
  { atMs, revision }: ActionMoment,
): WebhookSettings {
  const isTriedAgain = paused === false || change.url !== undefined;
  return {
    ...found,
    ...given(change),
    pausedAtMs: pausedAt(found, paused, atMs),
    revision,
    generation: isTriedAgain ? revision : found.generation,
  };
}

function pausedAt(
  { pausedAtMs }: WebhookSettings,
  paused: boolean | undefined,
  atMs: number,
): number | null {
  if (paused === undefined) return pausedAtMs;
  return paused ? (pausedAtMs ?? atMs) : null;
}

/**
 * Replaces the secret. The old one also signs until the overlap ends, and so do older ones unless
 * their own overlap ends sooner: receivers may still have the secret from before an earlier
 * rotation. Without an overlap, only the new one signs.
 */
export function rotatedSettings(
  found: WebhookSettings,
  { secret, overlapMs }: { readonly secret: string; readonly overlapMs: number },
  { atMs, revision }: ActionMoment,
): WebhookSettings {
  const endMs = atMs + overlapMs;
  const older = activeSecrets(found, atMs).map((previous) => ({
    ...previous,
    untilMs: Math.min(previous.untilMs, endMs),
  }));
  const overlapping = [...older, { secret: found.secret, untilMs: endMs }];
  return { ...found, secret, previousSecrets: overlapMs === 0 ? [] : overlapping, revision };
}

/** The older secrets whose overlap has not ended. */
export function activeSecrets(
  { previousSecrets }: Pick<WebhookSettings, 'previousSecrets'>,
  nowMs: number,
): PreviousSecret[] {
  return previousSecrets.filter(({ untilMs }) => untilMs > nowMs);
}

/**
 * Starts a replay, which sends the ledger entries after this sequence number again:
 * docs/decisions/0023.
 */
export function replayedSettings(
  found: WebhookSettings,
  { after, lastSeq }: { readonly after: number; readonly lastSeq: number },
  { revision }: ActionMoment,
): WebhookSettings {
  const replay = after < lastSeq ? { after, generation: revision } : null;
  return { ...found, replay, revision, generation: revision };
}

/** A webhook endpoint with changed settings, which may make parts of its progress void. */
export function withSettings({ progress }: Webhook, settings: WebhookSettings): Webhook {
  return { settings, progress: currentProgress(settings, progress) };
}

/** Returns a copy of an object without the fields that are undefined. */
function given<T extends object>(fields: T) {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  // The type of `Object.fromEntries` forgets which keys it was given.
  return Object.fromEntries(entries) as { [Field in keyof T]: Exclude<T[Field], undefined> };
}

/** What owners see of a webhook endpoint: everything but its secrets. */
export type WebhookView = {
  readonly settings: Omit<WebhookSettings, 'secret' | 'previousSecrets'> & {
    /** When the last of the older secrets ends; null if there is none. */
    readonly secretOverlapEndsAtMs: number | null;
  };
  readonly progress: WebhookProgress;
  readonly lastSeq: number;
};

export function viewOf({ settings, progress }: Webhook, lastSeq: number): WebhookView {
  const { secret, previousSecrets, ...shown } = settings;
  const ends = previousSecrets.map(({ untilMs }) => untilMs);
  const secretOverlapEndsAtMs = ends.length === 0 ? null : Math.max(...ends);
  return { settings: { ...shown, secretOverlapEndsAtMs }, progress, lastSeq };
}

export const noWebhook = (name: string): Refusal => ({
  code: 'webhook_not_found',
  message: `There is no endpoint called "${name}". List the endpoints to see which there are.`,
});
