import { scopes } from '../../domain/api-key.ts';
import { quantityMax } from '../../domain/item.ts';
import { reasons } from '../../domain/ledger-entry.ts';
import { errorCodes } from '../errors.ts';
import { extensionMark, specifiedInteger } from '../operation.ts';
import { details, int64, KeyName, PetStatusSchema, ReservationId } from '../request/fields.ts';
import { z } from '../zod.ts';

/** What responses contain. */

export const InventoryItem = z
  .object({
    petId: z
      .bigint()
      .openapi({ ...int64, description: 'Identifier of the animal that this entry tracks.', example: 1 as never }),
    quantity: z
      .number()
      .openapi({ ...specifiedInteger(0, quantityMax), description: 'Current stock count.', example: 12 }),
    status: PetStatusSchema,
  })
  .openapi('InventoryItem');

export const PetDetailsSchema = z
  .object({
    petId: z.bigint().openapi({ ...int64, description: 'The pet.', example: 1 as never }),
    name: details.name.unwrap(),
    barcode: details.barcode.unwrap(),
    lowAt: details.lowAt.unwrap(),
  })
  .openapi('PetDetails');

const count = { format: 'int64', minimum: 0, maximum: quantityMax };

export const LedgerEntrySchema = z
  .object({
    seq: z.int().openapi({ ...count, minimum: 1, description: 'Counts all changes, without gaps.', example: 17 }),
    petId: z.int().openapi({ format: 'int64', description: 'The pet.', example: 1 }),
    kind: z.enum(['set', 'adjust', 'put', 'delete', 'import']).openapi({ description: 'How it was changed.' }),
    before: z
      .int()
      .nullable()
      .openapi({ ...count, description: 'The quantity before; null for a new pet.', example: 10 }),
    after: z
      .int()
      .nullable()
      .openapi({ ...count, description: 'The quantity after; null for a removed pet.', example: 12 }),
    delta: z.int().openapi({
      ...count,
      minimum: -quantityMax,
      description: 'The difference, null counting as 0.',
      example: 2,
    }),
    status: PetStatusSchema,
    reason: z.enum(reasons).nullable().openapi({ description: 'Why, if the caller said so.' }),
    note: z
      .string()
      .nullable()
      .openapi({ description: 'What the caller noted.', example: null as never }),
    key: z
      .string()
      .nullable()
      .openapi({ description: 'The name of the API key; null for an import.', example: 'till-3' }),
    requestId: z.string().nullable().openapi({ description: 'The X-Request-Id of the change; null for an import.' }),
    at: z.iso.datetime().openapi({ description: 'When, in UTC.', example: '2026-01-31T09:30:00.000Z' }),
  })
  .openapi('LedgerEntry');

const amount = (description: string, example: number) => z.int().openapi({ format: 'int64', description, example });

const amounts = {
  start: amount('The quantity at the beginning.', 20),
  end: amount('The quantity at the end: start − sold + arrived + returned − damaged + counted + other.', 17),
  sold: amount('What left by sales, less what sales gave back.', 12),
  arrived: amount('What arrived.', 10),
  returned: amount('What customers returned.', 1),
  damaged: amount('What left by damage, less what came back under it.', 1),
  counted: amount('By how much counts have corrected the quantity.', -1),
  other: amount('All changes without one of these reasons.', 0),
  soldPerDay: z.number().openapi({ description: 'Sold per day of the span.', example: 0.4 }),
  daysLeft: z
    .int()
    .nullable()
    .openapi({ minimum: 0, description: 'How many days the end lasts at that rate; null without sales.', example: 42 }),
};

export const ReportSchema = z
  .object({
    since: z.iso.datetime().openapi({ description: 'The beginning of the span, in UTC.' }),
    until: z.iso.datetime().openapi({ description: 'The end of the span, in UTC.' }),
    timeZone: z
      .string()
      .openapi({ description: 'The time zone of the shop, by the IANA name.', example: 'Europe/Berlin' }),
    pets: z.array(
      z
        .object({ petId: z.int().openapi({ format: 'int64', description: 'The pet.', example: 1 }), ...amounts })
        .openapi('ReportedPet'),
    ),
    totals: z.object(amounts).openapi('ReportTotals', { description: 'The sums over all pets.' }),
    days: z
      .array(
        z
          .object({
            day: z.iso.date().openapi({ description: 'In the time zone of the shop.' }),
            sold: amounts.sold,
            arrived: amounts.arrived,
          })
          .openapi('ReportedDay'),
      )
      .optional()
      .openapi({ description: 'The days with sales or arrivals, if they were asked for.' }),
  })
  .openapi('Report');

const instant = (description: string) => z.iso.datetime().openapi({ description, example: '2026-01-31T09:45:00.000Z' });

/** A pet and how many of it, under the name of that field. */
const countOf = <Field extends string>(field: Field, description: string) => ({
  petId: z.bigint().openapi({ ...int64, description: 'The pet.', example: 1 as never }),
  ...({ [field]: z.int().openapi({ ...count, minimum: 1, description, example: 2 }) } as Record<Field, z.ZodInt>),
});

