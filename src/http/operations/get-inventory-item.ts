import { itemJson } from '../../domain/item.ts';
import { HttpError } from '../errors.ts';
import { errorResponses, etagHeader, jsonResponse, notModified } from '../openapi/responses.ts';
import { InventoryItem, PetIdParam, readHeaders } from '../openapi/schemas.ts';
import { z } from '../openapi/zod.ts';
import type { Operation } from '../operation.ts';
import type { Context } from '../request/context.ts';
import { matchesETag } from '../request/etag.ts';
import { petIdOf } from '../request/validation.ts';
import type { HttpResponse } from '../server/message.ts';

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
  request: { params: z.object({ petId: PetIdParam }), headers: z.object(readHeaders) },
  responses: {
    200: jsonResponse(InventoryItem, 'The stock level of the pet.', etagHeader),
    304: notModified(etagHeader),
    ...errorResponses(400, 401, 404, 'default'),
  },
  handle: get,
};

function get(context: Context): HttpResponse {
  const petId = petIdOf(context);
  const item = context.service.inventory.snapshot.get(petId);
  if (item === undefined) throw new HttpError('pet_not_found', `There is no pet ${petId} in the inventory.`);
  const headers = { etag: `"${item.version}"`, 'cache-control': 'private, no-cache' };
  if (matchesETag(context.header('if-none-match'), String(item.version))) return context.response(304, null, headers);
  return context.json(200, itemJson(item), headers);
}
