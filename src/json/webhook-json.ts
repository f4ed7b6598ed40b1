import { isoTime } from '../domain/instant.ts';
import { type WebhookView, webhookState } from '../domain/webhook.ts';
import type { ListedAttempt } from '../domain/webhook-attempt.ts';
import type { DeliveryState } from '../domain/webhook-progress.ts';
import { answerText, failureText } from './delivery-text.ts';

/** What responses show of a webhook endpoint. Its petIds are bigints. */
export function describeWebhook(webhook: WebhookView) {
  const { settings, progress, lastSeq } = webhook;
  const { name, url, events, low, petIds, reasons, publicOnly } = settings;
  const { cursor, replay, lastAttempt, delivery } = progress;
  return {
    name,
    url,
    events,
    low,
    petIds,
    reasons,
    publicOnly,
    state: webhookState(webhook),
    createdAt: isoTime(settings.createdAtMs),
    position: cursor,
    lag: Math.max(0, lastSeq - cursor),
    replay,
    lastAnswer: lastAttempt && answerText(lastAttempt),
    lastStatus: lastAttempt?.status ?? null,
    lastFailure: lastAttempt?.failure ?? null,
    lastAnswerAt: isoTime(lastAttempt?.atMs ?? null),
    ...deliveryTimes(delivery),
    secretOverlapEndsAt: isoTime(settings.secretOverlapEndsAtMs),
  };
}

function deliveryTimes(delivery: DeliveryState) {
  const { state } = delivery;
  return {
    failingSinceAt: isoTime(state === 'working' ? null : delivery.sinceMs),
    nextAttemptAt: isoTime(state === 'failing' ? delivery.nextAttemptAtMs : null),
    disabledAt: isoTime(state === 'disabled' ? delivery.atMs : null),
  };
}

/** What responses show of an attempt to deliver. Its petId is a bigint. */
export function describeAttempt(attempt: ListedAttempt) {
  const { atMs, seq, petId, event, status, failure, durationMs, response } = attempt;
  return {
    at: isoTime(atMs),
    seq,
    petId,
    event,
    status,
    error: failure === null ? null : failureText(failure),
    failure,
    durationMs,
    response,
  };
}
