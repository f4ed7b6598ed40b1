import type { InventoryItem, PetStatus } from '../../../client/inventory-types.ts';
import { foldCase } from '../names/names.ts';

export type Pet = {
  readonly id: bigint;
  /** The id as text: the search compares all of them at every keystroke. */
  readonly text: string;
  readonly quantity: number;
  readonly status: PetStatus;
  /** Empty if it has none. */
  readonly name: string;
  /** The name as the search compares it. */
  readonly foldedName: string;
};

export const statuses: readonly PetStatus[] = ['available', 'pending', 'sold'];

export function petOf({ petId, quantity, status }: InventoryItem, name = ''): Pet {
  return { id: petId, text: String(petId), quantity, status, name, foldedName: foldCase(name) };
}
