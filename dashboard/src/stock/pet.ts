import type { InventoryItem, PetStatus } from '../../../client/inventory-types.ts';

export type Pet = {
  readonly id: bigint;
  /** The id as text: the search compares all of them at every keystroke. */
  readonly text: string;
  readonly quantity: number;
  readonly status: PetStatus;
};

export const statuses: readonly PetStatus[] = ['available', 'pending', 'sold'];

export function petOf({ petId, quantity, status }: InventoryItem): Pet {
  return { id: petId, text: String(petId), quantity, status };
}
