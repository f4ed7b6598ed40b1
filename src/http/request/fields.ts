import { integerIn } from '../../domain/exact-json.ts';
import {
  asDelta,
  asPetId,
  asQuantity,
  parsePetId,
  petIdRule,
  petStatuses,
  quantityMax,
  quantityRule,
} from '../../domain/item.ts';
import { reasons } from '../../domain/ledger-entry.ts';
import { nameCharactersMax, nameFault, namePattern } from '../../domain/name.ts';
import {
  type DetailField,
  type DetailRule,
  type Details,
  detailRules,
  isValidText,
  mapDetails,
  valueRule,
} from '../../domain/pet-details.ts';
import { reservationIdPattern, reservationIdRule } from '../../domain/reservation.ts';
import { limits } from '../../limits.ts';
import { documentedInteger, specifiedInteger } from '../operation.ts';
import { z } from '../zod.ts';

/** What requests may contain. Each schema checks a value and describes it in the OpenAPI document. */

/** A value read by `read`; where it cannot be, the rule is the message. */
function readAs<T>(read: (value: unknown) => T | undefined, rule: string) {
  return z.unknown().transform((value, context): T => {
    const result = read(value);
    if (result !== undefined) return result;
    context.addIssue({ code: 'custom', message: `must be ${rule}`, input: value });
    return z.NEVER;
  });
}

export const int64 = { type: 'integer', format: 'int64' } as const;
const quantityBounds = documentedInteger(0, quantityMax);

const PetIdParam = readAs((value) => parsePetId(String(value)), petIdRule).openapi({
  ...int64,
  param: { name: 'petId', in: 'path' },
  description: 'The ID of the pet.',
  example: 1 as never,
});

const quantity = readAs((value) => asQuantity(integerIn(value)), quantityRule);
const newQuantity = { description: 'The new stock count.', example: 12 as never };

export const Quantity = quantity.openapi({ ...quantityBounds, ...newQuantity });
export const SpecifiedQuantity = quantity.openapi({ ...specifiedInteger(0, quantityMax), ...newQuantity });

export const PetStatusSchema = z
  .enum(petStatuses, { error: `must be one of ${petStatuses.join(', ')}` })
  .openapi('PetStatus', { description: 'Availability status of a pet.' });

export const Delta = readAs(
  (value) => asDelta(integerIn(value)),
  `an integer from -${quantityMax} to ${quantityMax}`,
).openapi({
  ...documentedInteger(-quantityMax, quantityMax),
  description: 'What to add to the stock count; negative to take away.',
  example: -2 as never,
});

export const PetIdField = readAs((value) => asPetId(integerIn(value)), 'a 64-bit integer').openapi({
  ...int64,
  description: 'The ID of the pet.',
  example: 1 as never,
});

export const Version = readAs((value) => asQuantity(integerIn(value)), 'the number in the ETag of the item').openapi({
  ...quantityBounds,
  description: 'The version that this row expects: the number in the ETag of the item; 0 if there must be none yet.',
  example: 17 as never,
});

/** The messages of an object in a body. */
export const jsonObject = {
  error: ({ code }: { readonly code: string }) =>
    code === 'unrecognized_keys'
      ? 'is not allowed here: check its name and the fields beside it, or leave it out'
      : 'must be a JSON object',
};

/** A body, or a row of one, that has these fields alone. */
export const bodyObject = <Shape extends z.ZodRawShape>(name: string, shape: Shape, metadata = {}) =>
  z.strictObject(shape, jsonObject).openapi(name, metadata);

const noteRule = `must be a string of at most ${limits.noteCharactersMax} characters, without NUL`;

function isNote(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0') && [...text].length <= limits.noteCharactersMax;
}

/** Why stock changed, if the caller says so. */
export const remarks = {
  reason: z
    .enum(reasons, { error: `must be one of ${reasons.join(', ')}` })
    .optional()
    .describe('Why the stock changed.'),
  note: z.string({ error: noteRule }).refine(isNote, { error: noteRule }).optional().openapi({
    maxLength: limits.noteCharactersMax,
    pattern: '^[^\\u0000]*$',
    description: 'Anything worth remembering about the change.',
  }),
};

