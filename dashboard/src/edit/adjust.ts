import type { VersionedItem } from '../../../client/client.ts';
import { PawstockError } from '../../../client/error.ts';
import type { Adjustment } from '../../../client/inventory-types.ts';
import { isVersionMismatch } from '../app/api.ts';
import { requireSession } from '../session/session.ts';

const attemptsMax = 5;

/**
 * Adds to or removes from the current quantity: without a version it cannot conflict. A key can be set to require
 * a version with every write; its adjustments are sent with the latest one.
 */
export async function adjust(petId: bigint, adjustment: Adjustment, idempotencyKey?: string): Promise<VersionedItem> {
  const { client } = requireSession();
  let version: number | undefined;
  for (let attempt = 1; ; attempt++) {
    try {
      return await client.adjustInventory(petId, adjustment, { version, idempotencyKey });
    } catch (error) {
      const isRequired = error instanceof PawstockError && error.code === 'precondition_required';
      if (!(isRequired || isVersionMismatch(error)) || attempt === attemptsMax) throw error;
      version = (await client.getInventoryItem(petId)).version;
    }
  }
}
