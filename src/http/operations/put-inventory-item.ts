import { errorResponses, jsonResponse, locationHeader, writeResponseHeaders } from '../openapi/responses.ts';
import { InventoryItem, jsonObject, PetIdParam, PetStatusSchema, Quantity, writeHeaders } from '../openapi/schemas.ts';
import { z } from '../openapi/zod.ts';
import type { Operation } from '../operation.ts';
import type { Context } from '../request/context.ts';
import { readJson } from '../request/json-body.ts';
import { petIdOf, validateBody } from '../request/validation.ts';
import type { HttpResponse } from '../server/message.ts';
import { commitOne, expectedVersion } from './commit.ts';

const InventoryEntry = z
  .strictObject({ quantity: Quantity, status: PetStatusSchema }, jsonObject)
  .openapi('InventoryEntry');

const putHeaders = {
  ...writeHeaders,
  'If-None-Match': z.literal('*').optional().openapi({ description: 'Only add: refuse to replace an entry.' }),
};

export const putInventoryItem: Operation = {
  operationId: 'putInventoryItem',
  method: 'put',
  path: '/inventory/{petId}',
  tag: 'extensions',
  stability: 'beta',
  scope: 'admin',
  summary: 'Add or replace an item',
  description:
    'Adds a pet to the inventory, or replaces its quantity and status. This is how a pet becomes pending or sold.',
  request: {
    params: z.object({ petId: PetIdParam }),
    headers: z.object(putHeaders),
    body: { required: true, content: { 'application/json': { schema: InventoryEntry } } },
  },
  responses: {
    200: jsonResponse(InventoryItem, 'The replaced entry.', writeResponseHeaders),
    201: jsonResponse(InventoryItem, 'The added entry.', { ...writeResponseHeaders, ...locationHeader }),
    ...errorResponses(400, 401, 403, 412, 413, 415, 422, 428, 'default'),
  },
  handle: put,
};

async function put(context: Context): Promise<HttpResponse> {
  const body = await readJson(context);
  const petId = petIdOf(context);
  const { quantity, status } = validateBody(InventoryEntry, body);
  const expected = expectedVersion(context, { mayAdd: true });
  return commitOne(context, { kind: 'put', petId, quantity, status, expected, reason: null, note: null });
}