export const ReservationSchema = z
  .object({
    id: ReservationId,
    items: z
      .array(z.object(countOf('quantity', 'How many are reserved.')))
      .openapi({ description: 'What is reserved.' }),
    expiresAt: instant('When it ends, in UTC.'),
    createdAt: instant('When it was made, in UTC; replacing it keeps this.'),
    key: KeyName.openapi({ description: 'The name of the API key that reserved.' }),
    note: z
      .string()
      .nullable()
      .openapi({ description: 'What the caller noted.', example: null as never }),
  })
  .openapi('Reservation');

export const ReservedSchema = z.object(countOf('reserved', 'How many are reserved.')).openapi('ReservedStock');

export const ApiKeySchema = z
  .object({
    name: KeyName,
    scope: z.enum(scopes).openapi({ description: 'What the key may do. Each scope contains the ones before it.' }),
    createdAt: z.iso.datetime().openapi({ description: 'When it was created, in UTC.' }),
    expiresAt: z.iso.datetime().nullable().openapi({ description: 'When it ends, in UTC; null if it does not.' }),
    requireVersion: z.boolean().openapi({ description: 'Whether its writes must state the version that they change.' }),
    rateLimit: z
      .int()
      .nullable()
      .openapi({ minimum: 1, description: 'How many requests a second it may make; null if there is no limit.' }),
  })
  .openapi('ApiKey');

export const ErrorSchema = z
  .object({
    // Not an enumeration in the document: a new code must not break generated clients.
    code: z.enum(errorCodes).openapi({
      type: 'string',
      'x-known-values': { ...extensionMark, values: errorCodes },
      description: 'Machine-readable error code. New codes may be added; go by the status for those you do not know.',
      example: 'pet_not_found',
    }),
    message: z
      .string()
      .openapi({ description: 'Human-readable description.', example: 'There is no pet 1 in the inventory.' }),
    status: z.number().openapi({ ...specifiedInteger(400, 599), description: 'The HTTP status code.', example: 404 }),
  })
  .openapi('Error');

/** The parts that operations' OpenAPI entries share. */

export function jsonResponse(schema: z.ZodType, description: string, headers?: ResponseHeaders) {
  return { description, content: { 'application/json': { schema } }, ...(headers === undefined ? {} : { headers }) };
}

type ResponseHeaders = Readonly<Record<string, ReturnType<typeof header>>>;

const header = (description: string, type: 'string' | 'integer' = 'string') => ({ description, schema: { type } });

export const etagHeader = {
  ETag: header('The version of the item: the sequence of its last change, in quotes.'),
};

export const listEtagHeader = {
  ETag: header('The version of the whole list, as a weak tag. It changes with every change of any pet.'),
};

export const detailsEtagHeader = {
  ETag: header('The version of all details, as a weak tag. It changes with every change of details.'),
};

export const linkHeader = { Link: header('The next page, if there is one, as rel="next".') };

export const locationHeader = { Location: header('The path of the new entry.') };

export const replayedHeader = {
  'Idempotent-Replayed': header('"true" if this is the answer to an earlier request with the same Idempotency-Key.'),
};

/** The headers of all operations' responses. */
export const commonHeaders = {
  'X-Request-Id': header('The id of the request: your own if you sent one, else a new one.'),
  'WWW-Authenticate': header('With 401 and 403: what the API key lacks.'),
  RateLimit: header('What is left of the rate limit, if the API key has one.'),
  'RateLimit-Policy': header('The rate limit, if the API key has one.'),
  'Retry-After': header('With 429 and 503: how many seconds to wait before trying again.', 'integer'),
};

/** Whether responses of this status may have the header. The rate limit is that of a valid key. */
export function mayHave(status: string, name: string): boolean {
  if (name === 'WWW-Authenticate') return status === '401' || status === '403';
  if (name === 'Retry-After') return status === 'default';
  return name === 'X-Request-Id' || status !== '401';
}

export function notModified(headers: ResponseHeaders) {
  return { description: 'Nothing has changed since the version in If-None-Match.', headers };
}

const descriptions = {
  400: 'The request is missing required fields or contains invalid values.',
  401: 'The API key is missing or invalid.',
  403: 'The scope of the API key does not cover the request.',
  404: 'The requested resource could not be found.',
  409: 'There is less in stock, or less that others have not reserved, than is to be taken away; another one has the barcode or the name; or there are too many reservations.',
  412: 'The item is not at the version that the request expects.',
  413: 'The body is too large.',
  415: 'The body is declared as something other than JSON, or as compressed.',
  422: 'The Idempotency-Key was used for another request.',
  428: 'The API key must state which version it changes, and the request does not.',
  default: 'Any other error, for example a rate limit (429) or a store that cannot be reached (503).',
} as const;

/** The errors of these statuses. */
export function errorResponses(...statuses: readonly (keyof typeof descriptions)[]) {
  const response = (status: keyof typeof descriptions) =>
    jsonResponse(ErrorSchema, descriptions[status], status === 412 ? etagHeader : undefined);
  return Object.fromEntries(statuses.map((status) => [status, response(status)]));
}

/** The same responses or headers, each with the mark. */
export function extensions<Part extends object>(parts: Readonly<Record<string, Part>>) {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, { ...part, ...extensionMark }]));
}
