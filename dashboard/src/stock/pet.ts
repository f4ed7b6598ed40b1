import type { InventoryItem, PetStatus } from '../../../client/inventory-types.ts';

/** One row: an item, with its identifier as text too, since a search looks at all of them with every key. */
export type Pet = {
  readonly id: bigint;
  readonly text: string;
  readonly quantity: number;
  readonly status: PetStatus;
};

export const statuses: readonly PetStatus[] = ['available', 'pending', 'sold'];

export function petOf({ petId, quantity, status }: InventoryItem): Pet {
  return { id: petId, text: String(petId), quantity, status };
}
