import type { Difference } from '@pawstock/shared/import/differences.ts';
import type { Reason } from '@pawstock/shared/ledger-entry.ts';
import { limits } from '@pawstock/shared/limits.ts';
import { detailFields, mapDetails } from '@pawstock/shared/pet-details.ts';
import type { BatchRow, DetailsUpdate } from 'pawstock-client/inventory-types.ts';

export function hasDetailChange({ details }: Difference): boolean {
  return Object.keys(details).length > 0;
}

/** Whether a row of an import changes only details, and neither quantity nor status. */
export function isDescription({ before, after }: Difference): boolean {
  return before?.quantity === after.quantity && before.status === after.status;
}

/** Whether a row of an import adds a pet, or changes more than its quantity. */
export function needsAdmin(row: Difference): boolean {
  return row.before?.status !== row.after.status || hasDetailChange(row);
}

export function detailsUpdateOf({ details }: Difference): DetailsUpdate {
  return mapDetails<DetailsUpdate>((field) => details[field]?.after);
}

export function batchRowOf(
  row: Difference,
  version: number | undefined,
  remarks: { readonly reason: Reason; readonly note: string },
): BatchRow {
  const { petId, after } = row;
  if (!needsAdmin(row)) return { petId, quantity: after.quantity, version, ...remarks };
  return { petId, ...after, version, ...remarks, ...detailsUpdateOf(row) };
}

const otherBytesPerRow = 600;

/**
 * Splits the rows of an import into batches. Each is small enough for one request to the service.
 */
export function batchesOf(changes: readonly Difference[]): Difference[][] {
  const batches: Difference[][] = [];
  let bytes = 0;
  for (const row of changes) {
    // The estimated size of a row is an upper bound: JSON needs at most six bytes for each UTF-16
    // unit of a text.
    const texts = detailFields.map((field) => String(row.details[field]?.after ?? ''));
    const rowBytes = otherBytesPerRow + 6 * texts.join('').length;
    bytes += rowBytes;
    const batch = batches.at(-1);
    if (
      batch !== undefined &&
      batch.length < limits.batchRowsMax &&
      bytes <= limits.batchBodyBytesMax
    )
      batch.push(row);
    else {
      batches.push([row]);
      bytes = rowBytes;
    }
  }
  return batches;
}
