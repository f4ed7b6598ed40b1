import { hash } from 'node:crypto';
import { barcodeKey } from '@pawstock/shared/barcode.ts';
import { detailFields, detailRules, type PetDetails } from '@pawstock/shared/pet-details.ts';
import { petNotFound } from '../../domain/stock-refusals.ts';
import { DetailsList } from '../../inventory/details-cache.ts';
import { gzipWhole } from '../../inventory/snapshot/list-body.ts';
import { detailsJson } from '../../json/details-json.ts';
import { HttpError } from '../errors.ts';
import { header, jsonResponse, linkHeader, PetDetailsSchema } from '../openapi/responses.ts';
import { operation, readExtension } from '../operation.ts';
import type { Context } from '../request/context.ts';
import {
  BarcodeQuery,
  bodyUpdate,
  detailsUpdate,
  Limit,
  PetIdParam,
  PetIdQuery,
  PetIdsQuery,
} from '../request/fields.ts';
import { ifNoneMatchHeader } from '../request/headers.ts';
import { nextLink } from '../request/validation.ts';
import type { HttpResponse } from '../server/message.ts';
import { z } from '../zod.ts';
import { expectedVersion, storeWrite, writeExtension } from './changes.ts';
import { listResponse, selectedRows } from './list-inventory.ts';

const and = new Intl.ListFormat('en-GB');
const titles = and.format(detailFields.map((field) => detailRules[field].title));

const listHeaders = {
  ETag: header('The version of the list, as a weak tag. It changes when details do.'),
  ...linkHeader,
};

const Query = z.object({
  limit: Limit,
  after: PetIdQuery,
  petIds: PetIdsQuery,
  barcode: BarcodeQuery,
});

export const listDetails = operation({
  ...readExtension,
  operationId: 'listDetails',
  method: 'GET',
  path: '/inventory/details',
  summary: 'List details',
  description: `Returns ${titles} of all pets that have any of them, ascending by petId; in pages if there is a limit. A barcode selects the pet that has it, so that a till need not read all.`,
  query: Query,
  headers: ifNoneMatchHeader,
  responses: { 200: jsonResponse(z.array(PetDetailsSchema), 'The details.', listHeaders) },
  async handle(context, { query }) {
    if (query.barcode !== undefined) return detailsOfBarcode(context, query, query.barcode);
    const list = await context.app.inventory.details.list();
    const tag = String(list.revision);
    const isWhole = Object.values(query).every((value) => value === undefined);
    if (isWhole) return listResponse(context, list, tag);
    const make = () => partOfDetails(context, list, query);
    return query.limit === undefined
      ? context.app.inventory.reads.makeInTurn(context.key, make)
      : make();
  },
});

/** Responds with the pet that has a barcode, which the store finds without reading all details. */
async function detailsOfBarcode(
  context: Context,
  { petIds, after }: z.output<typeof Query>,
  barcode: string,
): Promise<HttpResponse> {
  const found = await context.app.inventory.store.detailsOfBarcode(barcodeKey(barcode));
  const isSelected =
    found !== undefined &&
    (petIds?.includes(found.petId) ?? true) &&
    (after === undefined || found.petId > after);
  const rows = isSelected ? [found] : [];
  const tag = hash('sha1', rows.map(detailsJson).join(), 'base64url');
  return listResponse(context, DetailsList.of(0, rows), tag, { gzip: gzipWhole });
}

/** Responds with the selected pets that have any details, up to the limit. */
function partOfDetails(
  context: Context,
  list: DetailsList,
  { petIds, after, limit = Number.POSITIVE_INFINITY }: z.output<typeof Query>,
): HttpResponse | Promise<HttpResponse> {
  const rows: PetDetails[] = [];
  let isMore = false;
  for (const row of selectedRows(list, petIds, after)) {
    isMore = rows.length === limit;
    if (isMore) break;
    rows.push(row);
  }
  const last = isMore ? rows.at(-1) : undefined;
  const link = last && nextLink(context, Query, { after: String(last.petId) });
  const part = DetailsList.of(list.revision, rows);
  return listResponse(context, part, String(list.revision), { headers: link, gzip: gzipWhole });
}

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
    // Stock and details in memory may be of different moments, so the store is asked for both.
    const details = await context.app.inventory.store.detailsOfPet(petId);
    if (details === undefined) {
      const refusal = petNotFound(petId);
      throw new HttpError(refusal.code, refusal.message, refusal);
    }
    return context.json(200, detailsJson(details));
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
