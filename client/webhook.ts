import type { WebhookEvent } from './inventory-types.ts';
import { parseJson } from './parse-json.ts';

/**
 * How far a webhook's time may be from this machine's clock. The limit stops attackers who send old
 * webhooks again.
 */
const toleranceMs = 300_000;

/**
 * The headers of a webhook request, as `Headers` or as the plain object that Node's servers use.
 */
export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The error for a request without a valid signature, or with a time too far from the clock. Respond
 * with 400.
 */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/**
 * Checks the signature and the time of a webhook request, and returns its event. `secret` begins
 * with `whsec_`. Pass the body as it arrived: JSON that was parsed and written again has another
 * signature. While the secret is being replaced, the service signs with both the old and the new
 * secret.
 */
export async function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string | Uint8Array,
): Promise<WebhookEvent> {
  const key = await importKey(secret);
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures)
    throw new WebhookVerificationError('The headers of a webhook are missing.');
  const ageMs = Math.abs(Date.now() - Number(timestamp) * 1000);
  if (!(ageMs <= toleranceMs))
    throw new WebhookVerificationError('The webhook is too old, or a clock is wrong.');
  if (typeof body !== 'string' && !ArrayBuffer.isView(body)) {
    throw new TypeError(
      'body must be the text or bytes that arrived. Turn off the parsing of JSON for this route.',
    );
  }
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const signature of signatures.split(' ')) {
    const mac = signature.startsWith('v1,') ? bytesFrom(signature.slice(3)) : undefined;
    // The comparison takes the same time wherever signatures differ, so its time reveals nothing to
    // an attacker.
    if (mac && (await crypto.subtle.verify('HMAC', key, mac, signed)))
      return { ...parseJson<WebhookEvent>(text), id };
  }
  throw new WebhookVerificationError('No signature of the webhook matches the secret.');
}

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = typeof secret === 'string' ? bytesFrom(secret.replace(/^whsec_/, '')) : undefined;
  if (!bytes?.length)
    throw new TypeError(
      'secret must be the secret of a webhook endpoint, which begins with whsec_.',
    );
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(`webhook-${name}`) ?? undefined;
  const [, value] =
    Object.entries(headers).find(([key]) => key.toLowerCase() === `webhook-${name}`) ?? [];
  return typeof value === 'object' ? value[0] : value;
}

/** The bytes of a Base64 text; undefined if the text is not Base64. */
function bytesFrom(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
