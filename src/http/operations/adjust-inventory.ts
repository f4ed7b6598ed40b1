import { readJson } from '../body.ts';
import type { Call } from '../call.ts';
import type { Answer } from '../exchange.ts';
import type { Operation } from '../operation.ts';
import { errorResponses, etagHeader, jsonResponse } from '../responses.ts';
import { Delta, InventoryItem, jsonObject, PetIdParam, remarks, writeHeaders } from '../schemas.ts';
import { petIdOf, validateBody } from '../validate.ts';
import { expectedVersion, remarksOf, storeOne } from '../write.ts';
import { z } from '../zod.ts';

const InventoryAdjustment = z.object({ delta: Delta, ...remarks }, jsonObject).openapi('InventoryAdjustment');

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
    headers: writeHeaders,
    body: { required: true, content: { 'application/json': { schema: InventoryAdjustment } } },
  },
  responses: {
    200: jsonResponse(InventoryItem, 'The updated stock level.', etagHeader),
    400: errorResponses.malformed,
    401: errorResponses[401],
    404: errorResponses[404],
    409: errorResponses[409],
    412: errorResponses[412],
    default: errorResponses.default,
  },
  handle: adjust,
};

async function adjust(call: Call): Promise<Answer> {
  const body = await readJson(call);
  const petId = petIdOf(call);
  const adjustment = validateBody(InventoryAdjustment, body);
  const expected = expectedVersion(call);
  return storeOne(call, { kind: 'adjust', petId, delta: adjustment.delta, expected, ...remarksOf(adjustment) });
}
