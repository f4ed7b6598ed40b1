import { integerIn } from '@pawstock/shared/exact-json.ts';
import {
  asDelta,
  asPetId,
  parsePetId,
  petIdRule,
  petStatuses,
  quantityMax,
} from '@pawstock/shared/item.ts';
import { reasons } from '@pawstock/shared/ledger-entry.ts';
import { nameCharactersMax, nameFault, namePattern } from '@pawstock/shared/name.ts';
import {
  barcodeRule,
  type Details,
  detailRules,
  isValidText,
  mapDetails,
  valueRule,
} from '@pawstock/shared/pet-details.ts';
import { apiLimits } from '../../api-limits.ts';
import { parseInstant } from '../../domain/instant.ts';
import { reservationIdPattern, reservationIdRule } from '../../domain/reservation.ts';
import { documentedInteger, specifiedInteger } from '../operation.ts';
import { described, z } from '../zod.ts';

/**
 * Schemas of values in requests. Each schema checks a value and describes it in the OpenAPI
 * document.
 */

/**
 * A schema of the values that `read` can convert. The error message for other values is "must be"
 * and `rule`.
 */
function readAs<T>(read: (value: unknown) => T | undefined, rule: string) {
  return z.unknown().transform((value, context): T => {
    const result = read(value);
    if (result !== undefined) return result;
    context.addIssue({ code: 'custom', message: `must be ${rule}`, input: value });
    return z.NEVER;
  });
}

export const int64 = { type: 'integer', format: 'int64' } as const;

const petIdText = readAs((value) => parsePetId(String(value)), petIdRule);
export const PetIdParam = described(petIdText, 'The ID of the pet.', 1, int64);
export const PetIdQuery = petIdText
  .optional()
  .openapi({ ...int64, description: 'Only pets with a petId above this one.' });
export const PetIdsQuery = readAs((value) => {
  const petIds = String(value).split(',').map(parsePetId);
  return petIds.length <= apiLimits.listPetIdsMax && petIds.every((petId) => petId !== undefined)
    ? petIds
    : undefined;
}, `1 to ${apiLimits.listPetIdsMax} petIds with commas between them`)
  .optional()
  .openapi({
    type: 'array',
    items: int64,
    minItems: 1,
    maxItems: apiLimits.listPetIdsMax,
    param: { style: 'form', explode: false },
    description: 'Only these pets, with commas between their petIds.',
  });
const petIdNumber = readAs((value) => asPetId(integerIn(value)), 'a 64-bit integer');
export const PetIdField = described(petIdNumber, 'The ID of the pet.', 1, int64);

/**
 * A schema of a whole number in JSON. A number with too many digits is refused, and never rounded.
 */
function integerFrom(min: number, max: number, rule = `an integer from ${min} to ${max}`) {
  return readAs((value) => {
    const number = asDelta(integerIn(value));
    return number !== undefined && number >= min && number <= max ? number : undefined;
  }, rule);
}

export function bodyInteger(min: number, max: number, description: string) {
  return integerFrom(min, max).openapi({ ...documentedInteger(min, max), description });
}

const quantity = integerFrom(0, quantityMax);
const quantityBounds = documentedInteger(0, quantityMax);
export const Quantity = described(quantity, 'The new stock count.', 12, quantityBounds);
export const SpecifiedQuantity = described(
  quantity,
  'The new stock count.',
  12,
  specifiedInteger(0, quantityMax),
);

const deltaDescription = 'What to add to the stock count; negative to take away.';
export const Delta = bodyInteger(-quantityMax, quantityMax, deltaDescription).openapi({
  example: -2,
});

export const Version = described(
  integerFrom(0, quantityMax, 'the number in the ETag of the item'),
  'The version that this row expects: the number in the ETag of the item; 0 if there must be none yet.',
  17,
  quantityBounds,
);

export const oneOf = <const Value extends string>(values: readonly Value[]) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

export const PetStatusSchema = oneOf(petStatuses).openapi('PetStatus', {
  description: 'Availability status of a pet.',
});

export const instantRule = 'a time as RFC 3339 has it, for example 2026-01-31T09:30:00Z';

/** A schema of a time in a request. The time is converted to milliseconds. */
export const Instant = (description: string, rule = `${instantRule} (write "+" as %2B)`) =>
  readAs((value) => parseInstant(String(value)), rule)
    .optional()
    .openapi({ type: 'string', format: 'date-time', description });

/**
 * The error messages for a JSON value that is not an object, and for an unknown field of an object.
 */
export const objectErrors = {
  error: ({ code }: { readonly code: string }) =>
    code === 'unrecognized_keys'
      ? 'is not allowed here: check its name and the fields beside it, or leave it out'
      : 'must be a JSON object',
};

