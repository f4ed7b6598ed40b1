import { outbox } from '../device/outbox.ts';
import { expectedQuantity } from '../device/waiting-list.ts';
import type { Pet } from '../stock/pet.ts';

/** A pet with the quantity that it will have when everything that waits on this device is stored. */
export function expectedPet(pet: Pet): Pet {
  const quantity = expectedQuantity(pet.quantity, pet.id, outbox.value.lists);
  return quantity === pet.quantity ? pet : { ...pet, quantity };
}
