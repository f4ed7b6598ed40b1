import { hasDetails, noDetails } from '@pawstock/shared/pet-details.ts';
import type { BatchRow } from 'pawstock-client/inventory-types.ts';
import { requireSession } from '../session/session.ts';
import { showDetails } from './details.ts';
import { applyWrite } from './store.ts';

type PetRow = Extract<BatchRow, { status: string }> & {
  readonly petId: bigint;
  readonly reason: string;
};

/**
 * Adds or replaces a pet and its details by a batch of one row, because a PUT request cannot store
 * a reason.
 */
export async function writePet(row: PetRow, idempotencyKey?: string): Promise<void> {
  const { client } = requireSession();
  await client.updateInventoryBatch([row], { idempotencyKey });
  const { name, barcode, lowAt } = row;
  if (hasDetails({ ...noDetails, ...row })) showDetails([[row.petId, { name, barcode, lowAt }]]);
  // The event stream reports this write, too, but reading the pet now shows its new values sooner.
  const written = await client.getInventoryItem(row.petId).catch(() => undefined);
  if (written !== undefined) applyWrite(written.item, written.version);
}
