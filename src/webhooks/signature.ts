import { createHmac } from 'node:crypto';

type Signed = { readonly id: string; readonly body: string };

/**
 * The headers by which a receiver recognises a webhook message as genuine. There is a signature for
 * each secret.
 */
export function signatureHeaders(
  { id, body }: Signed,
  secrets: readonly Buffer[],
  sentAtMs: number,
) {
  const timestamp = Math.floor(sentAtMs / 1000);
  const signatures = secrets.map((secret) => {
    return `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': `${timestamp}`,
    'webhook-signature': signatures.join(' '),
  };
}
