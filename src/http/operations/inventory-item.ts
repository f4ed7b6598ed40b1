import { toJson } from '@pawstock/shared/exact-json.ts';
import { petIdAfter } from '@pawstock/shared/item.ts';
import { petNotFound } from '../../domain/stock-refusals.ts';
import { itemJson } from '../../json/item-json.ts';
import { HttpError } from '../errors.ts';
import { InventoryItem, itemHeaders, jsonResponse, locationHeader } from '../openapi/responses.ts';
import { extension, operation, readExtension } from '../operation.ts';
import { bodyObject, int64, PetIdParam, PetStatusSchema, Quantity } from '../request/fields.ts';
import { ifNoneMatchHeader, matchesETag } from '../request/headers.ts';
import { described, namedObject, z } from '../zod.ts';
import { changeItem, expectedVersion, ledgerSeq, writeExtension, writeHeaders } from './changes.ts';

const added = { ...itemHeaders, ...locationHeader('the new entry') };

export const getInventoryItem = operation({
  ...readExtension,
  operationId: 'getInventoryItem',
  method: 'GET',
  path: '/inventory/{petId}',
  param: PetIdParam,
  summary: 'Get one item',
  description:
    'Returns the stock level of one pet, with its version as ETag. Send that as If-Match to change just this version.',
  headers: ifNoneMatchHeader,
  responses: { 200: jsonResponse(InventoryItem, 'The stock level of the pet.', itemHeaders) },
  handle(context, { param: petId }) {
    const { snapshot } = context.app.inventory;
    const item = snapshot.get(petId);
    if (item === undefined) {
      const refusal = petNotFound(petId);
      throw new HttpError(refusal.code, refusal.message, refusal);
    }
    const headers = {
      ...ledgerSeq(snapshot.seq),
      etag: `"${item.version}"`,
      'cache-control': 'private, no-cache',
    };
    if (matchesETag(context.header('if-none-match'), String(item.version)))
      return context.response(304, null, headers);
    return context.json(200, itemJson(item), headers);
  },
});

const NextPetIdSchema = namedObject('NextPetId', {
  petId: described(
    z.bigint().nullable(),
    'The petId for a new pet. Null if the highest that there can be has been given.',
    43,
    { ...int64, type: ['integer', 'null'] },
  ),
});

export const getNextPetId = operation({
  ...readExtension,
  operationId: 'getNextPetId',
  method: 'GET',
  path: '/inventory/next-id',
  summary: 'Get the petId for a new pet',
  description:
    'Returns one more than the highest petId that any pet ever had, so that no new pet gets the history and the reservations of a removed one. The petId is not reserved: add the pet in a way that refuses to replace another, with If-None-Match: * or version 0.',
  responses: { 200: jsonResponse(NextPetIdSchema, 'The petId for a new pet.') },
  async handle(context) {
    const petId = petIdAfter(await context.app.inventory.store.highestPetId()) ?? null;
    return context.json(200, toJson({ petId }), { 'cache-control': 'no-store' });
  },
});

export const putInventoryItem = operation({
  ...extension,
  operationId: 'putInventoryItem',
  method: 'PUT',
  path: '/inventory/{petId}',
  param: PetIdParam,
  scope: 'admin',
  summary: 'Add or replace an item',
  description:
    'Adds a pet to the inventory, or replaces its quantity and status. This is how a pet becomes pending or sold.',
  headers: {
    ...writeHeaders,
    'If-None-Match': z.literal('*').optional().describe('Only add: refuse to replace an entry.'),
  },
  body: bodyObject('InventoryEntry', { quantity: Quantity, status: PetStatusSchema }),
  responses: {
    200: jsonResponse(InventoryItem, 'The replaced entry.', itemHeaders),
    201: jsonResponse(InventoryItem, 'The added entry.', added),
  },
  handle(context, { param: petId, body }) {
    const expected = expectedVersion(context, { mayAdd: true });
    return changeItem(context, { ...body, kind: 'put', petId, expected });
  },
});

export const deleteInventoryItem = operation({
  ...writeExtension,
  operationId: 'deleteInventoryItem',
  method: 'DELETE',
  path: '/inventory/{petId}',
  param: PetIdParam,
  scope: 'admin',
  summary: 'Remove an item',
  description: 'Removes a pet from the inventory. Its history stays.',
  responses: { 204: { description: 'The pet is removed.' } },
  handle(context, { param: petId }) {
    return changeItem(context, { kind: 'delete', petId, expected: expectedVersion(context) });
  },
});
