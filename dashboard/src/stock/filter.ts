import type { PetStatus } from '../../../client/inventory-types.ts';
import { foldCase } from '../names/names.ts';
import type { Pet } from './pet.ts';

export type StockLevel = 'out' | 'low' | 'enough';

export type Filter = {
  readonly status: PetStatus | 'all';
  readonly level: 'all' | 'low' | 'out';
  /** Part of the ID or of the name, as typed. */
  readonly search: string;
};

export const noFilter: Filter = { status: 'all', level: 'all', search: '' };

/** Low does not include out of stock: each has its own tile and filter. */
export function levelOf(quantity: number, lowThreshold: number): StockLevel {
  if (quantity === 0) return 'out';
  return quantity <= lowThreshold ? 'low' : 'enough';
}

/** Whether a pet is shown. A function for many pets, so that the search is prepared once. */
export function matcherOf({ status, level, search }: Filter, lowThreshold: number): (pet: Pet) => boolean {
  const wanted = foldCase(search.trim());
  return (pet) => {
    if (status !== 'all' && pet.status !== status) return false;
    if (level !== 'all' && levelOf(pet.quantity, lowThreshold) !== level) return false;
    return wanted === '' || pet.text.includes(wanted) || pet.foldedName.includes(wanted);
  };
}

export function isFiltering({ status, level, search }: Filter): boolean {
  return status !== 'all' || level !== 'all' || search !== '';
}
