import { itemJson, type PetId } from '../../domain/item.ts';
import { itemAfter } from '../../domain/ledger-entry.ts';
import type { Command } from '../../domain/write.ts';
import { limits } from '../../limits.ts';
import { HttpError } from '../errors.ts';
import { ErrorSchema, InventoryItem, jsonResponse, replayedHeader } from '../openapi/responses.ts';
import { extension, type Operation } from '../operation.ts';
import { requireScope } from '../request/auth.ts';
import { parseJson } from '../request/body.ts';
import type { Context } from '../request/context.ts';
import {
  Delta,
  details,
  jsonObject,
  PetIdField,
  PetStatusSchema,
  Quantity,
  remarks,
  Version,
} from '../request/fields.ts';
import { idempotencyKeyHeader } from '../request/idempotency.ts';
import { validateBody } from '../request/validation.ts';
import type { HttpResponse } from '../server/message.ts';
import { z } from '../zod.ts';
import { noneMatchRule, remarksOf, storeCommands } from './changes.ts';

const rowOptions = { version: Version.optional(), ...remarks };

const QuantityRow = z
  .strictObject({ petId: PetIdField, quantity: Quantity, ...rowOptions }, jsonObject)
  .openapi('InventoryQuantityRow', { description: 'Sets a quantity.' });

const DeltaRow = z
  .strictObject({ petId: PetIdField, delta: Delta, ...rowOptions }, jsonObject)
  .openapi('InventoryDeltaRow', { description: 'Changes a quantity by a difference.' });

const EntryRow = z
  .strictObject(
    { petId: PetIdField, quantity: Quantity, status: PetStatusSchema, ...details, ...rowOptions },
    jsonObject,
  )
  .openapi('InventoryEntryRow', {
    description:
      'Adds or replaces a pet, and sets the details that it names. Needs the scope admin. With version 0 it only adds.',
  });

const AnyRow = z
  .union([QuantityRow, DeltaRow, EntryRow])
  .openapi('InventoryBatchRow', {}, { unionPreferredType: 'oneOf' });

/** The fields tell which row is meant, so that a fault is one of that row. */
const BatchRow = z.unknown().transform((row, context): z.output<typeof AnyRow> => {
  const has = (field: string) => typeof row === 'object' && row !== null && Object.hasOwn(row, field);
  const withQuantity = has('status') ? EntryRow : QuantityRow;
  const result = (has('delta') && !has('quantity') ? DeltaRow : withQuantity).safeParse(row);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const mayBeDelta = withQuantity === QuantityRow && issue.path[0] === 'quantity';
    const params = mayBeDelta ? { params: { alternative: 'delta' } } : {};
    context.issues.push({ ...issue, ...params, input: row } as z.core.$ZodRawIssue);
  }
  return z.NEVER;
});

const rowsRule = `must be a JSON array of 1 to ${limits.batchRowsMax} rows`;

const rowsOf = <Row extends z.ZodType>(row: Row) =>
  z.array(row, { error: rowsRule }).min(1, { error: rowsRule }).max(limits.batchRowsMax, { error: rowsRule });

const Batch = rowsOf(BatchRow);

export const updateInventoryBatch: Operation = {
  ...extension,
  operationId: 'updateInventoryBatch',
  method: 'patch',
  path: '/inventory',
  scope: 'write',
  summary: 'Update many stock levels',
  description:
    'Changes up to 1,000 pets: all of them, or none. Each row sets a quantity, changes it by a difference, or adds or replaces the pet. A refusal names the row at fault.',
  headers: idempotencyKeyHeader,
  body: rowsOf(AnyRow).openapi('InventoryBatch'),
  responses: {
    200: jsonResponse(z.array(InventoryItem), 'The updated stock levels, in the order of the rows.', replayedHeader),
    412: jsonResponse(ErrorSchema, 'The pet of a row is not at the version that the row expects.'),
  },
  errors: [404, 409, 428],
  bodyBytesMax: limits.batchBodyBytesMax,
  beforeBody: ({ app }) => app.batchAdmission.requireRoom(),
  handle: (context, body) => context.app.batchAdmission.run(() => storeBatch(context, parseJson(body))),
};

async function storeBatch(context: Context, body: unknown): Promise<HttpResponse> {
  if (context.header('if-match') !== undefined) {
    throw new HttpError('invalid_header', 'If-Match has no meaning for a batch. Give each row its "version" instead.');
  }
  if (context.header('if-none-match') !== undefined) throw new HttpError('invalid_header', noneMatchRule);
  const rows = validateBody(Batch, body);
  checkUnique(rows);
  const firstRowWithStatus = rows.findIndex((row) => 'status' in row);
  if (firstRowWithStatus !== -1) requireScope(context.key, 'admin', `Row ${firstRowWithStatus + 1}: setting a status`);
  const { entries } = await storeCommands(context, rows.map(commandOf), { batch: true });
  const items = entries.map(itemAfter).filter((item) => item !== undefined);
  return context.json(200, `[${items.map(itemJson).join(',')}]`);
}

/** In the order of earlier releases, whose idempotency records hold a digest of these fields. */
function commandOf(row: z.output<typeof AnyRow>): Command {
  const { petId, version } = row;
  const rest = { expected: version === undefined ? null : [version], ...remarksOf(row) };
  if ('delta' in row) return { kind: 'adjust', petId, delta: row.delta, ...rest };
  if ('status' in row) {
    const { quantity, status, name, barcode, lowAt } = row;
    return { kind: 'put', petId, quantity, status, name, barcode, lowAt, ...rest };
  }
  return { kind: 'set', petId, quantity: row.quantity, ...rest };
}

export function checkUnique(rows: readonly { petId: PetId }[]): void {
  const rowOf = new Map<PetId, number>();
  for (const [index, { petId }] of rows.entries()) {
    const earlier = rowOf.get(petId);
    if (earlier !== undefined) {
      throw new HttpError('invalid_value', `Row ${index + 1}: pet ${petId} is in row ${earlier + 1} already.`);
    }
    rowOf.set(petId, index);
  }
}
