import type { Scope } from '../../domain/api-key.ts';
import { ApiKeySchema, errorResponses, jsonResponse } from '../openapi/responses.ts';
import { extension, type Operation } from '../operation.ts';
import type { z } from '../zod.ts';

export const getKey: Operation = {
  ...extension,
  operationId: 'getKey',
  method: 'get',
  path: '/key',
  scope: 'read',
  summary: 'Describe the API key of the request',
  description: 'Returns the name, the scope and the terms of the API key that the request is made with.',
  responses: { 200: jsonResponse(ApiKeySchema, 'The API key.'), ...errorResponses(400, 401, 'default') },
  handle(context) {
    const { name, createdAtMs, expiresAtMs, requireVersion } = context.key;
    const key: z.output<typeof ApiKeySchema> = {
      name,
      scope: context.key.scope as Scope,
      createdAt: new Date(createdAtMs).toISOString(),
      expiresAt: expiresAtMs === null ? null : new Date(expiresAtMs).toISOString(),
      requireVersion,
      rateLimit: context.app.rateLimiter.limitOf(context.key),
    };
    return context.json(200, JSON.stringify(key));
  },
};
