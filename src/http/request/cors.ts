import type { HttpRequest } from '../server/message.ts';

/** Cross-origin access, off unless origins are set: docs/decisions/0006. */

const exposed =
  'ETag, Link, Location, X-Request-Id, X-Stability, Deprecation, Sunset, Idempotent-Replayed, Retry-After, RateLimit, RateLimit-Policy';
const allowedHeaders =
  'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, X-Request-Id';
const allowedMethods = 'GET, HEAD, PATCH, POST, PUT, DELETE';

export function corsHeaders(origins: readonly string[], { headers }: HttpRequest): Record<string, string> {
  const origin = origins.includes('*') ? '*' : headers['origin'];
  if (origin === undefined || !origins.includes(origin)) return { vary: 'Origin' };
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': exposed,
    ...(origin === '*' ? {} : { vary: 'Origin' }),
  };
}

export function isPreflight(origins: readonly string[], request: HttpRequest): boolean {
  return (
    origins.length > 0 && request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
  );
}

export const preflightHeaders = {
  'access-control-allow-methods': allowedMethods,
  'access-control-allow-headers': allowedHeaders,
  'access-control-max-age': '600',
};
