import { readJson } from '../body.ts';
import type { Call } from '../call.ts';
import type { Answer } from '../exchange.ts';
import type { Operation } from '../operation.ts';
import { errorResponses, etagHeader, jsonResponse } from '../responses.ts';
import { InventoryItem, jsonObject, PetIdParam, PetStatusSchema, Quantity, writeHeaders } from '../schemas.ts';
import { petIdOf, validateBody } from '../validate.ts';
import { expectedVersion, storeOne } from '../write.ts';
import { z } from '../zod.ts';

const InventoryEntry = z.object({ quantity: Quantity, status: PetStatusSchema }, jsonObject).openapi('InventoryEntry');

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
    headers: writeHeaders,
    body: { required: true, content: { 'application/json': { schema: InventoryEntry } } },
  },
  responses: {
    200: jsonResponse(InventoryItem, 'The replaced entry.', etagHeader),
    201: jsonResponse(InventoryItem, 'The added entry.', etagHeader),
    400: errorResponses.malformed,
    401: errorResponses[401],
    412: errorResponses[412],
    default: errorResponses.default,
  },
  handle: put,
};

async function put(call: Call): Promise<Answer> {
  const body = await readJson(call);
  const petId = petIdOf(call);
  const { quantity, status } = validateBody(InventoryEntry, body);
  const expected = expectedVersion(call);
  return storeOne(call, { kind: 'put', petId, quantity, status, expected, reason: null, note: null });
}
