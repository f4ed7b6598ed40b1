import type { Call } from '../call.ts';
import type { Answer } from '../exchange.ts';
import type { Operation } from '../operation.ts';
import { errorResponses } from '../responses.ts';
import { PetIdParam, writeHeaders } from '../schemas.ts';
import { petIdOf } from '../validate.ts';
import { expectedVersion, storeOne } from '../write.ts';
import { z } from '../zod.ts';

export const deleteInventoryItem: Operation = {
  operationId: 'deleteInventoryItem',
  method: 'delete',
  path: '/inventory/{petId}',
  tag: 'extensions',
  stability: 'beta',
  scope: 'admin',
  summary: 'Remove an item',
  description: 'Removes a pet from the inventory. Its history stays.',
  request: { params: z.object({ petId: PetIdParam }), headers: writeHeaders },
  responses: {
    204: { description: 'The pet is removed.' },
    400: errorResponses.malformed,
    401: errorResponses[401],
    404: errorResponses[404],
    412: errorResponses[412],
    default: errorResponses.default,
  },
  handle: remove,
};

function remove(call: Call): Promise<Answer> {
  const petId = petIdOf(call);
  return storeOne(call, { kind: 'delete', petId, expected: expectedVersion(call), reason: null, note: null });
}
