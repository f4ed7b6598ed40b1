import { errorResponses, replayedHeader } from '../openapi/responses.ts';
import { PetIdParam, writeHeaders } from '../openapi/schemas.ts';
import { z } from '../openapi/zod.ts';
import type { Operation } from '../operation.ts';
import type { Context } from '../request/context.ts';
import { petIdOf } from '../request/validation.ts';
import type { HttpResponse } from '../server/message.ts';
import { commitOne, expectedVersion } from './commit.ts';

export const deleteInventoryItem: Operation = {
  operationId: 'deleteInventoryItem',
  method: 'delete',
  path: '/inventory/{petId}',
  tag: 'extensions',
  stability: 'beta',
  scope: 'admin',
  summary: 'Remove an item',
  description: 'Removes a pet from the inventory. Its history stays.',
  request: { params: z.object({ petId: PetIdParam }), headers: z.object(writeHeaders) },
  responses: {
    204: { description: 'The pet is removed.', headers: replayedHeader },
    ...errorResponses(400, 401, 403, 404, 412, 422, 428, 'default'),
  },
  handle: remove,
};

function remove(context: Context): Promise<HttpResponse> {
  const petId = petIdOf(context);
  return commitOne(context, { kind: 'delete', petId, expected: expectedVersion(context), reason: null, note: null });
}
