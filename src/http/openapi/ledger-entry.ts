import { quantityMax } from '../../domain/item.ts';
import { reasons } from '../../domain/ledger-entry.ts';
import { PetStatusSchema } from './schemas.ts';
import { z } from './zod.ts';

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
