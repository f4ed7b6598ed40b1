import type { Limits } from '../limits.ts';
import { type AttemptResult, attemptOutcome } from './webhook-attempt.ts';

/** Asks for the ledger entries after `after` once more, since the action `generation`. */
export type ReplayRequest = { readonly after: number; readonly generation: number };

/** The parts of the settings of an endpoint that decide what of its progress counts. */
type GenerationSettings = {
  readonly generation: number;
  /** The replay that was asked for last. */
  readonly replay: ReplayRequest | null;
};

/**
 * How far the deliveries to a webhook endpoint have come. Only the instance that delivers changes
 * it. The store has it up to a second late.
 */
export type WebhookProgress = {
  readonly webhookId: string;
  /** The generation of the settings that the deliveries went by. */
  readonly generation: number;
  /**
   * The sequence number of the last ledger entry that the endpoint has acknowledged, or did not
   * subscribe to. It never goes back.
   */
  readonly cursor: number;
  readonly delivery: DeliveryState;
  /** The replay under way; null if there is none. */
  readonly replay: Replay | null;
  /** The last attempt of any generation; null before the first. */
  readonly lastAttempt: LastAttempt | null;
};

type Failing = {
  /** The time of the first failure since the last success. */
  readonly sinceMs: number;
  /** How many attempts have failed since the last success. */
  readonly failures: number;
};

export type DeliveryState =
  | { readonly state: 'working' }
  | ({ readonly state: 'failing'; readonly nextAttemptAtMs: number } & Failing)
  | ({ readonly state: 'disabled'; readonly atMs: number } & Failing);

/** A replay has sent the entries up to `position` again, and ends with the entry `until`. */
export type Replay = { readonly position: number; readonly until: number };

export type LastAttempt = { readonly atMs: number } & AttemptResult;

const working: DeliveryState = { state: 'working' };

export function newProgress(
  { id, generation }: { readonly id: string; readonly generation: number },
  cursor: number,
): WebhookProgress {
  return {
    webhookId: id,
    generation,
    cursor,
    delivery: working,
    replay: null,
    lastAttempt: null,
  };
}

/**
 * The progress as it counts under these settings. If they have a later generation, the failures are
 * void. So is the replay, unless it is the one that the settings ask for. The cursor always counts.
 */
export function currentProgress(
  settings: GenerationSettings,
  progress: WebhookProgress,
): WebhookProgress {
  const { generation } = settings;
  if (progress.generation === generation) return progress;
  const replay = currentReplay(settings, progress);
  return { ...progress, generation, delivery: working, replay };
}

function currentReplay(
  { replay: request }: GenerationSettings,
  progress: WebhookProgress,
): Replay | null {
  if (request === null) return null;
  // An older request is under way or done. Its place is known to the progress alone.
  if (request.generation <= progress.generation) return progress.replay;
  // The cursor in the store lags, so a replay ends at the cursor of the instance that delivers.
  return { position: request.after, until: Math.max(request.after, progress.cursor) };
}

type Retrying = {
  readonly nowMs: number;
  readonly limits: Limits;
  /** A random number from 0 up to, but not including, 1. */
  readonly random: () => number;
  /** How long the receiver asks to wait; null if it does not ask. */
  readonly retryAfterMs: number | null;
};

/**
 * The progress after an attempt to deliver. A failure leads to another attempt or disables the
 * endpoint.
 */
export function progressAfter(
  progress: WebhookProgress,
  result: AttemptResult,
  retrying: Retrying,
): WebhookProgress {
  const lastAttempt = { atMs: retrying.nowMs, ...resultOf(result) };
  const delivery =
    attemptOutcome(result) === 'delivered'
      ? working
      : afterFailure(progress.delivery, result, retrying);
  return { ...progress, delivery, lastAttempt };
}

function resultOf({ status, failure }: AttemptResult): AttemptResult {
  return status === null ? { status, failure } : { status, failure: null };
}

function afterFailure(
  before: DeliveryState,
  { status }: AttemptResult,
  { nowMs, limits, random, retryAfterMs }: Retrying,
): DeliveryState {
  const known = before.state === 'working' ? { sinceMs: nowMs, failures: 0 } : before;
  const failures = known.failures + 1;
  const sinceMs = Math.min(known.sinceMs, nowMs);
  const endsAtMs = sinceMs + limits.webhookFailingMaxMs;
  // With 410 Gone the receiver says that it wants no more messages, so the endpoint is disabled at
  // once.
  const isGivenUp = nowMs >= endsAtMs && failures >= limits.webhookFailuresMin;
  if (status === 410 || isGivenUp) return { state: 'disabled', atMs: nowMs, sinceMs, failures };

  const pausedUntilMs = nowMs + pauseMs(failures, limits, random());
  // The last attempt is made when the three days end.
  const plannedMs = nowMs < endsAtMs ? Math.min(pausedUntilMs, endsAtMs) : pausedUntilMs;
  const askedMs = nowMs + Math.min(retryAfterMs ?? 0, limits.webhookPauseMaxMs);
  const nextAttemptAtMs = Math.max(plannedMs, askedMs);
  return { state: 'failing', nextAttemptAtMs, sinceMs, failures };
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
 * Whether the next webhook message is due. A time before the last attempt proves that the clock was
 * set back: the time of the next attempt, which the old clock gave, then means nothing.
 */
export function isAttemptDue(
  { delivery, lastAttempt }: Pick<WebhookProgress, 'delivery' | 'lastAttempt'>,
  nowMs: number,
): boolean {
  if (delivery.state !== 'failing' || nowMs >= delivery.nextAttemptAtMs) return true;
  return lastAttempt !== null && nowMs < lastAttempt.atMs;
}
