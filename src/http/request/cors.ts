import type { HttpRequest } from '../server/message.ts';

/** Cross-origin access, off unless origins are set. */

const exposed =
  'ETag, Link, Location, X-Request-Id, X-Stability, Deprecation, Sunset, Idempotent-Replayed, Retry-After, RateLimit, RateLimit-Policy';
const allowedHeaders =
  'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, X-Request-Id';
const allowedMethods = 'GET, HEAD, PATCH, POST, PUT, DELETE';

function allowedOrigin(origins: readonly string[], origin: string | undefined): string | undefined {
  if (origins.includes('*')) return '*';
  return origin !== undefined && origins.includes(origin) ? origin : undefined;
}

export function corsHeaders(origins: readonly string[], request: HttpRequest): Record<string, string> {
  if (origins.length === 0) return {};
  const origin = allowedOrigin(origins, request.headers['origin']);
  if (origin === undefined) return { vary: 'Origin' };
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
