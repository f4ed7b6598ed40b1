import { hash, randomUUID } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { BlockList } from 'node:net';
import packageJson from '../../package.json' with { type: 'json' };
import { describeEntry, type LedgerEntry } from '../domain/ledger-entry.ts';
import type { Details } from '../domain/pet-details.ts';
import { type ClockReading, storeTime } from '../domain/store-clock.ts';
import type { Attempt, Webhook, WebhookEvent } from '../domain/webhook.ts';
import { forbiddenAddress, noResponseWithin } from '../domain/webhook-failure-texts.ts';
import { limits as defaultLimits, type Limits } from '../limits.ts';
import { resolveName } from './name-resolution.ts';
import { hasForbiddenAddress, lookupWith } from './networks.ts';
import { openSecrets, type SecretKey } from './secret.ts';
import { signatureHeaders } from './signature.ts';

/** A webhook message in the form of the Standard Webhooks specification. */
export type Message = Pick<Attempt, 'seq' | 'event'> & {
  readonly id: string;
  readonly body: string;
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
  };
}

export function testMessageTo(name: string, atMs: number): Message {
  const timestamp = new Date(atMs).toISOString();
  const body = JSON.stringify({ type: 'webhook.test', timestamp, data: { endpoint: name } });
  return { id: `msg_${randomUUID().replaceAll('-', '')}`, body, seq: 0, event: 'test' };
}

export type Sending = {
  readonly secretKey: SecretKey;
  /**
   * The networks, besides public addresses, that may contain an endpoint whose URL was set over
   * HTTP.
   */
  readonly networks: BlockList;
  /** The name servers that find the hosts of endpoints. Undefined: those of the system. */
  readonly nameServers?: readonly string[] | undefined;
};

type SendLimits = Pick<Limits, 'webhookTimeoutMs' | 'webhookLookupMs'>;

type SendOptions = Sending & {
  readonly clock: ClockReading;
  readonly limits?: SendLimits;
  readonly signal?: AbortSignal;
};

/** Sends a webhook message once. Redirects are not followed, and certificates must be valid. */
export async function send(
  webhook: Webhook,
  message: Message,
  options: SendOptions,
): Promise<Attempt> {
  const { clock, signal, limits = defaultLimits } = options;
  const timeoutMs = limits.webhookTimeoutMs;
  const { seq, event } = message;
  const startedMs = performance.now();
  const timeout = AbortSignal.timeout(timeoutMs);
  const ended = (result: Pick<Attempt, 'status' | 'error' | 'response'>) => {
    const durationMs = Math.round(performance.now() - startedMs);
    return { ...result, webhookId: webhook.id, atMs: clock.clockMs, seq, event, durationMs };
  };
  try {
    const signals = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    const incoming = await post(webhook, message, { ...options, limits, signal: signals });
    return ended({
      status: incoming.statusCode ?? 0,
      error: null,
      response: await readStart(incoming),
    });
  } catch (error) {
    const { code, message: reason } = error as NodeJS.ErrnoException;
    const cause = timeout.aborted ? noResponseWithin(timeoutMs) : (code ?? reason);
    return ended({ status: null, error: cause, response: null });
  }
}

/**
 * An endpoint limited to public addresses must not reuse another endpoint's connection to a private
 * address.
 */
const agents = {
  anywhere: {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true }),
  },
  publicOnly: {
    'http:': new HttpAgent({ keepAlive: true }),
    'https:': new HttpsAgent({ keepAlive: true }),
  },
};

function post(
  webhook: Webhook,
  message: Message,
  options: Required<Omit<SendOptions, keyof Sending>> & Sending,
): Promise<IncomingMessage> {
  const { secretKey, networks, nameServers, clock, signal, limits } = options;
  const url = new URL(webhook.url);
  const { publicOnly } = webhook;
  if (publicOnly && hasForbiddenAddress(url, networks)) throw new Error(forbiddenAddress);
  const secrets = openSecrets(webhook, secretKey, storeTime(clock));
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const findAddresses = (name: string) =>
    resolveName(name, { nameServers, timeoutMs: limits.webhookLookupMs, signal });

  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = request(
    url,
    {
      method: 'POST',
      agent: agents[publicOnly ? 'publicOnly' : 'anywhere'][url.protocol as 'http:' | 'https:'],
      lookup: lookupWith(findAddresses, publicOnly ? networks : undefined),
      signal,
      headers: {
        'content-type': 'application/json',
        'user-agent': `Pawstock/${packageJson.version}`,
        ...signatureHeaders(message, secrets, clock.clockMs),
      },
    },
    resolve,
  );
  sent.on('error', reject).end(message.body);
  return promise;
}

/**
 * Reads a short response to its end, so that the connection can be reused. A long response closes
 * the connection.
 */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      if (bytes < defaultLimits.webhookResponseKeptBytes) chunks.push(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (bytes > defaultLimits.webhookResponseBytesMax) break;
    }
  } catch {
    // The body of the response is incomplete, but the status has arrived and counts.
  }
  const start = Buffer.concat(chunks).subarray(0, defaultLimits.webhookResponseKeptBytes);
  return start.toString().replaceAll('\0', '');
}
