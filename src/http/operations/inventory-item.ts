import { itemJson } from '../../domain/item.ts';
import { HttpError } from '../errors.ts';
import {
  etagHeader,
  InventoryItem,
  jsonResponse,
  locationHeader,
  notModified,
  replayedHeader,
  writeResponseHeaders,
} from '../openapi/responses.ts';
import { extension, type Operation } from '../operation.ts';
import { parseJson } from '../request/body.ts';
import { jsonObject, PetStatusSchema, Quantity } from '../request/fields.ts';
import { ifNoneMatchHeader, matchesETag } from '../request/headers.ts';
import { petIdOf, validateBody } from '../request/validation.ts';
import { z } from '../zod.ts';
import { changeItem, expectedVersion, writeHeaders } from './changes.ts';

const common = { ...extension, path: '/inventory/{petId}' };

export const getInventoryItem: Operation = {
  ...common,
  operationId: 'getInventoryItem',
  method: 'get',
  scope: 'read',
  summary: 'Get one item',
  description:
    'Returns the stock level of one pet, with its version as ETag. Send that as If-Match to change just this version.',
  headers: ifNoneMatchHeader,
  responses: {
    200: jsonResponse(InventoryItem, 'The stock level of the pet.', etagHeader),
    304: notModified(etagHeader),
  },
  errors: [404],
  handle(context) {
    const petId = petIdOf(context);
    const item = context.app.inventory.snapshot.get(petId);
    if (item === undefined) throw new HttpError('pet_not_found', `There is no pet ${petId} in the inventory.`);
    const headers = { etag: `"${item.version}"`, 'cache-control': 'private, no-cache' };
    if (matchesETag(context.header('if-none-match'), String(item.version))) return context.response(304, null, headers);
    return context.json(200, itemJson(item), headers);
  },
};

const InventoryEntry = z
  .strictObject({ quantity: Quantity, status: PetStatusSchema }, jsonObject)
  .openapi('InventoryEntry');

export const putInventoryItem: Operation = {
  ...common,
  operationId: 'putInventoryItem',
  method: 'put',
  scope: 'admin',
  summary: 'Add or replace an item',
  description:
    'Adds a pet to the inventory, or replaces its quantity and status. This is how a pet becomes pending or sold.',
  headers: {
    ...writeHeaders,
    'If-None-Match': z.literal('*').optional().openapi({ description: 'Only add: refuse to replace an entry.' }),
  },
  body: InventoryEntry,
  responses: {
    200: jsonResponse(InventoryItem, 'The replaced entry.', writeResponseHeaders),
    201: jsonResponse(InventoryItem, 'The added entry.', { ...writeResponseHeaders, ...locationHeader }),
  },
  errors: [412, 428],
  handle(context, body) {
    const json = parseJson(body);
    const petId = petIdOf(context);
    const { quantity, status } = validateBody(InventoryEntry, json);
    const expected = expectedVersion(context, { mayAdd: true });
    return changeItem(context, { kind: 'put', petId, quantity, status, expected, reason: null, note: null });
  },
};

export const deleteInventoryItem: Operation = {
  ...common,
  operationId: 'deleteInventoryItem',
  method: 'delete',
  scope: 'admin',
  summary: 'Remove an item',
  description: 'Removes a pet from the inventory. Its history stays.',
  headers: writeHeaders,
  responses: { 204: { description: 'The pet is removed.', headers: replayedHeader } },
  errors: [404, 412, 428],
  handle(context) {
    const petId = petIdOf(context);
    return changeItem(context, { kind: 'delete', petId, expected: expectedVersion(context), reason: null, note: null });
  },
};
