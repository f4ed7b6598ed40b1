import { foldCase } from '../names/names.ts';
import { type Pet, statuses } from './pet.ts';

export type Column = 'pet' | 'name' | 'quantity' | 'status';

export type Sort = { readonly by: Column; readonly descending: boolean };

export type Compare = (a: Pet, b: Pet) => number;

export function byId(a: Pet, b: Pet): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

const collator = new Intl.Collator('en');

const comparators: Readonly<Record<Column, Compare>> = {
  pet: byId,
  name: (a, b) => collator.compare(a.name, b.name),
  quantity: (a, b) => a.quantity - b.quantity,
  status: (a, b) => statuses.indexOf(a.status) - statuses.indexOf(b.status),
};

/** A total order, ties broken by id. The pet with the searched id comes first, then those with the searched name. */
export function compareBy({ by, descending }: Sort, search: string): Compare {
  const wanted = foldCase(search.trim());
  const rank = ({ text, foldedName }: Pet) => (wanted === '' ? 0 : text === wanted ? 2 : foldedName === wanted ? 1 : 0);
  const hasName = ({ name }: Pet) => Number(by === 'name' && name !== '');
  const compareColumn = comparators[by];
  const sign = descending ? -1 : 1;
  return (a, b) => rank(b) - rank(a) || hasName(b) - hasName(a) || sign * compareColumn(a, b) || byId(a, b);
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
