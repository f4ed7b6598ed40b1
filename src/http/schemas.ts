import { z } from '@hono/zod-openapi';
import { errorCodes } from '../domain/errors.ts';
import { integerIn } from '../domain/exact-json.ts';
import { asDelta, asQuantity, petStatuses, quantityMax, quantityRule } from '../domain/item.ts';
import { reasons } from '../domain/ledger-entry.ts';
import { asPetId, parsePetId } from '../domain/pet-id.ts';
import { limits } from '../limits.ts';

/** What requests and answers look like. Each schema both checks what comes in and describes it in the OpenAPI document. */

/** A value read by `read`; where it cannot be, the rule is the message. */
export function readAs<T>(read: (value: unknown) => T | undefined, rule: string) {
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
  example: 42 as never,
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
  example: 42 as never,
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
      .openapi({ ...int64, description: 'Identifier of the animal that this entry tracks.', example: 42 as never }),
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

export const ErrorSchema = z
  .object({
    code: z.enum(errorCodes).openapi({ description: 'Machine-readable error code.', example: 'pet_not_found' }),
    message: z
      .string()
      .openapi({ description: 'Human-readable description.', example: 'There is no pet 42 in the inventory.' }),
    status: z
      .number()
      .openapi({ type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status code.', example: 404 }),
  })
  .openapi('Error');
