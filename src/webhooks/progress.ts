import type { Webhook, WebhookProgress } from '../domain/webhook.ts';
import { limits } from '../limits.ts';
import type { Answer } from './send.ts';

type Attempt = { readonly answer: Answer; readonly nowMs: number; readonly random?: number };

/** Where an endpoint stands after an attempt: in order, to be tried again, or disabled. */
export function progressAfter(webhook: Webhook, { answer, nowMs, random }: Attempt): Partial<WebhookProgress> {
  const last = { lastAnswer: answer.text, lastAnswerAtMs: nowMs };
  if (answer.outcome === 'delivered') return { ...last, failingSinceMs: null, failures: 0, nextAttemptAtMs: null };
  const failures = webhook.failures + 1;
  const failingSinceMs = webhook.failingSinceMs ?? nowMs;
  const endsAtMs = failingSinceMs + limits.webhookFailingMaxMs;
  if (answer.gone || nowMs >= endsAtMs) {
    return { ...last, failingSinceMs, failures, nextAttemptAtMs: null, disabledAtMs: nowMs };
  }
  const nextAttemptAtMs = Math.min(nowMs + pauseMs(failures, random), endsAtMs);
  return { ...last, failingSinceMs, failures, nextAttemptAtMs };
}

/** Each pause is twice as long as the one before, and up to a tenth longer, so that endpoints do not return together. */
function pauseMs(failures: number, random = Math.random()): number {
  const { webhookPauseMinMs, webhookPauseMaxMs } = limits;
  return Math.floor(Math.min(webhookPauseMinMs * 2 ** (failures - 1), webhookPauseMaxMs / 1.1) * (1 + random / 10));
}
