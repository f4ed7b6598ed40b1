import type { Logger } from 'pino';
import { type Webhook, webhookState } from '../domain/webhook.ts';
import type { Limits } from '../limits.ts';
import type { DeliveryResult } from './send.ts';

/** Where an endpoint stands after an attempt: in order, to be tried again, or disabled. */
export function progressAfter(
  webhook: Webhook,
  result: DeliveryResult,
  { nowMs, limits }: { readonly nowMs: number; readonly limits: Limits },
): Webhook {
  const last = { ...webhook, lastAnswer: result.text, lastAnswerAtMs: nowMs };
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

/** The path and query of an endpoint can hold its credentials, so only its origin is logged. */
export function logProgress(log: Logger, { text, gone }: DeliveryResult, before: Webhook, after: Webhook): void {
  const { name, url, failures, nextAttemptAtMs } = after;
  const fields = { webhook: name, origin: new URL(url).origin, answer: text };
  const state = webhookState(after);
  if (state === 'disabled') {
    const why = gone ? 'it responded 410 Gone' : 'it has failed for three days';
    log.error(fields, `the webhook endpoint is disabled: ${why}. "pawstock webhooks enable" turns it on again`);
  } else if (state === 'failing') {
    const nextAttempt = new Date(nextAttemptAtMs ?? 0).toISOString();
    log.warn({ ...fields, failures, nextAttempt }, 'a webhook could not be delivered');
  } else if (webhookState(before) === 'failing') log.info(fields, 'the webhook endpoint works again');
}
