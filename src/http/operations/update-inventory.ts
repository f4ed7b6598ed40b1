import { extensionParameters, extensions } from '../openapi/extension.ts';
import { errorResponses, jsonResponse, writeResponseHeaders } from '../openapi/responses.ts';
import { InventoryItem, InventoryUpdate, PetIdParam, writeHeaders } from '../openapi/schemas.ts';
import { z } from '../openapi/zod.ts';
import type { Operation } from '../operation.ts';
import type { Context } from '../request/context.ts';
import { readJson } from '../request/json-body.ts';
import { petIdOf, validateBody } from '../request/validation.ts';
import type { HttpResponse } from '../server/message.ts';
import { commitOne, expectedVersion, reasonAndNote } from './commit.ts';

export const updateInventory: Operation = {
  operationId: 'updateInventory',
  method: 'patch',
  path: '/inventory/{petId}',
  tag: 'inventory',
  stability: 'experimental',
  scope: 'write',
  summary: 'Update stock level',
  description:
    'Sets the stock quantity of one pet, to record arrivals, returns or manual adjustments. Experimental: the shape of the request may change before it becomes stable.',
  request: {
    params: z.object({ petId: PetIdParam }),
    headers: extensionParameters(writeHeaders),
    body: { required: true, content: { 'application/json': { schema: InventoryUpdate } } },
  },
  responses: {
    200: jsonResponse(InventoryItem, 'The updated stock level.', extensions(writeResponseHeaders)),
    ...errorResponses(400, 401, 404),
    ...extensions(errorResponses(403, 412, 413, 415, 422, 428, 'default')),
  },
  handle: update,
};

async function update(context: Context): Promise<HttpResponse> {
  const body = await readJson(context);
  const petId = petIdOf(context);
  const update = validateBody(InventoryUpdate, body);
  const expected = expectedVersion(context);
  return commitOne(context, { kind: 'set', petId, quantity: update.quantity, expected, ...reasonAndNote(update) });
}