const noControl = '[^\\u0000-\\u001f\\u007f-\\u009f]';

function detailSchema(rule: DetailRule): z.ZodType {
  const { description, example } = rule;
  if (rule.kind === 'quantity') {
    const read = (value: unknown) => (value === null ? null : asQuantity(integerIn(value)));
    const documented = { ...quantityBounds, type: ['integer' as const, 'null' as const], description };
    return readAs(read, `${valueRule(rule)}, or null`).openapi({ ...documented, example: example as never });
  }
  const { kind, charactersMax } = rule;
  const error = `must be ${valueRule(rule)}`;
  const bounds =
    kind === 'code'
      ? { pattern: `^[!-~]{1,${charactersMax}}$` }
      : {
          minLength: 1,
          maxLength: charactersMax,
          pattern: `^${noControl}*${noControl.replace(']', '\\s]')}${noControl}*$`,
        };
  return z
    .string({ error })
    .refine((text) => isValidText(rule, text), { error })
    .openapi({ ...bounds, description, example: rule.example })
    .nullable();
}

/** The details of a pet. */
export const details = mapDetails<{ [Field in DetailField]: z.ZodType<Details[Field]> }>(
  (field) => detailSchema(detailRules[field]) as z.ZodType<never>,
);

/** Changes of details: null clears a field, and a field that is left out stays. */
export const detailsUpdate = mapDetails<{ [Field in DetailField]: z.ZodOptional<z.ZodType<Details[Field]>> }>(
  (field) => details[field].optional() as z.ZodOptional<z.ZodType<never>>,
);

/** A whole number in a query or a header. */
export function queryInteger(min: number, max: number, description: string) {
  const read = (value: unknown) => {
    const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
    return number >= min && number <= max ? number : undefined;
  };
  return readAs(read, `a whole number from ${min} to ${max}`)
    .optional()
    .openapi({ ...documentedInteger(min, max), description });
}

export const queryBoolean = (description: string) =>
  readAs((value) => (value === 'true' ? true : value === 'false' ? false : undefined), 'true or false')
    .optional()
    .openapi({ type: 'boolean', description });

/** Where a page of the list begins. */
export const AfterPetId = readAs((value) => parsePetId(String(value)), petIdRule)
  .optional()
  .openapi({ ...int64, description: 'Only pets with a petId above this one.' });

/** A whole number in a body, judged as a quantity is. */
export function bodyInteger(min: number, max: number, description: string) {
  const read = (value: unknown) => {
    const number = asQuantity(integerIn(value));
    return number !== undefined && number >= min && number <= max ? number : undefined;
  };
  return readAs(read, `an integer from ${min} to ${max}`).openapi({ ...documentedInteger(min, max), description });
}

export const ReservationId = z
  .string()
  .regex(reservationIdPattern, { error: `must have ${reservationIdRule}` })
  .openapi({ description: 'The id of a reservation: your own, e.g. the number of an order.', example: 'order-1001' });

export const Limit = queryInteger(1, limits.pageMax, 'How many to return at most.');
const Name = z
  .string({ error: nameFault('') })
  .refine((text) => nameFault(text) === undefined, { error: ({ input }) => nameFault(String(input)) })
  .openapi({ minLength: 1, maxLength: nameCharactersMax, pattern: namePattern.source, example: 'till-3' });
export const KeyName = Name.describe('The name of an API key.');
export const WebhookName = Name.openapi({ description: 'The name of a webhook endpoint.', example: 'web-shop' });

/** What a placeholder in a path may stand for, by the part of the path before it. */
const pathParams = { inventory: PetIdParam, reservations: ReservationId, keys: KeyName, webhooks: WebhookName };

export function placeholderIn(path: string) {
  const [, resource, name = ''] = /(\w+)\/\{(\w+)\}/.exec(path) ?? [];
  return resource === undefined ? undefined : { name, schema: pathParams[resource as keyof typeof pathParams] };
}
