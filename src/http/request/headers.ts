import { randomUUID } from 'node:crypto';
import { redactSecrets } from '../../domain/api-key.ts';
import { limits } from '../../limits.ts';
import type { HttpRequest } from '../server/http-request.ts';
import { z } from '../zod.ts';

/** Reads single headers of a request, and makes the headers of cross-origin access. */

/** Matches the request ids that do no harm in a log line or a header. */
const requestIdPattern = new RegExp(`^[\\w.:+/=@~-]{1,${limits.requestIdCharactersMax}}$`);

/** The id that callers send lets them find their request in our logs. A malformed id or an API key is replaced. */
export function requestIdFor(sent: string | undefined): string {
  return sent !== undefined && requestIdPattern.test(sent) && redactSecrets(sent) === sent ? sent : randomUUID();
}

/** The values of `Accept` or `Accept-Encoding` with their weights. */
function weightsIn(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [value = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
    weights.set(value, weight === undefined ? 1 : Number(weight));
  }
  return weights;
}

/** Whether `Accept` names CSV, with at least the weight of JSON. */
export function prefersCsv(header = ''): boolean {
  const weights = weightsIn(header);
  const weight = weights.get('text/csv') ?? 0;
  return weight > 0 && weight >= (weights.get('application/json') ?? 0);
}

/** Whether `Accept-Encoding` allows gzip, by its name or by `*`. */
export function acceptsGzip(header = ''): boolean {
  if (header === '') return false;
  const weights = weightsIn(header);
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}

const tag = '(W/)?"[!#-~\\u0080-\\u00ff]*"';
/** A list of ETags may have empty elements. A run of spaces can match in one way only, so a long run costs little. */
const tagList = `[ \\t,]*${tag}[ \\t]*(,[ \\t]*(${tag}[ \\t]*)?)*`;
const tagListPattern = new RegExp(`^${tagList}$`);

/** Parses the ETags in a header. Returns undefined if the header is malformed. */
export function parseTags(header: string): '*' | { weak: boolean; text: string }[] | undefined {
  if (header.trim() === '*') return '*';
  if (!tagListPattern.test(header)) return undefined;
  return header
    .matchAll(/(W\/)?"([^"]*)"/g)
    .map(([, weak, text = '']) => ({ weak: weak !== undefined, text }))
    .toArray();
}

/** Whether `If-None-Match` names this ETag, weak or not. A malformed header names no ETag. */
export function matchesETag(header: string | undefined, text: string): boolean {
  if (header === undefined) return false;
  const tags = parseTags(header);
  return tags === '*' || (tags?.some((one) => one.text === text) ?? false);
}

export const ifMatchHeader = {
  'If-Match': z
    .string()
    .optional()
    .openapi({
      pattern: `^(\\*|${tagList})$`,
      description: 'Change only this version: the ETag of the item, or *. Weak tags never match.',
    }),
};

export const ifNoneMatchHeader = {
  'If-None-Match': z
    .string()
    .optional()
    .describe('The ETag of an earlier answer. While it holds, the answer is 304 and has no body.'),
};

/** Web pages of other origins have no access unless the settings name their origins: docs/decisions/0006. */
export function corsHeaders(origins: readonly string[], { headers }: HttpRequest): Record<string, string> {
  const origin = origins.includes('*') ? '*' : headers['origin'];
  if (origin === undefined || !origins.includes(origin)) return { vary: 'Origin' };
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers':
      'ETag, Link, Location, X-Request-Id, X-Stability, Deprecation, Sunset, Idempotent-Replayed, Retry-After, RateLimit, RateLimit-Policy, Row, Pet-Id, Available',
    ...(origin === '*' ? {} : { vary: 'Origin' }),
  };
}

export function isPreflight(origins: readonly string[], { method, headers }: HttpRequest): boolean {
  return origins.length > 0 && method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

export const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, PATCH, POST, PUT, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, X-Request-Id',
  'access-control-max-age': '600',
};
