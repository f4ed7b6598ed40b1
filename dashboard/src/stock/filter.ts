import type { PetStatus } from '../../../client/inventory-types.ts';
import type { Pet } from './pet.ts';

export type StockLevel = 'all' | 'low' | 'out';

export type Filter = {
  readonly status: PetStatus | 'all';
  readonly level: StockLevel;
  /** Digits that the identifier contains. */
  readonly search: string;
};

export const everything: Filter = { status: 'all', level: 'all', search: '' };

/** How full a shelf is. Empty is not low: each has its own number and filter. */
export function levelOf(quantity: number, threshold: number): 'out' | 'low' | 'enough' {
  if (quantity === 0) return 'out';
  return quantity <= threshold ? 'low' : 'enough';
}

export function matches(pet: Pet, { status, level, search }: Filter, threshold: number): boolean {
  if (status !== 'all' && pet.status !== status) return false;
  if (level !== 'all' && levelOf(pet.quantity, threshold) !== level) return false;
  return search === '' || pet.text.includes(search);
}

export function isNarrowed({ status, level, search }: Filter): boolean {
  return status !== 'all' || level !== 'all' || search !== '';
}
