import { hash } from 'node:crypto';
import type { BlockList } from 'node:net';
import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import type { Details } from '@pawstock/shared/pet-details.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { type ClockReading, storeTime } from '../domain/store-clock.ts';
import type { WebhookSettings } from '../domain/webhook.ts';
import {
  type Attempt,
  type AttemptResult,
  deliveryFailures,
  type WebhookEvent,
} from '../domain/webhook-attempt.ts';
import { describeEntry } from '../json/ledger-entry-json.ts';
import type { Limits } from '../limits.ts';
import type { Platform } from '../platform.ts';
import { DeliveryError } from './delivery-error.ts';
import { hasForbiddenAddress } from './networks.ts';
import { retryAfterMs } from './retry-after.ts';
import { openSecrets, type SecretKey } from './secret.ts';
import { signatureHeaders } from './signature.ts';

/** A webhook message in the form of the Standard Webhooks specification. */
export type Message = Pick<Attempt, 'seq' | 'event'> & {
  readonly id: string;
  readonly body: string;
  /** The trace context of the change; null if its request had none. */
  readonly traceparent: string | null;
};

/**
 * The webhook message about a ledger entry. A message that is sent again has the same id, so
 * receivers can drop it. The id is a digest of the whole entry: after a restore, another change may
 * get the same sequence number.
 */
export function messageOf(
  webhookId: string,
  event: WebhookEvent,
  entry: LedgerEntry,
  { name, barcode }: Pick<Details, 'name' | 'barcode'>,
): Message {
  const shown = describeEntry(entry);
  const type = `inventory.${event}`;
  return {
    id: `msg_${hash('sha256', `${webhookId} ${type} ${JSON.stringify(shown)}`, 'base64url').slice(0, 32)}`,
    body: JSON.stringify({ type, timestamp: shown.at, data: { ...shown, name, barcode } }),
    seq: entry.seq,
    event,
    traceparent: entry.traceparent,
  };
}

export function testMessageTo(
  name: string,
  atMs: number,
  { randomUUID }: Pick<Platform, 'randomUUID'>,
): Message {
  const timestamp = new Date(atMs).toISOString();
  const body = JSON.stringify({ type: 'webhook.test', timestamp, data: { endpoint: name } });
  return {
    id: `msg_${randomUUID().replaceAll('-', '')}`,
    body,
    seq: 0,
    event: 'test',
    traceparent: null,
  };
}

/** A POST to an endpoint. */
type PostRequest = {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The networks, besides public addresses, to which it may connect. Undefined: to any address. */
  readonly allowed: BlockList | undefined;
  /** How long the name servers have to find the endpoint. */
  readonly lookupMs: number;
  readonly signal: AbortSignal;
};

type PostResponse = {
  readonly status: number;
  /** The header `Retry-After`. */
  readonly retryAfter: string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
};

/** Sends a POST, and resolves when the status has arrived. post.ts does so over the network. */
export type Post = (request: PostRequest) => Promise<PostResponse>;

export type Sending = {
  readonly post: Post;
  readonly secretKey: SecretKey;
  /**
   * The networks, besides public addresses, that may contain an endpoint whose URL was set over
   * HTTP.
   */
  readonly networks: BlockList;
};

type SendLimits = Pick<
  Limits,
  'webhookTimeoutMs' | 'webhookLookupMs' | 'webhookResponseKeptBytes' | 'webhookResponseBytesMax'
>;

type SendOptions = Sending & {
  readonly clock: ClockReading;
  readonly platform: Platform;
  readonly limits: SendLimits;
  readonly signal?: AbortSignal;
};

/** An attempt, and how many milliseconds the receiver asks to wait; null if it does not ask. */
export type SentAttempt = { readonly attempt: Attempt; readonly retryAfterMs: number | null };

/** Sends a webhook message once. Redirects are not followed, and certificates must be valid. */
export async function send(
  settings: WebhookSettings,
  message: Message,
  options: SendOptions,
): Promise<SentAttempt> {
  const { clock, limits, platform, post } = options;
  const { seq, event } = message;
  const startedMs = platform.monotonicMs();
  const timeout = new AbortController();
  const cancelTimeout = platform.after(limits.webhookTimeoutMs, () => timeout.abort());
  const attemptWith = (result: AttemptResult, response: string | null): Attempt => {
    const durationMs = Math.round(platform.monotonicMs() - startedMs);
    const about = { webhookId: settings.id, atMs: clock.clockMs, seq, event };
    return { ...result, ...about, durationMs, response };
  };
  try {
    const signals = [timeout.signal, ...(options.signal === undefined ? [] : [options.signal])];
    const request = postRequest(settings, message, options, AbortSignal.any(signals));
    const { status, retryAfter, body } = await post(request);
    const attempt = attemptWith({ status, failure: null }, await readStart(body, limits));
    return { attempt, retryAfterMs: retryAfterMs(status, retryAfter, clock.clockMs) };
  } catch (error) {
    const failure = timeout.signal.aborted ? deliveryFailures.timeout : failureOf(error);
    return { attempt: attemptWith({ status: null, failure }, null), retryAfterMs: null };
  } finally {
    cancelTimeout();
  }
}

/** The code of an error of Node, of OpenSSL, or of ours. */
function failureOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : deliveryFailures.requestFailed;
}

function postRequest(
  settings: WebhookSettings,
  message: Message,
  { clock, limits, networks, secretKey }: SendOptions,
  signal: AbortSignal,
): PostRequest {
  const url = new URL(settings.url);
  if (settings.publicOnly && hasForbiddenAddress(url, networks))
    throw new DeliveryError(deliveryFailures.addressForbidden);
  const secrets = openSecrets(settings, secretKey, storeTime(clock));
  return {
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': `Pawstock/${packageJson.version}`,
      ...signatureHeaders(message, secrets, clock.clockMs),
      ...(message.traceparent !== null && { traceparent: message.traceparent }),
    },
    body: message.body,
    allowed: settings.publicOnly ? networks : undefined,
    lookupMs: limits.webhookLookupMs,
    signal,
  };
}

/**
 * Reads a short response to its end, so that the connection can be reused. A long response closes
 * the connection.
 */
async function readStart(
  response: AsyncIterable<Uint8Array>,
  { webhookResponseKeptBytes, webhookResponseBytesMax }: SendLimits,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      if (bytes < webhookResponseKeptBytes) chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > webhookResponseBytesMax) break;
    }
  } catch {
    // The body of the response is incomplete, but the status has arrived and counts.
  }
  const start = Buffer.concat(chunks).subarray(0, webhookResponseKeptBytes);
  return start.toString().replaceAll('\0', '');
}
