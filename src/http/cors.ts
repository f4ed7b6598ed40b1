import type { Asked } from './exchange.ts';

/** Cross-origin access, off unless origins are set. */

const exposed =
  'ETag, Link, X-Request-Id, X-Stability, Deprecation, Sunset, Idempotent-Replayed, Retry-After, RateLimit, RateLimit-Policy';
const allowedHeaders =
  'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, X-Request-Id';
const allowedMethods = 'GET, HEAD, PATCH, POST, PUT, DELETE';

function allowedOrigin(origins: readonly string[], origin: string | undefined): string | undefined {
  if (origins.includes('*')) return '*';
  return origin !== undefined && origins.includes(origin) ? origin : undefined;
}

export function corsHeaders(origins: readonly string[], asked: Asked): Record<string, string> {
  if (origins.length === 0) return {};
  const origin = allowedOrigin(origins, asked.headers.get('origin'));
  if (origin === undefined) return { vary: 'Origin' };
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': exposed,
    ...(origin === '*' ? {} : { vary: 'Origin' }),
  };
}

export function isPreflight(origins: readonly string[], asked: Asked): boolean {
  return (
    origins.length > 0 && asked.method === 'OPTIONS' && asked.headers.get('access-control-request-method') !== undefined
  );
}

export const preflightHeaders = {
  'access-control-allow-methods': allowedMethods,
  'access-control-allow-headers': allowedHeaders,
  'access-control-max-age': '600',
};
