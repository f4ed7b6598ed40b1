import type { PetStatus } from '../../../client/inventory-types.ts';
import { asQuantity } from '../../../src/domain/item.ts';
import { parsePetId } from '../../../src/domain/pet-id.ts';
import { describeError, ignoreNotFound, isVersionMismatch } from '../app/api.ts';
import { notify } from '../app/toasts.tsx';
import { titleOf } from '../names/names.ts';
import { requireSession } from '../session/session.ts';
import { applyWrite, stock } from '../stock/store.ts';

/** The changes that need an admin key: adding, removing and re-labelling pets. */

/** The form for a new pet, as typed. */
export type NewPetForm = { readonly petId: string; readonly quantity: string; readonly status: PetStatus };

type NewPet = { readonly petId: bigint; readonly quantity: number; readonly status: PetStatus };

/** What is wrong with each field; empty fields are not complained about yet. */
export function newPetErrors({ petId, quantity }: NewPetForm): { readonly petId?: string; readonly quantity?: string } {
  const id = parsePetId(petId);
  return {
    ...(petId !== '' && id === undefined && { petId: 'Enter a whole number without leading zeros.' }),
    ...(id !== undefined && stock.get(id) !== undefined && { petId: `Pet ${id} already exists.` }),
    ...(quantity !== '' && parseQuantity(quantity) === undefined && { quantity: 'Enter a whole number, 0 or more.' }),
  };
}

/** Returns undefined until the form is complete and correct. */
export function parseNewPet(form: NewPetForm): NewPet | undefined {
  const petId = parsePetId(form.petId);
  const quantity = parseQuantity(form.quantity);
  if (petId === undefined || quantity === undefined || Object.keys(newPetErrors(form)).length > 0) return undefined;
  return { petId, quantity, status: form.status };
}

/** Refuses to replace a pet that another user has just added. */
export async function addPet({ petId, quantity, status }: NewPet): Promise<void> {
  const { client } = requireSession();
  const existing = await client.getInventoryItem(petId).catch(ignoreNotFound);
  if (existing !== undefined) throw new Error('another user has just added it.');
  const { item, version } = await client.putInventoryItem(petId, { quantity, status });
  applyWrite(item, version);
}

/** Removes a pet only if its quantity is still the one that the user was asked about. */
export async function removePet(petId: bigint, shownQuantity: number): Promise<void> {
  const { client } = requireSession();
  const { item, version } = await client.getInventoryItem(petId);
  const changed = new Error('it has just been changed. Check it again.');
  if (item.quantity !== shownQuantity) throw changed;
  await client.deleteInventoryItem(petId, { version }).catch((error: unknown) => {
    throw isVersionMismatch(error) ? changed : error;
  });
}

const attemptsMax = 5;

export async function changeStatus(petId: bigint, status: PetStatus): Promise<void> {
  try {
    const previous = await putStatus(petId, status);
    notify({
      tone: 'success',
      text: `${titleOf(petId)}: ${previous} → ${status}`,
      action: { label: 'Undo', run: () => void changeStatus(petId, previous) },
    });
  } catch (error) {
    notify({ tone: 'error', text: describeError(error) });
  }
}

/** Keeps the quantity, even if another user changes it at the same time. Returns the previous status. */
async function putStatus(petId: bigint, status: PetStatus): Promise<PetStatus> {
  const { client } = requireSession();
  for (let attempt = 1; ; attempt++) {
    const { item, version } = await client.getInventoryItem(petId);
    try {
      const written = await client.putInventoryItem(petId, { quantity: item.quantity, status }, { version });
      applyWrite(written.item, written.version);
      return item.status;
    } catch (error) {
      if (!isVersionMismatch(error) || attempt === attemptsMax) throw error;
    }
  }
}

function parseQuantity(text: string): number | undefined {
  return /^\d{1,16}$/.test(text) ? asQuantity(BigInt(text)) : undefined;
}
