import type { PawstockClient } from '../../../client/client.ts';
import type { PetStatus } from '../../../client/inventory-types.ts';
import { access } from '../session/access.ts';
import { notify } from '../shell/notices.ts';
import { applyWrite } from '../stock/shop.ts';
import { isVersionMismatch } from './conflict.ts';
import { failureOf } from './failure.ts';

const roundsMax = 5;

export async function changeStatus(petId: bigint, status: PetStatus): Promise<void> {
  try {
    const former = await putStatus(access().client, petId, status);
    notify({
      tone: 'good',
      text: `Pet ${petId}: ${former} → ${status}`,
      action: { label: 'Undo', run: () => void changeStatus(petId, former) },
    });
  } catch (error) {
    notify({ tone: 'bad', text: failureOf(error) });
  }
}

/** A status says nothing about the quantity: whatever others make of that meanwhile is kept. Returns the former one. */
async function putStatus(client: PawstockClient, petId: bigint, status: PetStatus): Promise<PetStatus> {
  for (let round = 1; ; round++) {
    const { item, version } = await client.getInventoryItem(petId);
    try {
      const written = await client.putInventoryItem(petId, { quantity: item.quantity, status }, { version });
      applyWrite(written.item, written.version);
      return item.status;
    } catch (error) {
      if (!isVersionMismatch(error) || round === roundsMax) throw error;
    }
  }
}
