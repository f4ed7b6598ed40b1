import type { z } from 'zod';
import { extensionMark } from '../operation.ts';
import { ErrorSchema } from './resources.ts';

/** The parts that operations' OpenAPI entries share. */

export function jsonResponse(schema: z.ZodType, description: string, headers?: ResponseHeaders) {
  return { description, content: { 'application/json': { schema } }, ...(headers === undefined ? {} : { headers }) };
}

type ResponseHeaders = Readonly<Record<string, ReturnType<typeof header>>>;

const header = (description: string, type: 'string' | 'integer' = 'string') => ({ description, schema: { type } });

export const etagHeader = {
  ETag: header('The version of the item: the sequence of its last change, in quotes.'),
};

export const listEtagHeader = {
  ETag: header('The version of the whole list, as a weak tag. It changes with every change of any pet.'),
};

export const detailsEtagHeader = {
  ETag: header('The version of all details, as a weak tag. It changes with every change of details.'),
};

export const linkHeader = { Link: header('The next page, if there is one, as rel="next".') };

export const locationHeader = { Location: header('The path of the new entry.') };

export const replayedHeader = {
  'Idempotent-Replayed': header('"true" if this is the answer to an earlier request with the same Idempotency-Key.'),
};

/** What a write to one item answers with. */
export const writeResponseHeaders = { ...etagHeader, ...replayedHeader };

/** The headers of all operations' responses. */
export const commonHeaders = {
  'X-Request-Id': header('The id of the request: your own if you sent one, else a new one.'),
  'WWW-Authenticate': header('With 401 and 403: what the API key lacks.'),
  RateLimit: header('What is left of the rate limit, if the API key has one.'),
  'RateLimit-Policy': header('The rate limit, if the API key has one.'),
  'Retry-After': header('With 429 and 503: how many seconds to wait before trying again.', 'integer'),
};

/** Whether responses of this status may have the header. The rate limit is that of a valid key. */
export function mayHave(status: string, name: string): boolean {
  if (name === 'WWW-Authenticate') return status === '401' || status === '403';
  if (name === 'Retry-After') return status === 'default';
  return name === 'X-Request-Id' || status !== '401';
}

export function notModified(headers: ResponseHeaders) {
  return { description: 'Nothing has changed since the version in If-None-Match.', headers };
}

const descriptions = {
  400: 'The request is missing required fields or contains invalid values.',
  401: 'The API key is missing or invalid.',
  403: 'The scope of the API key does not cover the request.',
  404: 'The requested resource could not be found.',
  409: 'There is less in stock than is to be taken away, or another pet has the barcode.',
  412: 'The item is not at the version that the request expects.',
  413: 'The body is too large.',
  415: 'The body is declared as something other than JSON, or as compressed.',
  422: 'The Idempotency-Key was used for another request.',
  428: 'The API key must state which version it changes, and the request does not.',
  default: 'Any other error, for example a rate limit (429) or a store that cannot be reached (503).',
} as const;

/** The errors of these statuses. */
export function errorResponses(...statuses: readonly (keyof typeof descriptions)[]) {
  const response = (status: keyof typeof descriptions) =>
    jsonResponse(ErrorSchema, descriptions[status], status === 412 ? etagHeader : undefined);
  return Object.fromEntries(statuses.map((status) => [status, response(status)]));
}

/** The same responses or headers, each with the mark. */
export function extensions<Part extends object>(parts: Readonly<Record<string, Part>>) {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, { ...part, ...extensionMark }]));
}
