import { errorResponses, jsonResponse, writeResponseHeaders } from '../openapi/responses.ts';
import { Delta, InventoryItem, jsonObject, PetIdParam, remarks, writeHeaders } from '../openapi/schemas.ts';
import { z } from '../openapi/zod.ts';
import type { Operation } from '../operation.ts';
import type { Context } from '../request/context.ts';
import { readJson } from '../request/json-body.ts';
import { petIdOf, validateBody } from '../request/validation.ts';
import type { HttpResponse } from '../server/message.ts';
import { commitOne, expectedVersion, reasonAndNote } from './commit.ts';

const InventoryAdjustment = z.strictObject({ delta: Delta, ...remarks }, jsonObject).openapi('InventoryAdjustment');

export const adjustInventory: Operation = {
  operationId: 'adjustInventory',
  method: 'post',
  path: '/inventory/{petId}/adjustments',
  tag: 'extensions',
  stability: 'beta',
  scope: 'write',
  summary: 'Change stock by a difference',
  description: 'Adds the delta to the stock of one pet. Callers that adjust at the same time never undo each other.',
  request: {
    params: z.object({ petId: PetIdParam }),
    headers: z.object(writeHeaders),
    body: { required: true, content: { 'application/json': { schema: InventoryAdjustment } } },
  },
  responses: {
    200: jsonResponse(InventoryItem, 'The updated stock level.', writeResponseHeaders),
    ...errorResponses(400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 'default'),
  },
  handle: adjust,
};

async function adjust(context: Context): Promise<HttpResponse> {
  const body = await readJson(context);
  const petId = petIdOf(context);
  const adjustment = validateBody(InventoryAdjustment, body);
  const expected = expectedVersion(context);
  return commitOne(context, { kind: 'adjust', petId, delta: adjustment.delta, expected, ...reasonAndNote(adjustment) });
}
