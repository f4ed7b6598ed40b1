import type { z } from 'zod';
import { ErrorSchema } from './schemas.ts';

/** The parts that operations' OpenAPI entries share. */

export function jsonResponse(schema: z.ZodType, description: string, headers?: ResponseHeaders) {
  return { description, content: { 'application/json': { schema } }, ...(headers === undefined ? {} : { headers }) };
}

type ResponseHeaders = Record<string, { description: string; schema: { type: 'string' } }>;

export const etagHeader: ResponseHeaders = {
  ETag: {
    description: 'The version of the item: the sequence of its last change, in quotes.',
    schema: { type: 'string' },
  },
};

export const linkHeader: ResponseHeaders = {
  Link: { description: 'The next page, if there is one, as rel="next".', schema: { type: 'string' } },
};

export const errorResponses = {
  400: jsonResponse(ErrorSchema, 'The request body is missing required fields or contains invalid values.'),
  malformed: jsonResponse(ErrorSchema, 'The path, the query, a header or the body holds an invalid value.'),
  rowOutdated: jsonResponse(ErrorSchema, 'The item of a row is no longer at that version.'),
  401: jsonResponse(ErrorSchema, 'The API key is missing or invalid.'),
  404: jsonResponse(ErrorSchema, 'The requested resource could not be found.'),
  409: jsonResponse(ErrorSchema, 'There is less in stock than is to be taken away.'),
  412: jsonResponse(ErrorSchema, 'The item is no longer at that version.', etagHeader),
  default: jsonResponse(
    ErrorSchema,
    'Any other error, for example a key without the scope (403) or a full queue (503).',
  ),
} as const;
