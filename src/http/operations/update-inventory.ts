import { readJson } from '../body.ts';
import type { Call } from '../call.ts';
import type { Answer } from '../exchange.ts';
import type { Operation } from '../operation.ts';
import { errorResponses, jsonResponse } from '../responses.ts';
import { InventoryItem, InventoryUpdate, PetIdParam, remarks } from '../schemas.ts';
import { petIdOf, validateBody } from '../validate.ts';
import { expectedVersion, remarksOf, storeOne } from '../write.ts';
import { z } from '../zod.ts';

export const updateInventory: Operation = {
  operationId: 'updateInventory',
  method: 'patch',
  path: '/inventory/{petId}',
  tag: 'inventory',
  stability: 'experimental',
  scope: 'write',
  summary: 'Update stock level',
  description: 'Sets the stock quantity of one pet, to record arrivals, returns or manual adjustments.',
  request: {
    params: z.object({ petId: PetIdParam }),
    body: { required: true, content: { 'application/json': { schema: InventoryUpdate } } },
  },
  responses: {
    200: jsonResponse(InventoryItem, 'The updated stock level.'),
    400: errorResponses[400],
    401: errorResponses[401],
    404: errorResponses[404],
    default: errorResponses.default,
  },
  handle: update,
};

/** What is added to the specified body is optional, and its entry in the OpenAPI document stays as specified. */
const UpdateWithRemarks = InventoryUpdate.extend(remarks);

async function update(call: Call): Promise<Answer> {
  const body = await readJson(call);
  const petId = petIdOf(call);
  const update = validateBody(UpdateWithRemarks, body);
  const expected = expectedVersion(call);
  return storeOne(call, { kind: 'set', petId, quantity: update.quantity, expected, ...remarksOf(update) });
}
