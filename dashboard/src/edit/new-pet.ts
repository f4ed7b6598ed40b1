import { PawstockError } from '../../../client/error.ts';
import type { PetStatus } from '../../../client/inventory-types.ts';
import { asQuantity } from '../../../src/domain/item.ts';
import { parsePetId } from '../../../src/domain/pet-id.ts';
import { access } from '../session/access.ts';
import { applyWrite, stock } from '../stock/shop.ts';

/** As it is typed. */
export type NewPet = { readonly petId: string; readonly quantity: string; readonly status: PetStatus };

type Checked = { readonly petId: bigint; readonly quantity: number; readonly status: PetStatus };

type Faults = { readonly petId?: string; readonly quantity?: string };

/** What is wrong with what was typed so far. */
export function faultsOf({ petId, quantity }: NewPet): Faults {
  const id = parsePetId(petId);
  return {
    ...(petId !== '' && id === undefined && { petId: 'A whole number, without leading zeros.' }),
    ...(id !== undefined && stock.get(id) !== undefined && { petId: `Pet ${id} is there already.` }),
    ...(quantity !== '' && quantityIn(quantity) === undefined && { quantity: 'A whole number, zero or more.' }),
  };
}

/** Undefined until all of it makes sense. */
export function checked(pet: NewPet): Checked | undefined {
  const petId = parsePetId(pet.petId);
  const quantity = quantityIn(pet.quantity);
  if (petId === undefined || quantity === undefined || Object.keys(faultsOf(pet)).length > 0) return undefined;
  return { petId, quantity, status: pet.status };
}

/** A pet that somebody else has just added is not replaced. */
export async function addPet({ petId, quantity, status }: Checked): Promise<void> {
  const { client } = access();
  const known = await client.getInventoryItem(petId).catch((error: unknown) => {
    if (error instanceof PawstockError && error.code === 'pet_not_found') return undefined;
    throw error;
  });
  if (known !== undefined) throw new Error('somebody else has just added it.');
  const { item, version } = await client.putInventoryItem(petId, { quantity, status });
  applyWrite(item, version);
}

function quantityIn(text: string): number | undefined {
  return /^\d{1,16}$/.test(text) ? asQuantity(BigInt(text)) : undefined;
}