/** A schema of a request body, or of a row in a body, that refuses unknown fields. */
export const bodyObject = <Shape extends z.ZodRawShape>(
  name: string,
  shape: Shape,
  metadata = {},
) => z.strictObject(shape, objectErrors).openapi(name, metadata);

/** A schema of a request body that must have at least one of its fields. */
export const bodyUpdate = <Shape extends z.ZodRawShape>(
  name: string,
  shape: Shape,
  error: string,
) =>
  bodyObject(name, shape, { minProperties: 1 }).refine((update) => Object.keys(update).length > 0, {
    error,
  });

export const bodyList = <Element extends z.ZodType>(element: Element, max: number, error: string) =>
  z.array(element, { error }).min(1, { error }).max(max, { error });

const noteRule = `must be a string of at most ${apiLimits.noteCharactersMax} characters, without NUL`;

function isNote(text: string): boolean {
  return (
    text.isWellFormed() && !text.includes('\0') && [...text].length <= apiLimits.noteCharactersMax
  );
}

/** Why stock changes, as a request says it. A response may have further reasons. */
export const ChangeReason = oneOf(reasons).openapi('ChangeReason', {
  description: 'Why the stock changed.',
});

/** The fields with which a caller may explain a change of stock. */
export const remarks = {
  reason: ChangeReason.optional(),
  note: z.string({ error: noteRule }).refine(isNote, { error: noteRule }).optional().openapi({
    maxLength: apiLimits.noteCharactersMax,
    pattern: '^[^\\u0000]*$',
    description: 'Anything worth remembering about the change.',
  }),
};

const noControl = '[^\\u0000-\\u001f\\u007f-\\u009f]';
const notOnlySpaces = `^${noControl}*${noControl.replace(']', '\\s]')}${noControl}*$`;

function detailSchema(field: keyof Details): z.ZodType {
  const rule = detailRules[field];
  const { description, example } = rule;
  if (rule.kind === 'quantity') {
    const schema = integerFrom(0, quantityMax, `${valueRule(rule)}, or null`).nullable();
    return described(schema, description, example, {
      ...quantityBounds,
      type: ['integer', 'null'],
    });
  }
  const { kind, charactersMax } = rule;
  const error = `must be ${valueRule(rule)}`;
  const text = z.string({ error }).refine((value) => isValidText(rule, value), { error });
  const bounds =
    kind === 'code'
      ? { pattern: `^[!-~]{1,${charactersMax}}$` }
      : { minLength: 1, maxLength: charactersMax, pattern: notOnlySpaces };
  return described(text, description, example, bounds).nullable();
}

export const details = mapDetails<{ [Field in keyof Details]: z.ZodType<Details[Field]> }>(
  // The compiler cannot see that the schema of a field has the type of this field.
  (field) => detailSchema(field) as z.ZodType<never>,
);

const barcodeError = `must be ${valueRule(barcodeRule)}`;
export const BarcodeQuery = z
  .string()
  .refine((text) => isValidText(barcodeRule, text), { error: barcodeError })
  .optional()
  .openapi({
    pattern: `^[!-~]{1,${barcodeRule.charactersMax}}$`,
    description:
      'Only the pet with this barcode. Codes that are the same GTIN are the same, however many zeros lead.',
  });

/**
 * The fields of a request that changes a pet's details. Null clears a detail. A detail left out is
 * unchanged.
 */
export const detailsUpdate = z.object(details).partial().shape;

/** A schema of a whole number in a query or a header. */
export function queryInteger(min: number, max: number, description: string) {
  const read = (value: unknown) => {
    const number =
      typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
    return number >= min && number <= max ? number : undefined;
  };
  return readAs(read, `a whole number from ${min} to ${max}`)
    .optional()
    .openapi({ ...documentedInteger(min, max), description });
}

export const queryBoolean = (description: string) =>
  readAs(
    (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
    'true or false',
  )
    .optional()
    .openapi({ type: 'boolean', description });

export const Limit = queryInteger(1, apiLimits.pageMax, 'How many to return at most.');

export const ReservationId = described(
  z.string().regex(reservationIdPattern, { error: `must have ${reservationIdRule}` }),
  'The id of a reservation: your own, e.g. the number of an order.',
  'order-1001',
);

const Name = z
  .string({ error: nameFault('') })
  .refine((text) => nameFault(text) === undefined, {
    error: ({ input }) => nameFault(String(input)),
  })
  .openapi({
    minLength: 1,
    maxLength: nameCharactersMax,
    pattern: namePattern.source,
    example: 'till-3',
  });
export const KeyName = Name.describe('The name of an API key.');
export const WebhookName = Name.openapi({
  description: 'The name of a webhook endpoint.',
  example: 'web-shop',
});
