import { DomainError } from '../../domain/errors.ts';
import { itemJson } from '../../domain/item.ts';
import type { Call } from '../call.ts';
import { namesTag } from '../etag.ts';
import type { Answer } from '../exchange.ts';
import type { Operation } from '../operation.ts';
import { errorResponses, etagHeader, jsonResponse } from '../responses.ts';
import { InventoryItem, PetIdParam } from '../schemas.ts';
import { petIdOf } from '../validate.ts';
import { z } from '../zod.ts';

export const getInventoryItem: Operation = {
  operationId: 'getInventoryItem',
  method: 'get',
  path: '/inventory/{petId}',
  tag: 'extensions',
  stability: 'beta',
  scope: 'read',
  summary: 'Get one item',
  description:
    'Returns the stock level of one pet, with its version as ETag. Send that as If-Match to change just this version.',
  request: { params: z.object({ petId: PetIdParam }) },
  responses: {
    200: jsonResponse(InventoryItem, 'The stock level of the pet.', etagHeader),
    400: errorResponses.malformed,
    401: errorResponses[401],
    404: errorResponses[404],
    default: errorResponses.default,
  },
  handle: get,
};

function get(call: Call): Answer {
  const petId = petIdOf(call);
  const item = call.service.inventory.snapshot.get(petId);
  if (item === undefined) throw new DomainError('pet_not_found', `There is no pet ${petId} in the inventory.`);
  const headers = { etag: `"${item.version}"`, 'cache-control': 'private, no-cache' };
  if (namesTag(call.header('if-none-match'), String(item.version))) return call.answer(304, null, headers);
  return call.json(200, itemJson(item), headers);
}
