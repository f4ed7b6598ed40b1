import type { InventoryItem, PetStatus } from '../../../client/inventory-types.ts';
import { asQuantity } from '../../../src/domain/item.ts';

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

export function petOf({ petId, quantity, status }: InventoryItem, name = ''): Pet {
  return { id: petId, text: String(petId), quantity, status, name, foldedName: foldCase(name) };
}

/** Text for comparing names without regard to case. */
export function foldCase(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

export type Compare = (a: Pet, b: Pet) => number;

export function byId(a: Pet, b: Pet): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** The index of `pet` in the sorted `pets`, or where to insert it. */
export function binarySearch(pets: readonly Pet[], pet: Pet, compare: Compare): number {
  let low = 0;
  let high = pets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = pets[middle];
    if (found !== undefined && compare(found, pet) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whole numbers only; undefined for anything else. */
export function parseQuantity(text: string): number | undefined {
  return /^\d{1,16}$/.test(text) ? asQuantity(BigInt(text)) : undefined;
}
