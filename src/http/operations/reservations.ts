import { setImmediate as nextTurn } from 'node:timers/promises';
import { quantityMax } from '../../domain/item.ts';
import { type ReservationCommand, reservationJson } from '../../domain/reservation.ts';
import { limits } from '../../limits.ts';
import { HttpError } from '../errors.ts';
import {
  header,
  InventoryItem,
  jsonResponse,
  linkHeader,
  ReservationSchema,
  ReservedSchema,
} from '../openapi/responses.ts';
import { extension, operation, readExtension } from '../operation.ts';
import type { Context } from '../request/context.ts';
import {
  bodyInteger,
  bodyList,
  bodyObject,
  jsonObject,
  Limit,
  PetIdField,
  PetIdQuery,
  ReservationId,
  remarks,
} from '../request/fields.ts';
import { ifNoneMatchHeader, matchesETag } from '../request/headers.ts';
import { idempotencyKeyHeader } from '../request/idempotency.ts';
import { nextLink } from '../request/validation.ts';
import { z } from '../zod.ts';
import { itemsResponse, noContent, storeCommands } from './changes.ts';
import { checkUnique } from './update-inventory-batch.ts';

const path = '/reservations/{id}';
const written = { ...extension, scope: 'write', headers: idempotencyKeyHeader } as const;
const fresh = { 'cache-control': 'private, no-cache' };

const rowsRule = `must be a JSON array of 1 to ${limits.reservationRowsMax} rows`;
const ReservedRow = z.strictObject(
  { petId: PetIdField, quantity: bodyInteger(1, quantityMax, 'How many to reserve.') },
  jsonObject,
);
const ReservationRequest = bodyObject('ReservationRequest', {
  items: bodyList(ReservedRow, limits.reservationRowsMax, rowsRule).describe('What to reserve, each pet once.'),
  expiresIn: bodyInteger(1, limits.reservationSecondsMax, 'For how many seconds; 900 if left out.').optional(),
  note: remarks.note,
});

export const putReservation = operation({
  ...written,
  route: `PUT ${path}`,
  summary: 'Reserve stock',
  description:
    'Sets stock aside until the reservation expires: all rows, or none. An active reservation with this id is replaced, and what it holds does not count against the new one. Quantity, status and version of the pets stay as they are.',
  body: ReservationRequest,
  responses: {
    200: jsonResponse(ReservationSchema, 'The reservation, in place of an earlier one.'),
    201: jsonResponse(ReservationSchema, 'The new reservation.'),
  },
  errors: [404, 409],
  async handle(context, { param: id, body }) {
    const { items, expiresIn = limits.reservationSecondsDefault, note = null } = body;
    checkUnique(items);
    const reserve = { kind: 'reserve', id, items, expiresInMs: expiresIn * 1000, note } as const;
    const { created, body: reservation } = await change(context, reserve);
    return context.json(created ? 201 : 200, reservation ?? '');
  },
});

export const releaseReservation = operation({
  ...written,
  route: `DELETE ${path}`,
  summary: 'Release a reservation',
  description: 'Ends a reservation. What it holds is free at once.',
  responses: { 204: { description: 'The reservation has ended.' } },
  errors: [404],
  async handle(context, { param: id }) {
    await change(context, { kind: 'release', id });
    return noContent(context);
  },
});

export const sellReservation = operation({
  ...written,
  route: `POST ${path}/sale`,
  summary: 'Sell what is reserved',
  description:
    'Takes what the reservation holds from the stock, as sales, and ends it: all rows, or none. Each pet gets a change in the ledger, with the note "reservation" and the id unless you send another.',
  body: bodyObject('SaleRequest', { note: remarks.note }),
  responses: { 200: jsonResponse(z.array(InventoryItem), 'The stock levels after the sale.') },
  errors: [404, 409],
  async handle(context, { param: id, body: { note = null } }) {
    const { entries } = await change(context, { kind: 'sell', id, note });
    return itemsResponse(context, entries);
  },
});

/** Refuses conditional headers, because a reservation has no version. */
async function change(context: Context, reservation: ReservationCommand) {
  const header = ['If-Match', 'If-None-Match'].find((name) => context.header(name.toLowerCase()) !== undefined);
  if (header !== undefined) {
    throw new HttpError('invalid_header', `${header} has no meaning for a reservation. Remove the header.`);
  }
  const stored = await storeCommands(context, [], { batch: true, reservation });
  const outcomes = { reserve: stored.created ? 'reserved' : 'replaced', release: 'released', sell: 'sold' };
  const outcome = outcomes[reservation.kind];
  if (stored.result === 'applied') context.app.metrics.reservations.inc({ outcome });
  return stored;
}

export const getReservation = operation({
  ...readExtension,
  route: `GET ${path}`,
  summary: 'Get one reservation',
  description: 'Returns an active reservation.',
  responses: { 200: jsonResponse(ReservationSchema, 'The reservation.') },
  errors: [404],
  async handle(context, { param: id }) {
    const reservation = await context.app.inventory.store.reservation(id);
    if (reservation === undefined) {
      throw new HttpError('reservation_not_found', `There is no active reservation ${id}.`);
    }
    return context.json(200, reservationJson(reservation), fresh);
  },
});

const Query = z.object({
  petId: PetIdQuery.describe('Only those that hold this pet.'),
  limit: Limit,
  after: ReservationId.optional().describe('Only those with an id after this one.'),
});

export const listReservations = operation({
  ...readExtension,
  route: 'GET /reservations',
  summary: 'List reservations',
  description: 'Returns the active reservations in the order of their ids. Link leads to the next page.',
  query: Query,
  responses: { 200: jsonResponse(z.array(ReservationSchema), 'The reservations.', linkHeader) },
  async handle(context, { query: { petId = null, limit = limits.reservationPageDefault, after = '' } }) {
    // One reservation more than requested tells whether there is another page.
    const { inventory } = context.app;
    const query = { petId, after, limit: limit + 1 };
    const found = await inventory.reads.makeInTurn(() => inventory.store.reservations(query));
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    const link = last && nextLink(context, Query, { after: last.id });
    const rows: string[] = [];
    for (const reservation of page) {
      // Other requests are served in between: a reservation may have a hundred pets.
      if (rows.push(reservationJson(reservation)) % 25 === 0) await nextTurn();
    }
    return context.json(200, `[${rows}]`, { ...fresh, ...link });
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
  route: 'GET /inventory/reserved',
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
      : inventory.reads.reservedPage({ limit, after }));
    const link = next === null ? {} : nextLink(context, ReservedQuery, { after: String(next) });
    const headers = { ...fresh, ...link, etag: `W/"${tag}"`, 'content-type': 'application/json' };
    if (matchesETag(context.header('if-none-match'), tag)) return context.response(304, null, headers);
    return context.response(200, json, headers);
  },
});
