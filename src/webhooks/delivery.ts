import { createHmac, hash } from 'node:crypto';
import type { Logger } from 'pino';
import packageJson from '../../package.json' with { type: 'json' };
import { entryJson, type LedgerEntry } from '../domain/ledger-entry.ts';
import type { Details } from '../domain/pet-details.ts';
import { type Webhook, type WebhookEvent, webhookState } from '../domain/webhook.ts';
import { type Limits, limits } from '../limits.ts';

/** One message, as the Standard Webhooks specification has it. */
export type Message = { readonly id: string; readonly body: string };

/**
 * Always the same for a change and an endpoint, and different for a change that takes another's sequence after an old
 * backup was restored: receivers drop what they have seen.
 */
export function messageOf(
  webhookId: string,
  event: WebhookEvent,
  entry: LedgerEntry,
  { name, barcode }: Pick<Details, 'name' | 'barcode'>,
): Message {
  const json = entryJson(entry);
  const type = `inventory.${event}`;
  const data = `${json.slice(0, -1)},${JSON.stringify({ name, barcode }).slice(1)}`;
  return {
    id: `msg_${hash('sha256', `${webhookId} ${type} ${json}`, 'base64url').slice(0, 32)}`,
    body: `{"type":"${type}","timestamp":"${new Date(entry.atMs).toISOString()}","data":${data}}`,
  };
}

export type DeliveryResult = {
  /** In a few words, for the operator. */
  readonly text: string;
  readonly outcome: 'delivered' | 'rejected' | 'unanswered';
  /** The receiver wants nothing more. */
  readonly gone: boolean;
};

type SendOptions = {
  readonly secret: Buffer;
  readonly atMs: number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
};

/** Sends a message once. Redirects are not followed, and certificates must be valid. */
export async function send(
  url: string,
  message: Message,
  { secret, atMs, signal, timeoutMs = limits.webhookTimeoutMs }: SendOptions,
): Promise<DeliveryResult> {
  const timestamp = Math.floor(atMs / 1000);
  const signature = createHmac('sha256', secret).update(`${message.id}.${timestamp}.${message.body}`).digest('base64');
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      headers: {
        'content-type': 'application/json',
        'user-agent': `Pawstock/${packageJson.version}`,
        'webhook-id': message.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${signature}`,
      },
      body: message.body,
    });
    await discardBody(response);
    const { status, ok } = response;
    return { text: String(status), outcome: ok ? 'delivered' : 'rejected', gone: status === 410 };
  } catch (error) {
    const text = timeout.aborted ? `no response within ${timeoutMs / 1000} s` : reasonOf(error);
    return { text, outcome: 'unanswered', gone: false };
  }
}

/** A short body is read, so that the connection can be used again; a longer one costs the connection. */
async function discardBody({ body }: Response): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length;
      if (bytes > limits.webhookResponseBytesMax) return;
    }
  } catch {
    // The status has arrived, and counts.
  }
}

/** `fetch` hides the reason in the cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  const { code, message: reason = message } = (cause ?? {}) as { readonly code?: string; readonly message?: string };
  // The Fetch standard has a list of ports that are never connected to.
  return reason === 'bad port' ? 'bad port: no request is sent to it, choose another one' : (code ?? reason);
}

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
