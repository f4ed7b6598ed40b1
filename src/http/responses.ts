import type { z } from '@hono/zod-openapi';
import { ErrorSchema } from './schemas.ts';

/** The parts that operations' OpenAPI entries share. */

export function jsonResponse(schema: z.ZodType, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

export const errorResponses = {
  400: jsonResponse(ErrorSchema, 'The request body is missing required fields or contains invalid values.'),
  401: jsonResponse(ErrorSchema, 'The API key is missing or invalid.'),
  404: jsonResponse(ErrorSchema, 'The requested resource could not be found.'),
  default: jsonResponse(
    ErrorSchema,
    'Any other error, for example a key without the scope (403) or a full queue (503).',
  ),
} as const;
