import { randomUUID } from 'node:crypto';
import { redactSecrets } from '../../domain/api-key.ts';
import { limits } from '../../limits.ts';
import type { HttpRequest } from '../server/http-request.ts';
import { z } from '../zod.ts';

/** What single headers of a request say, and those of cross-origin access. */

/** What can stand in a log line or a header without harm. */
const requestIdPattern = new RegExp(`^[\\w.:+/=@~-]{1,${limits.requestIdCharactersMax}}$`);

/** The caller's own id where it sent a harmless one, so that it finds its request in our logs. An API key is never used as an id. */
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

/** Whether `Accept` names CSV, and JSON no sooner. */
export function prefersCsv(header = ''): boolean {
  const weights = weightsIn(header);
  const weight = weights.get('text/csv') ?? 0;
  return weight > 0 && weight >= (weights.get('application/json') ?? 0);
}

/** Whether `Accept-Encoding` allows gzip: named, or by `*`, with a weight above zero. */
export function acceptsGzip(header: string | undefined): boolean {
  if (header === undefined || header === '') return false;
  const weights = weightsIn(header);
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}

/**
 * An entity tag as RFC 9110 has it, a quoted text, perhaps marked weak; or nothing, which a list may hold anywhere. No
 * two parts of it can share a run of spaces: an expression with such parts tries every way to share a long one.
 */
const element = /[ \t]*(?:(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?:,|$)/y;

type Tag = { readonly weak: boolean; readonly text: string };

/** undefined where the header is malformed. */
export function parseTags(header: string): '*' | Tag[] | undefined {
  if (header.trim() === '*') return '*';
  const tags: Tag[] = [];
  for (element.lastIndex = 0; element.lastIndex < header.length; ) {
    const match = element.exec(header);
    if (match === null) return undefined;
    const [, weak, text] = match;
    if (text !== undefined) tags.push({ weak: weak !== undefined, text });
  }
  return tags.length === 0 ? undefined : tags;
}

/** Whether `If-None-Match` names this tag. Weakness does not count here, and a malformed header names nothing. */
export function matchesETag(header: string | undefined, text: string): boolean {
  if (header === undefined) return false;
  const tags = parseTags(header);
  return tags === '*' || (tags?.some((tag) => tag.text === text) ?? false);
}

const tag = '(W/)?"[!#-~\\u0080-\\u00ff]*"';

/** Describes what `parseTags` accepts. */
export const ifMatchHeader = {
  'If-Match': z
    .string()
    .optional()
    .openapi({
      pattern: `^(\\*|[ \\t,]*${tag}[ \\t]*(,[ \\t]*(${tag}[ \\t]*)?)*)$`,
      description: 'Change only this version: the ETag of the item, or *. Weak tags never match.',
    }),
};

export const ifNoneMatchHeader = {
  'If-None-Match': z
    .string()
    .optional()
    .describe('The ETag of an earlier answer. While it holds, the answer is 304 and has no body.'),
};

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
