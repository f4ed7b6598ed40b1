import { apiLimits } from '../../api-limits.ts';
import { redactSecrets } from '../../domain/api-key.ts';
import type { Platform } from '../../platform.ts';
import { z } from '../zod.ts';

/** Functions that parse request headers. */

/** Matches request ids that are safe in log lines and headers. */
const requestIdPattern = new RegExp(`^[\\w.:+/=@~-]{1,${apiLimits.requestIdCharactersMax}}$`);

/**
 * The id of a request in the log: the caller's choice if it is well-formed and contains no API key,
 * else random.
 */
export function requestIdFor(
  sent: string | undefined,
  { randomUUID }: Pick<Platform, 'randomUUID'>,
): string {
  return sent !== undefined && requestIdPattern.test(sent) && redactSecrets(sent) === sent
    ? sent
    : randomUUID();
}

const traceparentPattern =
  /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** The trace context of a request, in the form of the W3C; null if the header is missing or invalid. */
export function traceparentIn(sent: string | undefined): string | null {
  return sent !== undefined && traceparentPattern.test(sent) ? sent : null;
}

/** The id of the trace that a trace context belongs to. */
export function traceIdOf(traceparent: string | null): string | undefined {
  return traceparent?.split('-')[1];
}

/** The weights of the values in `Accept` or `Accept-Encoding`. */
function weightsIn(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [value = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
    weights.set(value, weight === undefined ? 1 : Number(weight));
  }
  return weights;
}

/** Whether `Accept` asks for CSV, with at least the weight of JSON. */
export function prefersCsv(header = ''): boolean {
  const weights = weightsIn(header);
  const weight = weights.get('text/csv') ?? 0;
  return weight > 0 && weight >= (weights.get('application/json') ?? 0);
}

/** Whether `Accept-Encoding` allows gzip, by name or by `*`. */
export function acceptsGzip(header = ''): boolean {
  if (header === '') return false;
  const weights = weightsIn(header);
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}

const tag = '(W/)?"[!#-~\\u0080-\\u00ff]*"';
/**
 * Matches a list of ETags in linear time, even if a header contains thousands of spaces or commas.
 */
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

/**
 * A pattern for the OpenAPI document, with quotes as `\x22`: some generators of clients write
 * patterns between quotes without escaping those within.
 */
export const documentedPattern = (pattern: string) => pattern.replaceAll('"', '\\x22');

export const ifMatchHeader = {
  'If-Match': z
    .string()
    .optional()
    .openapi({
      pattern: documentedPattern(`^(\\*|${tagList})$`),
      description: 'Change only this version: the ETag of the item, or *. Weak tags never match.',
    }),
};

export const ifNoneMatchHeader = {
  'If-None-Match': z
    .string()
    .optional()
    .describe('The ETag of an earlier answer. While it holds, the answer is 304 and has no body.'),
};
