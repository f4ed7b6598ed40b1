import type { PetStatus } from '../../../client/inventory-types.ts';
import type { Pet } from './pet.ts';

export type StockLevel = 'out' | 'low' | 'enough';

export type Filter = {
  readonly status: PetStatus | 'all';
  readonly level: 'all' | 'low' | 'out';
  /** Part of the ID, as typed. */
  readonly search: string;
};

export const noFilter: Filter = { status: 'all', level: 'all', search: '' };

/** Low does not include out of stock: each has its own tile and filter. */
export function levelOf(quantity: number, lowThreshold: number): StockLevel {
  if (quantity === 0) return 'out';
  return quantity <= lowThreshold ? 'low' : 'enough';
}

export function matches(pet: Pet, { status, level, search }: Filter, lowThreshold: number): boolean {
  if (status !== 'all' && pet.status !== status) return false;
  if (level !== 'all' && levelOf(pet.quantity, lowThreshold) !== level) return false;
  return search === '' || pet.text.includes(search.trim());
}

export function isFiltering({ status, level, search }: Filter): boolean {
  return status !== 'all' || level !== 'all' || search !== '';
}
