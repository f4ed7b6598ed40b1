import { quantityMax } from '@pawstock/shared/item.ts';
import { apiLimits } from '../../api-limits.ts';
import { allows } from '../../domain/api-key.ts';
import {
  type ReservationCommand,
  reservationNotFound,
  versionOf,
} from '../../domain/reservation.ts';
import type { ReservationEffect } from '../../domain/write.ts';
import { reservationJson } from '../../json/reservation-json.ts';
import { HttpError } from '../errors.ts';
import {
  header,
  InventoryItem,
  jsonResponse,
  ledgerSeqHeader,
  linkHeader,
  locationHeader,
  ReservationSchema,
  ReservedSchema,
} from '../openapi/responses.ts';
import { operation, readExtension } from '../operation.ts';
import type { Context } from '../request/context.ts';
import {
  bodyInteger,
  bodyList,
  bodyObject,
  bodyUpdate,
  Limit,
  PetIdField,
  PetIdQuery,
  ReservationId,
  remarks,
} from '../request/fields.ts';
import { ifNoneMatchHeader, matchesETag } from '../request/headers.ts';
import { nextLink } from '../request/validation.ts';
import type { HttpResponse } from '../server/message.ts';
import { z } from '../zod.ts';
import {
  checkUnique,
  expectedVersion,
  itemsResponse,
  noContent,
  storeWrite,
  writeExtension,
  writeHeaders,
} from './changes.ts';

const version = { ETag: header('The version of the reservation, in quotes.') };
const fresh = { 'cache-control': 'private, no-cache' };

const rowsRule = `must be a JSON array of 1 to ${apiLimits.reservationRowsMax} rows`;
const ReservationRow = bodyObject('ReservationRow', {
  petId: PetIdField,
  quantity: bodyInteger(1, quantityMax, 'How many to reserve.'),
});
const expiresIn = (description: string) =>
  bodyInteger(1, apiLimits.reservationSecondsMax, description).optional();
const ReservationRequest = bodyObject('ReservationRequest', {
  items: bodyList(ReservationRow, apiLimits.reservationRowsMax, rowsRule).describe(
    'What to reserve, each pet once.',
  ),
  expiresIn: expiresIn(
    'For how many seconds. If left out: 900, or as long as the reservation that is replaced.',
  ),
  note: remarks.note,
});

export const putReservation = operation({
  ...writeExtension,
  operationId: 'putReservation',
  method: 'PUT',
  path: '/reservations/{id}',
  param: ReservationId,
  summary: 'Reserve stock',
  description:
    'Sets stock aside until the reservation expires: all rows, or none. An active reservation with this id is replaced, and what it holds does not count against the new one; that of another key only by an admin key. An id that was sold cannot be used again for 30 days. Quantity, status and version of the pets stay as they are.',
  headers: {
    ...writeHeaders,
    'If-None-Match': z.literal('*').optional().describe('Only add: refuse to replace one.'),
  },
  body: ReservationRequest,
  responses: {
    200: jsonResponse(ReservationSchema, 'The reservation, in place of an active one.', version),
    201: jsonResponse(ReservationSchema, 'The new reservation.', {
      ...version,
      ...locationHeader('the new reservation'),
    }),
  },
  errors: [404, 409],
  handle(context, { param: id, body }) {
    const { items, note = null } = body;
    checkUnique(items);
    const expected = expectedVersion(context, { mayAdd: true });
    const isAdmin = allows(context.key, 'admin');
    const terms = { items, note, expiresInMs: milliseconds(body.expiresIn), isAdmin };
    return changeReservation(context, { kind: 'reserve', id, expected, ...terms });
  },
});

const milliseconds = (seconds: number | undefined) =>
  seconds === undefined ? null : seconds * 1000;

export const updateReservation = operation({
  ...writeExtension,
  operationId: 'updateReservation',
  method: 'PATCH',
  path: '/reservations/{id}',
  param: ReservationId,
  summary: 'Change a reservation',
  description: 'Moves the expiry of an active reservation, or changes its note.',
  body: bodyUpdate(
    'ReservationUpdate',
    { expiresIn: expiresIn('In how many seconds from now it expires.'), note: remarks.note },
    'must have "expiresIn" or "note"',
  ),
  responses: { 200: jsonResponse(ReservationSchema, 'The reservation after the change.', version) },
  errors: [409],
  async handle(context, { param: id, body: { expiresIn: seconds, note = null } }) {
    const terms = { expected: expectedVersion(context), expiresInMs: milliseconds(seconds), note };
    return changeReservation(context, { kind: 'change', id, ...terms });
  },
});

export const releaseReservation = operation({
  ...writeExtension,
  operationId: 'releaseReservation',
  method: 'DELETE',
  path: '/reservations/{id}',
  param: ReservationId,
  summary: 'Release a reservation',
  description:
    'Ends a reservation. What it holds is free at once. One that has ended without a sale stays as it is.',
  responses: { 204: { description: 'The reservation has ended.', headers: version } },
  errors: [409],
  async handle(context, { param: id }) {
    const expected = expectedVersion(context);
    return changeReservation(context, { kind: 'release', id, expected });
  },
});

