import { apiLimits } from '../../api-limits.ts';
import type { StockCommand } from '../../domain/write.ts';
import { HttpError } from '../errors.ts';
import { ErrorSchema, InventoryItem, jsonResponse, ledgerSeqHeader } from '../openapi/responses.ts';
import { extension, operation } from '../operation.ts';
import { requireScope } from '../request/auth.ts';
import {
  bodyList,
  bodyObject,
  Delta,
  detailsUpdate,
  PetIdField,
  PetStatusSchema,
  Quantity,
  remarks,
  Version,
} from '../request/fields.ts';
import { idempotencyKeyHeader } from '../request/idempotency-key.ts';
import { z } from '../zod.ts';
import { checkUnique, expectedVersion, itemsResponse, storeWrite } from './changes.ts';

const rowOptions = { version: Version.optional(), ...remarks };

const row = <Shape extends z.ZodRawShape>(name: string, shape: Shape, description: string) =>
  bodyObject(name, { petId: PetIdField, ...shape, ...rowOptions }, { description });

const QuantityRow = row('InventoryQuantityRow', { quantity: Quantity }, 'Sets a quantity.');
const DeltaRow = row('InventoryDeltaRow', { delta: Delta }, 'Changes a quantity by a difference.');
const EntryRow = row(
  'InventoryEntryRow',
  { quantity: Quantity, status: PetStatusSchema, ...detailsUpdate },
  'Adds or replaces a pet, and sets the details that it names. Needs the scope admin. With version 0 it only adds.',
);

const AnyRow = z
  .union([QuantityRow, DeltaRow, EntryRow])
  .openapi('InventoryBatchRow', {}, { unionPreferredType: 'oneOf' });

/**
 * Chooses the schema of a batch row by the fields that the row has, so that error messages fit this
 * kind of row.
 */
const BatchRow = z.unknown().transform((row, context): z.output<typeof AnyRow> => {
  const has = (field: string) =>
    typeof row === 'object' && row !== null && Object.hasOwn(row, field);
  const withQuantity = has('status') ? EntryRow : QuantityRow;
  const result = (has('delta') && !has('quantity') ? DeltaRow : withQuantity).safeParse(row, {
    reportInput: true,
  });
  if (result.success) return result.data;
  // Zod types the issues of a finished check and those of one under way apart, but takes both.
  context.issues.push(...(result.error.issues as z.core.$ZodRawIssue[]));
  return z.NEVER;
});

const rowsRule = `must be a JSON array of 1 to ${apiLimits.batchRowsMax} rows`;

export const updateInventoryBatch = operation({
  ...extension,
  operationId: 'updateInventoryBatch',
  method: 'PATCH',
  path: '/inventory',
  scope: 'write',
  summary: 'Update many stock levels',
  description:
    'Changes up to 1,000 pets: all of them, or none. Each row sets a quantity, changes it by a difference, or adds or replaces the pet. A refusal names the row at fault.',
  headers: idempotencyKeyHeader,
  body: bodyList(BatchRow, apiLimits.batchRowsMax, rowsRule),
  documentedBody: bodyList(AnyRow, apiLimits.batchRowsMax, rowsRule).openapi('InventoryBatch'),
  responses: {
    200: jsonResponse(
      z.array(InventoryItem),
      'The updated stock levels, in the order of the rows.',
      ledgerSeqHeader,
    ),
    412: jsonResponse(ErrorSchema, 'The pet of a row is not at the version that the row expects.'),
  },
  errors: [404, 409, 428],
  isBatch: true,
  async handle(context, { body: rows }) {
    if (expectedVersion(context) !== null) {
      throw new HttpError(
        'invalid_header',
        'If-Match is not for a batch. Give each row its "version" instead.',
      );
    }
    checkUnique(rows);
    const firstWithStatus = rows.findIndex((row) => 'status' in row);
    if (firstWithStatus !== -1)
      requireScope(context.key, 'admin', `Row ${firstWithStatus + 1}: setting a status`);
    const commands = rows.map(commandOf);
    const { entries } = await storeWrite(context, { kind: 'batch', commands });
    return itemsResponse(context, entries);
  },
});

function commandOf({ version, ...row }: z.output<typeof AnyRow>): StockCommand {
  const expected = version === undefined ? null : [version];
  if ('delta' in row) return { kind: 'adjust', ...row, expected };
  return 'status' in row ? { kind: 'put', ...row, expected } : { kind: 'set', ...row, expected };
}
