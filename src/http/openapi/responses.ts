import type { ResponseConfig } from '@asteasolutions/zod-to-openapi';
import { quantityMax } from '@pawstock/shared/item.ts';
import { changeKinds, reasons } from '@pawstock/shared/ledger-entry.ts';
import { apiLimits } from '../../api-limits.ts';
import { scopes } from '../../domain/api-key.ts';
import { reservationStates } from '../../domain/reservation.ts';
import { errorCodes } from '../errors.ts';
import { documentedInteger, extensionMark, specifiedInteger } from '../operation.ts';
import {
  details,
  int64,
  KeyName,
  oneOf,
  PetStatusSchema,
  ReservationId,
} from '../request/fields.ts';
import { described, namedObject, openEnum, z } from '../zod.ts';

const petId = described(z.bigint(), 'The pet.', 1, int64);
const count = { format: 'int64', minimum: 0, maximum: quantityMax };
const note = described(z.string().nullable(), 'What the caller noted.', null);

export const InventoryItem = namedObject('InventoryItem', {
  petId: described(z.bigint(), 'Identifier of the animal that this entry tracks.', 1, int64),
  quantity: described(z.number(), 'Current stock count.', 12, specifiedInteger(0, quantityMax)),
  status: PetStatusSchema,
});

export const PetDetailsSchema = namedObject('PetDetails', {
  petId,
  ...details,
});

const sequence = described(z.int(), 'Counts all changes, without gaps.', 17, {
  ...count,
  minimum: 1,
});

export const keyId = z
  .int()
  .openapi({ ...documentedInteger(1, quantityMax), example: 1769852400000 });

export const RecordedChangeReason = openEnum(
  'RecordedChangeReason',
  reasons,
  'Why the stock changed, as the caller said.',
);

export const LedgerEntrySchema = namedObject('LedgerEntry', {
  seq: sequence,
  petId,
  kind: openEnum('ChangeKind', changeKinds, 'How the stock was changed.'),
  before: described(z.int().nullable(), 'The quantity before; null for a new pet.', 10, count),
  after: described(z.int().nullable(), 'The quantity after; null for a removed pet.', 12, count),
  delta: described(z.int(), 'The difference, null counting as 0.', 2, {
    ...count,
    minimum: -quantityMax,
  }),
  status: PetStatusSchema,
  // `readonly` keeps the generator from writing out the known reasons here again.
  reason: z.union([RecordedChangeReason.readonly(), z.null()]),
  note,
  key: described(z.string().nullable(), 'The name of the API key; null for an import.', 'till-3'),
  keyId: keyId
    .nullable()
    .openapi({ type: ['integer', 'null'] })
    .describe(
      'The id of that key, which tells it from others of the same name; null for an import.',
    ),
  requestId: z.string().nullable().describe('The X-Request-Id of the change; null for an import.'),
  at: described(z.iso.datetime(), 'When, in UTC.', '2026-01-31T09:30:00.000Z'),
  reservation: ReservationId.nullable().describe(
    'The reservation that was sold; null for any other change.',
  ),
});

const amount = (description: string, example: number) =>
  described(z.int(), description, example, { format: 'int64' });

const amounts = {
  start: amount('The quantity at the beginning.', 20),
  end: amount(
    'The quantity at the end: start − sold + arrived + returned − damaged − died + counted + other.',
    17,
  ),
  sold: amount('What left by sales, less what sales gave back.', 12),
  arrived: amount('What arrived.', 10),
  returned: amount('What customers returned.', 1),
  damaged: amount('What left by damage, less what came back under it.', 1),
  died: amount('Animals that died, less what was put back under that reason.', 1),
  counted: amount('By how much counts have corrected the quantity.', -1),
  other: amount('All changes without one of these reasons.', 0),
  soldPerDay: described(z.number(), 'Sold per day of the span.', 0.4),
  daysLeft: described(
    z.int().nullable(),
    'How many days the end lasts at that rate; null without sales.',
    42,
    count,
  ),
};

const ReportedDay = namedObject('ReportedDay', {
  day: z.iso.date().describe('In the time zone of the shop.'),
  sold: amounts.sold,
  arrived: amounts.arrived,
});

export const ReportSchema = namedObject('Report', {
  since: z.iso.datetime().describe('The beginning of the span, in UTC.'),
  until: z.iso.datetime().describe('The end of the span, in UTC.'),
  timeZone: described(z.string(), 'The time zone of the shop, by the IANA name.', 'Europe/Berlin'),
  pets: z.array(namedObject('ReportedPet', { petId, ...amounts })),
  totals: namedObject('ReportTotals', amounts, { description: 'The sums over all pets.' }),
  days: z
    .array(ReportedDay)
    .optional()
    .describe('The days with sales or arrivals, if they were asked for.'),
});

const instant = (description: string) =>
  described(z.iso.datetime(), description, '2026-01-31T09:45:00.000Z');
const reserved = described(z.int(), 'How many are reserved.', 2, { ...count, minimum: 1 });

export const ReservationSchema = namedObject('Reservation', {
  id: ReservationId,
  items: z.array(namedObject('ReservedItem', { petId, quantity: reserved })),
  expiresAt: instant('When it expires, in UTC, unless it was sold or released before.'),
  createdAt: instant('When it was made, in UTC; replacing it keeps this.'),
  key: KeyName.describe('The name of the API key that reserved.'),
  note,
  state: openEnum('ReservationState', reservationStates, 'What has become of a reservation.'),
  endedAt: instant('When it ended, in UTC; null while it is active.').nullable(),
  sale: namedObject('ReservationSale', { firstSeq: sequence, lastSeq: sequence })
    .nullable()
    .describe('The first and the last change of its sale; null unless it was sold.'),
});

