import type { HttpRequest } from '../server/message.ts';

/** The response headers that web pages of other origins may read. */
const exposedHeaders = [
  'ETag',
  'Link',
  'Location',
  'X-Request-Id',
  'X-Stability',
  'Deprecation',
  'Sunset',
  'Idempotent-Replayed',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Row',
  'Pet-Id',
  'Available',
  'Ledger-Seq',
];

/** The request headers that web pages of other origins may send. */
const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'Idempotency-Key',
  'Last-Event-ID',
  'X-Request-Id',
  'traceparent',
];

/**
 * The headers that give web pages of other origins access, if the settings name these origins:
 * docs/decisions/0006.
 */
export function corsHeaders(
  origins: readonly string[],
  { headers }: HttpRequest,
): Record<string, string> {
  const origin = origins.includes('*') ? '*' : headers['origin'];
  if (origin === undefined || !origins.includes(origin)) return { vary: 'Origin' };
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': exposedHeaders.join(', '),
    ...(origin === '*' ? {} : { vary: 'Origin' }),
  };
}

export function isPreflight(origins: readonly string[], { method, headers }: HttpRequest): boolean {
  return (
    origins.length > 0 &&
    method === 'OPTIONS' &&
    headers['access-control-request-method'] !== undefined
  );
}

export const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, PATCH, POST, PUT, DELETE',
  'access-control-allow-headers': allowedHeaders.join(', '),
  'access-control-max-age': '600',
};
