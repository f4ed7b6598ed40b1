import { errorCodes } from '../domain/errors.ts';
import { integerIn } from '../domain/exact-json.ts';
import { asDelta, asQuantity, petStatuses, quantityMax, quantityRule } from '../domain/item.ts';
import { reasons } from '../domain/ledger-entry.ts';
import { asPetId, parsePetId } from '../domain/pet-id.ts';
import { limits } from '../limits.ts';
import { z } from './zod.ts';

/** What requests and answers look like. Each schema both checks what comes in and describes it in the OpenAPI document. */

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
const quantityInteger = { type: 'integer', minimum: 0, maximum: quantityMax } as const;

export const petIdRule = 'a 64-bit integer in plain decimal, without leading zeros or a plus sign';

export const PetIdParam = readAs((value) => parsePetId(String(value)), petIdRule).openapi({
  ...int64,
  param: { name: 'petId', in: 'path' },
  description: 'The ID of the pet.',
  example: 1 as never,
});

export const Quantity = readAs((value) => asQuantity(integerIn(value)), quantityRule).openapi({
  ...quantityInteger,
  description: 'The new stock count.',
  example: 12 as never,
});

export const PetStatusSchema = z
  .enum(petStatuses, { error: `must be one of ${petStatuses.join(', ')}` })
  .openapi('PetStatus', { description: 'Availability status of a pet.' });

export const Delta = readAs(
  (value) => asDelta(integerIn(value)),
  `an integer from -${quantityMax} to ${quantityMax}`,
).openapi({
  type: 'integer',
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
  ...quantityInteger,
  description: 'The version that this row expects: the number in the ETag of the item.',
  example: 17 as never,
});

export const InventoryItem = z
  .object({
    petId: z
      .bigint()
      .openapi({ ...int64, description: 'Identifier of the animal that this entry tracks.', example: 1 as never }),
    quantity: z.number().openapi({ ...quantityInteger, description: 'Current stock count.', example: 12 }),
    status: PetStatusSchema,
  })
  .openapi('InventoryItem');

export const jsonObject = { error: 'must be a JSON object' };

export const InventoryUpdate = z.object({ quantity: Quantity }, jsonObject).openapi('InventoryUpdate');

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
  note: z
    .string({ error: noteRule })
    .refine(isNote, { error: noteRule })
    .optional()
    .openapi({ maxLength: limits.noteCharactersMax, description: 'Anything worth remembering about the change.' }),
};

const digits = (value: unknown, max: number, min: number): number | undefined => {
  if (typeof value !== 'string' || !/^\d{1,16}$/.test(value)) return undefined;
  return Number(value) >= min && Number(value) <= max ? Number(value) : undefined;
};

/** A whole number in a query. */
function queryInteger(min: number, max: number, description: string) {
  return readAs((value) => digits(value, max, min), `a whole number from ${min} to ${max}`)
    .optional()
    .openapi({ type: 'integer', minimum: min, maximum: max, description });
}

/** Where a page of the list begins. */
export const AfterPetId = readAs((value) => parsePetId(String(value)), petIdRule).optional();

export const Limit = queryInteger(1, limits.pageMax, 'How many to return at most.');
export const Sequence = queryInteger(1, quantityMax, 'Only entries before this sequence.');
export const SequenceOrZero = queryInteger(0, quantityMax, 'Only entries after this sequence.');
export const LastEventId = queryInteger(0, quantityMax, 'The id of the last event that was received.');
export const QuantityBound = (description: string) => queryInteger(0, quantityMax, description);

export const IdempotencyKeyHeader = z.string().optional().openapi({
  minLength: 1,
  maxLength: limits.idempotencyKeyCharactersMax,
  description:
    'Any text of your own. Repeating a request with the same key within 24 hours returns the first answer and changes nothing.',
});

export const writeHeaders = z.object({
  'If-Match': z.string().optional().openapi({ description: 'Change only this version: the ETag of the item, or *.' }),
  'Idempotency-Key': IdempotencyKeyHeader,
});

export const ErrorSchema = z
  .object({
    code: z.enum(errorCodes).openapi({ description: 'Machine-readable error code.', example: 'pet_not_found' }),
    message: z
      .string()
      .openapi({ description: 'Human-readable description.', example: 'There is no pet 1 in the inventory.' }),
    status: z
      .number()
      .openapi({ type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status code.', example: 404 }),
  })
  .openapi('Error');
