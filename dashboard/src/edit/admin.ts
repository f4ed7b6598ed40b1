import type { InventoryItem, PetStatus } from '../../../client/inventory-types.ts';
import { asQuantity, parsePetId } from '../../../src/domain/item.ts';
import { describeError, isVersionMismatch } from '../app/api.ts';
import { notify } from '../app/toasts.tsx';
import { parseName, showNames } from '../names/load-names.ts';
import { titleOf } from '../names/names.ts';
import { requireSession } from '../session/session.ts';
import { applyWrite, stock } from '../stock/store.ts';
import { nameError } from './name-field.tsx';

/** The changes that need an admin key: adding, removing and re-labelling pets. */

/** The form for a new pet, as typed. */
export type NewPetForm = {
  readonly petId: string;
  readonly quantity: string;
  readonly status: PetStatus;
  readonly name: string;
};

type NewPet = InventoryItem & { readonly name: string | undefined };

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
  const hasErrors = Object.keys(newPetErrors(form)).length > 0 || nameError(form.name) !== undefined;
  if (petId === undefined || quantity === undefined || hasErrors) return undefined;
  return { petId, quantity, status: form.status, name: parseName(form.name) };
}

/** Refuses to replace a pet that another user has just added. */
export async function addPet(pet: NewPet): Promise<void> {
  const { client } = requireSession();
  // Version 0: only if there is no such pet yet. The pet and its name are stored together.
  await client.updateInventoryBatch([{ ...pet, version: 0 }]).catch((error: unknown) => {
    throw isVersionMismatch(error) ? new Error('another user has just added it.') : error;
  });
  if (pet.name !== undefined) showNames([[pet.petId, pet.name]]);
  // The event stream brings it, too.
  const added = await client.getInventoryItem(pet.petId).catch(() => undefined);
  if (added !== undefined) applyWrite(added.item, added.version);
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
