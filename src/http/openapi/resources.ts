import { scopes } from '../../domain/api-key.ts';
import { quantityMax } from '../../domain/item.ts';
import { reasons } from '../../domain/ledger-entry.ts';
import { errorCodes } from '../errors.ts';
import { extensionMark, specifiedInteger } from '../operation.ts';
import { details, int64, KeyName, PetStatusSchema } from '../request/fields.ts';
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