export const ReservedSchema = namedObject('ReservedStock', { petId, reserved });

export const KeyScope = oneOf(scopes).openapi('KeyScope', {
  description: 'What a key may do: write if left out. Each scope contains the ones before it.',
});

export const ApiKeySchema = namedObject('ApiKey', {
  id: keyId.describe(
    'Tells it from every other key. A rotation keeps it; it is never given twice.',
  ),
  name: KeyName,
  scope: openEnum(
    'GrantedKeyScope',
    scopes,
    'What the key may do. Each scope contains the ones before it.',
  ),
  createdAt: z.iso.datetime().describe('When it was created, in UTC.'),
  expiresAt: z.iso.datetime().nullable().describe('When it ends, in UTC; null if it does not.'),
  requireVersion: z
    .boolean({ error: 'must be true or false' })
    .describe('Whether its writes must state the version that they change.'),
  rateLimit: described(
    z.int().nullable(),
    'How many requests a second it may make; null if there is no limit.',
    50,
    {
      minimum: 1,
      maximum: apiLimits.rateLimitMax,
    },
  ),
});

export const ErrorSchema = namedObject('Error', {
  // The OpenAPI document lists error codes only as known values: a new value of an enum would break
  // generated clients.
  code: z.enum(errorCodes).openapi({
    type: 'string',
    'x-known-values': { ...extensionMark, values: errorCodes },
    description:
      'Machine-readable error code. New codes may be added; go by the status for those you do not know.',
    example: 'pet_not_found',
  }),
  message: described(
    z.string(),
    'Human-readable description.',
    'There is no pet 1 in the inventory.',
  ),
  status: described(z.number(), 'The HTTP status code.', 404, specifiedInteger(400, 599)),
});

export function jsonResponse(
  schema: z.ZodType,
  description: string,
  headers: ResponseConfig['headers'] = {},
) {
  return { description, content: { 'application/json': { schema } }, headers };
}

export function header(
  description: string,
  schema: { type: 'string' | 'integer' } = { type: 'string' },
) {
  return { description, schema };
}

const etagHeader = {
  ETag: header('The version of the item: the sequence of its last change, in quotes.'),
};
export const ledgerSeqHeader = {
  'Ledger-Seq': header(
    'The sequence of the last change in the ledger that the response takes into account. Events after it continue from there; of several pages, keep that of the first.',
    documentedInteger(0, quantityMax),
  ),
};
/** The headers of a response with one pet. */
export const itemHeaders = { ...etagHeader, ...ledgerSeqHeader };

export function locationHeader(what: string) {
  return { Location: header(`The path of ${what}.`) };
}

const currentVersion = {
  ETag: header('The version that there is, in quotes, where the refusal is about one.'),
};
export const linkHeader = { Link: header('The next page, if there is one, as rel="next".') };
export const replayedHeader = {
  'Idempotent-Replayed': header(
    '"true" if this is the answer to an earlier request with the same Idempotency-Key.',
  ),
};

export const commonHeaders = {
  'X-Request-Id': header('The id of the request: your own if you sent one, else a new one.'),
  'WWW-Authenticate': header('With 401 and 403: what the API key lacks.'),
  RateLimit: header('What is left of the rate limit, if the API key has one.'),
  'RateLimit-Policy': header('The rate limit, if the API key has one.'),
  'Retry-After': header(
    'With 429 and 503: how many seconds to wait.',
    documentedInteger(1, apiLimits.retryAfterSeconds),
  ),
  Row: header(
    'The row at fault of a batch or a reservation, counted from 1.',
    documentedInteger(1, apiLimits.batchRowsMax),
  ),
  'Pet-Id': header(
    'The pet that the error is about; for a taken barcode, the pet that has it.',
    int64,
  ),
  Available: header(
    'With insufficient_stock: how many can be taken now.',
    documentedInteger(0, quantityMax),
  ),
};

/** Whether the OpenAPI document lists this header for responses with this status. */
export function mayHave(status: string, name: string): boolean {
  if (name === 'WWW-Authenticate') return status === '401' || status === '403';
  if (name === 'Row' || name === 'Pet-Id')
    return ['400', '404', '409', '412', '428'].includes(status);
  if (name === 'Available') return status === '409';
  if (name === 'Retry-After') return status === '429' || status === '503';
  return name === 'X-Request-Id' || status !== '401';
}

const descriptions = {
  400: 'The request is missing required fields or contains invalid values.',
  401: 'The API key is missing or invalid.',
  403: 'The scope of the API key does not cover the request.',
  404: 'The requested resource could not be found.',
  409: 'There is less in stock, or less that others have not reserved, than is to be taken away; another one has the barcode, the name or the reservation; the reservation has ended; or there are too many.',
  412: 'The item or reservation is not at the version that the request expects.',
  413: 'The body is too large.',
  415: 'The body is declared as something other than JSON, or as compressed.',
  422: 'The Idempotency-Key was used for another request.',
  428: 'The API key must state which version it changes, and the request does not.',
  429: 'The API key has used up its rate limit. Wait for as long as Retry-After says.',
  503: 'The service or its store cannot be reached for the moment. Try again after Retry-After.',
  default: 'Any other error.',
} as const;

/**
 * The statuses of error responses that may have the current version of a pet or a reservation as
 * their ETag.
 */
const versioned: ReadonlySet<keyof typeof descriptions> = new Set([404, 409, 412, 428]);

export function errorResponses(...statuses: readonly (keyof typeof descriptions)[]) {
  const response = (status: keyof typeof descriptions) =>
    jsonResponse(
      ErrorSchema,
      descriptions[status],
      versioned.has(status) ? currentVersion : undefined,
    );
  return Object.fromEntries(statuses.map((status) => [status, response(status)]));
}
