import { keyNamePattern, keyNameRule, scopes } from '../../domain/api-key.ts';
import { integerIn } from '../../domain/exact-json.ts';
import { asDelta, asPetId, asQuantity, parsePetId, petStatuses, quantityMax, quantityRule } from '../../domain/item.ts';
import { reasons } from '../../domain/ledger-entry.ts';
import { isPetName, petNameCharactersMax, petNameRule } from '../../domain/pet-name.ts';
import { limits } from '../../limits.ts';
import { errorCodes } from '../errors.ts';
import { z } from './zod.ts';

/** What requests and answers look like. Each schema both checks what comes in and describes it in the OpenAPI document. */

/** The mark of everything that the specification does not have, on the two operations that it does have. */
export const extensionMark = { 'x-extension': true } as const;

/** A value read by `read`; where it cannot be, the rule is the message. */
function readAs<T>(read: (value: unknown) => T | undefined, rule: string) {
  return z.unknown().transform((value, context): T => {
    const result = read(value);
    if (result !== undefined) return result;
    context.addIssue({ code: 'custom', message: `must be ${rule}`, input: value });
    return z.NEVER;
  });
}

const int64 = { type: 'integer', format: 'int64' } as const;
const quantityBounds = { minimum: 0, maximum: quantityMax };
/** An integer of the specification's own schemas, which leave its bounds open. */
const specifiedInteger = (minimum: number, maximum: number) =>
  ({ type: 'integer', 'x-bounds': { minimum, maximum, ...extensionMark } }) as const;

export const petIdRule = 'a 64-bit integer in plain decimal, without leading zeros or a plus sign';

export const PetIdParam = readAs((value) => parsePetId(String(value)), petIdRule).openapi({
  ...int64,
  param: { name: 'petId', in: 'path' },
  description: 'The ID of the pet.',
  example: 1 as never,
});

const quantity = readAs((value) => asQuantity(integerIn(value)), quantityRule);
const newQuantity = { description: 'The new stock count.', example: 12 as never };

export const Quantity = quantity.openapi({ type: 'integer', ...quantityBounds, ...newQuantity });

export const PetStatusSchema = z
  .enum(petStatuses, { error: `must be one of ${petStatuses.join(', ')}` })
  .openapi('PetStatus', { description: 'Availability status of a pet.' });

export const Delta = readAs(
  (value) => asDelta(integerIn(value)),
  `an integer from -${quantityMax} to ${quantityMax}`,
).openapi({
  ...int64,
  minimum: -quantityMax,
  maximum: quantityMax,
  description: 'What to add to the stock count; negative to take away.',
  example: -2 as never,
});

export const PetIdField = readAs((value) => asPetId(integerIn(value)), 'a 64-bit integer').openapi({
  ...int64,
  description: 'The ID of the pet.',
  example: 1 as never,
});

export const Version = readAs((value) => asQuantity(integerIn(value)), 'the number in the ETag of the item').openapi({
  ...int64,
  ...quantityBounds,
  description: 'The version that this row expects: the number in the ETag of the item; 0 if there must be none yet.',
  example: 17 as never,
});

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

/** The messages of an object in a body. */
export const jsonObject = {
  error: ({ code }: { readonly code: string }) =>
    code === 'unrecognized_keys'
      ? 'is not allowed here: check its name and the fields beside it, or leave it out'
      : 'must be a JSON object',
};

const noteRule = `must be a string of at most ${limits.noteCharactersMax} characters, without NUL`;

function isNote(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0') && [...text].length <= limits.noteCharactersMax;
}

/** Why stock changed, if the caller says so. */
export const remarks = {
  reason: z
    .enum(reasons, { error: `must be one of ${reasons.join(', ')}` })
    .optional()
    .openapi({ description: 'Why the stock changed.' }),
  note: z.string({ error: noteRule }).refine(isNote, { error: noteRule }).optional().openapi({
    maxLength: limits.noteCharactersMax,
    pattern: '^[^\\u0000]*$',
    description: 'Anything worth remembering about the change.',
  }),
};

