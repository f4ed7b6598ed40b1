import { detailFields, detailRules, noDetails } from '@pawstock/shared/pet-details.ts';
import { petNotFound } from '../../domain/stock-refusals.ts';
import { detailsJson } from '../../json/details-json.ts';
import { HttpError } from '../errors.ts';
import { header, jsonResponse, PetDetailsSchema } from '../openapi/responses.ts';
import { operation, readExtension } from '../operation.ts';
import { bodyUpdate, detailsUpdate, PetIdParam } from '../request/fields.ts';
import { ifNoneMatchHeader } from '../request/headers.ts';
import { z } from '../zod.ts';
import { expectedVersion, storeWrite, writeExtension } from './changes.ts';
import { listResponse } from './list-inventory.ts';

const and = new Intl.ListFormat('en-GB');
const titles = and.format(detailFields.map((field) => detailRules[field].title));

const listHeaders = {
  ETag: header(
    'The version of all details, as a weak tag. It changes with every change of details.',
  ),
};

export const listDetails = operation({
  ...readExtension,
  operationId: 'listDetails',
  method: 'GET',
  path: '/inventory/details',
  summary: 'List details',
  description: `Returns ${titles} of all pets that have any of them, ascending by petId.`,
  headers: ifNoneMatchHeader,
  responses: { 200: jsonResponse(z.array(PetDetailsSchema), 'The details.', listHeaders) },
  async handle(context) {
    const list = await context.app.inventory.details.list();
    return listResponse(context, list, String(list.revision));
  },
});

export const getPetDetails = operation({
  ...readExtension,
  operationId: 'getPetDetails',
  method: 'GET',
  path: '/inventory/{petId}/details',
  param: PetIdParam,
  summary: 'Get the details of one pet',
  description:
    'Returns what people need beside the stock of a pet; null for what it does not have.',
  responses: { 200: jsonResponse(PetDetailsSchema, 'The details.') },
  async handle(context, { param: petId }) {
    const { inventory } = context.app;
    const known = (await inventory.details.list()).get(petId);
    if (inventory.snapshot.get(petId) === undefined) {
      const refusal = petNotFound(petId);
      throw new HttpError(refusal.code, refusal.message, refusal);
    }
    return context.json(200, detailsJson({ ...noDetails, ...known, petId }));
  },
});

export const updateDetails = operation({
  ...writeExtension,
  operationId: 'updateDetails',
  method: 'PATCH',
  path: '/inventory/{petId}/details',
  param: PetIdParam,
  scope: 'admin',
  summary: 'Change the details of one pet',
  description:
    'Changes the fields that it names; null clears one. The stock, the ledger and the version of the pet stay as they are.',
  body: bodyUpdate(
    'DetailsUpdate',
    detailsUpdate,
    `must have at least one of ${and.format(detailFields)}`,
  ),
  responses: { 200: jsonResponse(PetDetailsSchema, 'The details after the change.') },
  errors: [409],
  async handle(context, { param: petId, body }) {
    const command = {
      kind: 'details',
      petId,
      ...body,
      expected: expectedVersion(context),
    } as const;
    const { details } = await storeWrite(context, { kind: 'details', command });
    return context.json(200, detailsJson(details));
  },
});
