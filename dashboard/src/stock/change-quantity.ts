import type { VersionedItem, WriteOptions } from 'pawstock-client/client.ts';
import type { Adjustment, QuantityUpdate } from 'pawstock-client/inventory-types.ts';
import { repeatIfRefused } from '../api/writes.ts';
import { requireSession } from '../session/session.ts';

/**
 * Sets a pet's quantity, or adds or removes units. Adding and removing cannot conflict with other
 * changes, so the pet's version is not sent. If the API key requires one, the request is repeated
 * with the pet's latest version.
 */
export function changeQuantity(
  petId: bigint,
  change: QuantityUpdate | Adjustment,
  options: WriteOptions,
): Promise<VersionedItem> {
  const { client } = requireSession();
  if ('quantity' in change) return client.updateInventory(petId, change, options);
  if (options.version !== undefined) return client.adjustInventory(petId, change, options);
  return repeatIfRefused(async (refusal) => {
    const version =
      refusal === undefined ? undefined : (await client.getInventoryItem(petId)).version;
    return client.adjustInventory(petId, change, { ...options, version });
  });
}