const noControl = '[^\\u0000-\\u001f\\u007f-\\u009f]';

export const NameField = z
  .string({ error: `must be ${petNameRule}` })
  .refine(isPetName, { error: `must be ${petNameRule}` })
  .openapi({
    minLength: 1,
    maxLength: petNameCharactersMax,
    pattern: `^${noControl}*${noControl.replace(']', '\\s]')}${noControl}*$`,
    description: 'What people call the pet.',
    example: 'Neon tetra',
  });

export const PetNameSchema = z
  .object({
    petId: z.bigint().openapi({ ...int64, description: 'The pet.', example: 1 as never }),
    name: NameField,
  })
  .openapi('PetName');

export const InventoryUpdate = z
  .object(
    {
      quantity: quantity.openapi({ ...specifiedInteger(0, quantityMax), ...newQuantity }),
      reason: remarks.reason.openapi(extensionMark),
      note: remarks.note.openapi(extensionMark),
    },
    jsonObject,
  )
  .openapi('InventoryUpdate');

/** A whole number in a query or a header. */
function queryInteger(min: number, max: number, description: string) {
  const read = (value: unknown) => {
    const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
    return number >= min && number <= max ? number : undefined;
  };
  return readAs(read, `a whole number from ${min} to ${max}`)
    .optional()
    .openapi({ type: 'integer', minimum: min, maximum: max, description });
}

/** Where a page of the list begins. */
export const AfterPetId = readAs((value) => parsePetId(String(value)), petIdRule)
  .optional()
  .openapi({ ...int64, description: 'Only pets with a petId above this one.' });

export const Limit = queryInteger(1, limits.pageMax, 'How many to return at most.');
export const Sequence = queryInteger(1, quantityMax, 'Only entries before this sequence.');
export const SequenceOrZero = queryInteger(0, quantityMax, 'Only entries after this sequence.');
export const LastEventId = queryInteger(0, quantityMax, 'The id of the last event that was received.');
export const QuantityBound = (description: string) => queryInteger(0, quantityMax, description);

const instantRule = 'must be a time as RFC 3339 has it, for example 2026-01-31T09:30:00Z (write "+" as %2B)';

/** A point in time in a query, in milliseconds. RFC 3339 allows lower-case letters, too. */
export const Instant = (description: string) =>
  z
    .string()
    .toUpperCase()
    .pipe(z.iso.datetime({ offset: true, error: instantRule }))
    .transform((text) => Date.parse(text))
    .optional()
    .openapi({ type: 'string', format: 'date-time', description });

export const KeyName = z
  .string()
  .regex(keyNamePattern, { error: `must be the name of an API key: ${keyNameRule}` })
  .openapi({ description: 'The name of an API key.', example: 'till-3' });

/** Headers are text: these patterns describe what request/headers.ts accepts. */
const tag = '(W/)?"[!#-~\\u0080-\\u00ff]*"';
const keyCharactersMax = limits.idempotencyKeyCharactersMax;

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

export const idempotencyKeyHeader = {
  'Idempotency-Key': z
    .string()
    .optional()
    .openapi({
      minLength: 1,
      maxLength: keyCharactersMax + '""'.length,
      pattern: `^(?!""$)([ -~]{1,${keyCharactersMax}}|"[ -~]{1,${keyCharactersMax}}")$`,
      description:
        'Any text of your own. Repeating a request with the same key within 24 hours returns the first answer and changes nothing.',
    }),
};

export const writeHeaders = {
  'If-Match': z
    .string()
    .optional()
    .openapi({
      pattern: `^(\\*|[ \\t,]*${tag}[ \\t]*(,[ \\t]*(${tag}[ \\t]*)?)*)$`,
      description: 'Change only this version: the ETag of the item, or *. Weak tags never match.',
    }),
  ...idempotencyKeyHeader,
};

export const readHeaders = {
  'If-None-Match': z
    .string()
    .optional()
    .openapi({ description: 'The ETag of an earlier answer. While it holds, the answer is 304 and has no body.' }),
};

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