export const sellReservation = operation({
  ...writeExtension,
  operationId: 'sellReservation',
  method: 'POST',
  path: '/reservations/{id}/sale',
  param: ReservationId,
  summary: 'Sell what is reserved',
  description:
    'Takes what the reservation holds from the stock, as sales, and ends it: all rows, or none. Each pet gets a change in the ledger, with the id of the reservation, and its note unless you send another.',
  body: bodyObject('SaleRequest', { note: remarks.note }),
  responses: {
    200: jsonResponse(z.array(InventoryItem), 'The stock levels after the sale.', {
      ...version,
      ...ledgerSeqHeader,
    }),
  },
  errors: [409],
  async handle(context, { param: id, body: { note = null } }) {
    const expected = expectedVersion(context);
    return changeReservation(context, { kind: 'sell', id, note, expected });
  },
});

/** Stores a change of a reservation. The ETag of the response is the reservation's new version. */
async function changeReservation(
  context: Context,
  command: ReservationCommand,
): Promise<HttpResponse> {
  return effectResponse(context, await storeWrite(context, { kind: 'reservation', command }));
}

function effectResponse(context: Context, effect: ReservationEffect): HttpResponse {
  switch (effect.change) {
    case 'reserved':
    case 'replaced':
    case 'changed': {
      const { reservation } = effect;
      context.addHeaders({ etag: `"${versionOf(reservation)}"` });
      if (effect.change !== 'reserved') return context.json(200, reservationJson(reservation));
      const location = context.request.path;
      return context.json(201, reservationJson(reservation), { location });
    }
    case 'released':
    case 'none':
      context.addHeaders({ etag: `"${effect.version}"` });
      return noContent(context);
    case 'sold':
      context.addHeaders({ etag: `"${effect.version}"` });
      return itemsResponse(context, effect.entries);
  }
}

export const getReservation = operation({
  ...readExtension,
  operationId: 'getReservation',
  method: 'GET',
  path: '/reservations/{id}',
  param: ReservationId,
  summary: 'Get one reservation',
  description: 'Returns a reservation: an active one, or one that ended within the last 30 days.',
  headers: ifNoneMatchHeader,
  responses: { 200: jsonResponse(ReservationSchema, 'The reservation.', version) },
  async handle(context, { param: id }) {
    const reservation = await context.app.inventory.store.reservation(id);
    if (reservation === undefined) {
      const refusal = reservationNotFound(id);
      throw new HttpError(refusal.code, refusal.message, refusal);
    }
    const headers = { ...fresh, etag: `"${versionOf(reservation)}"` };
    const isKnown = matchesETag(context.header('if-none-match'), String(versionOf(reservation)));
    return isKnown
      ? context.response(304, null, headers)
      : context.json(200, reservationJson(reservation), headers);
  },
});

const Query = z.object({
  petId: PetIdQuery.describe('Only those that hold this pet.'),
  limit: Limit,
  after: ReservationId.optional().describe('Only those with an id after this one.'),
});

export const listReservations = operation({
  ...readExtension,
  operationId: 'listReservations',
  method: 'GET',
  path: '/reservations',
  summary: 'List reservations',
  description:
    'Returns the active reservations in the order of their ids. A page may have fewer than the limit, because its rows are limited too. Link leads to the next page.',
  query: Query,
  responses: { 200: jsonResponse(z.array(ReservationSchema), 'The reservations.', linkHeader) },
  async handle(
    context,
    { query: { petId = null, limit = apiLimits.reservationPageDefault, after = '' } },
  ) {
    const { inventory } = context.app;
    const rowsMax = context.app.limits.reservationPageRowsMax;
    const page = await inventory.reads.makeInTurn(context.key, () =>
      inventory.store.reservations({ petId, after, limit, rowsMax }),
    );
    const link = page.next === null ? {} : nextLink(context, Query, { after: page.next });
    const body = `[${page.reservations.map(reservationJson)}]`;
    return context.json(200, body, { ...fresh, ...link });
  },
});

const ReservedQuery = z.object({ limit: Limit, after: PetIdQuery });
const reservedHeaders = {
  ETag: header(
    'The version of the list, as a weak tag. It changes when the list does, also because a reservation expires.',
  ),
  ...linkHeader,
};

export const listReserved = operation({
  ...readExtension,
  operationId: 'listReserved',
  method: 'GET',
  path: '/inventory/reserved',
  summary: 'List reserved stock',
  description:
    'Returns how many are reserved of each pet that has any reserved, ascending by petId; in pages if there is a limit.',
  query: ReservedQuery,
  headers: ifNoneMatchHeader,
  responses: { 200: jsonResponse(z.array(ReservedSchema), 'What is reserved.', reservedHeaders) },
  async handle(context, { query }) {
    const { limit = Number.MAX_SAFE_INTEGER - 1, after = null } = query;
    const { inventory } = context.app;
    const isWhole = query.limit === undefined && after === null;
    const { json, tag, next } = await (isWhole
      ? inventory.reads.reservedList()
      : inventory.reads.reservedPage(context.key, { limit, after }));
    const link = next === null ? {} : nextLink(context, ReservedQuery, { after: String(next) });
    const headers = { ...fresh, ...link, etag: `W/"${tag}"`, 'content-type': 'application/json' };
    if (matchesETag(context.header('if-none-match'), tag))
      return context.response(304, null, headers);
    return context.response(200, json, headers);
  },
});
