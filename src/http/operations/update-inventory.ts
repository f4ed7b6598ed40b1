import { reasons } from '@pawstock/shared/ledger-entry.ts';
import { InventoryItem, itemHeaders, jsonResponse } from '../openapi/responses.ts';
import { extensionMark, operation } from '../operation.ts';
import {
  bodyObject,
  Delta,
  objectErrors,
  oneOf,
  PetIdParam,
  remarks,
  SpecifiedQuantity,
} from '../request/fields.ts';
import { z } from '../zod.ts';
import { changeItem, expectedVersion, writeExtension, writeHeaders } from './changes.ts';

/** The mark of an extension stands beside the reference to the enumeration, which has none. */
const MarkedChangeReason = oneOf(reasons).openapi({
  ...extensionMark,
  type: 'string',
  allOf: [{ $ref: '#/components/schemas/ChangeReason' }],
});

const fields = {
  quantity: SpecifiedQuantity,
  reason: MarkedChangeReason.optional(),
  note: remarks.note.openapi(extensionMark),
};

export const updateInventory = operation({
  operationId: 'updateInventory',
  method: 'PATCH',
  path: '/inventory/{petId}',
  param: PetIdParam.describe('The ID of the pet to update stock for.'),
  tag: 'inventory',
  stability: 'experimental',
  scope: 'write',
  summary: 'Update stock level',
  description:
    'Sets the stock quantity of one pet, to record arrivals, returns or manual adjustments. Experimental: the shape of the request may change before it becomes stable.',
  headers: writeHeaders,
  body: z.object(fields, objectErrors).openapi('InventoryUpdate'),
  responses: { 200: jsonResponse(InventoryItem, 'The updated stock level.', itemHeaders) },
  specifiedErrors: [400, 401, 404],
  handle(context, { param: petId, body }) {
    return changeItem(context, { ...body, kind: 'set', petId, expected: expectedVersion(context) });
  },
});

export const adjustInventory = operation({
  ...writeExtension,
  operationId: 'adjustInventory',
  method: 'POST',
  path: '/inventory/{petId}/adjustments',
  param: PetIdParam,
  summary: 'Change stock by a difference',
  description:
    'Adds the delta to the stock of one pet. Callers that adjust at the same time never undo each other.',
  body: bodyObject('InventoryAdjustment', { delta: Delta, ...remarks }),
  responses: { 200: jsonResponse(InventoryItem, 'The updated stock level.', itemHeaders) },
  errors: [409],
  handle(context, { param: petId, body }) {
    return changeItem(context, {
      ...body,
      kind: 'adjust',
      petId,
      expected: expectedVersion(context),
    });
  },
});
