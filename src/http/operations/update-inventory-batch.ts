import { DomainError } from '../../domain/errors.ts';
import { itemJson } from '../../domain/item.ts';
import { itemAfter } from '../../domain/ledger-entry.ts';
import type { PetId } from '../../domain/pet-id.ts';
import { limits } from '../../limits.ts';
import { readJson } from '../body.ts';
import type { Call } from '../call.ts';
import type { Answer } from '../exchange.ts';
import type { Operation } from '../operation.ts';
import { errorResponses, jsonResponse } from '../responses.ts';
import { IdempotencyKeyHeader, InventoryItem, jsonObject, PetIdField, Quantity, remarks, Version } from '../schemas.ts';
import { validateBody } from '../validate.ts';
import { remarksOf, store } from '../write.ts';
import { z } from '../zod.ts';

const BatchRow = z
  .object({ petId: PetIdField, quantity: Quantity, version: Version.optional(), ...remarks }, jsonObject)
  .openapi('InventoryBatchRow');

const rowsRule = `must be a JSON array of 1 to ${limits.batchRowsMax} rows`;

const Batch = z
  .array(BatchRow, { error: rowsRule })
  .min(1, { error: rowsRule })
  .max(limits.batchRowsMax, { error: rowsRule })
  .openapi('InventoryBatch');

export const updateInventoryBatch: Operation = {
  operationId: 'updateInventoryBatch',
  method: 'patch',
  path: '/inventory',
  tag: 'extensions',
  stability: 'beta',
  scope: 'write',
  summary: 'Update many stock levels',
  description: 'Sets the quantities of up to 1,000 pets: all of them, or none. A refusal names the row at fault.',
  request: {
    headers: z.object({ 'Idempotency-Key': IdempotencyKeyHeader }),
    body: { required: true, content: { 'application/json': { schema: Batch } } },
  },
  responses: {
    200: jsonResponse(z.array(InventoryItem), 'The updated stock levels, in the order of the rows.'),
    400: errorResponses.malformed,
    401: errorResponses[401],
    404: errorResponses[404],
    412: errorResponses.rowOutdated,
    default: errorResponses.default,
  },
  handle: updateBatch,
};

async function updateBatch(call: Call): Promise<Answer> {
  const body = await readJson(call, limits.batchBodyBytesMax);
  if (call.header('if-match') !== undefined) {
    throw new DomainError(
      'invalid_header',
      'If-Match has no meaning for a batch. Give each row its "version" instead.',
    );
  }
  const rows = validateBody(Batch, body);
  refuseTwice(rows);
  const commands = rows.map((row) => ({
    kind: 'set' as const,
    petId: row.petId,
    quantity: row.quantity,
    expected: row.version === undefined ? null : [row.version],
    ...remarksOf(row),
  }));
  const entries = await store(call, commands, { batch: true });
  const items = entries.map(itemAfter).filter((item) => item !== undefined);
  return call.json(200, `[${items.map(itemJson).join(',')}]`);
}

function refuseTwice(rows: readonly { petId: PetId }[]): void {
  const rowOf = new Map<PetId, number>();
  for (const [index, { petId }] of rows.entries()) {
    const earlier = rowOf.get(petId);
    if (earlier !== undefined) {
      throw new DomainError('invalid_value', `Row ${index + 1}: pet ${petId} is in row ${earlier + 1} already.`);
    }
    rowOf.set(petId, index);
  }
}
