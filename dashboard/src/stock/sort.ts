import { type Pet, statuses } from './pet.ts';

export type Column = 'pet' | 'quantity' | 'status';

export type Sort = { readonly by: Column; readonly descending: boolean };

export type Compare = (a: Pet, b: Pet) => number;

export function byId(a: Pet, b: Pet): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

const comparators: Readonly<Record<Column, Compare>> = {
  pet: byId,
  quantity: (a, b) => a.quantity - b.quantity,
  status: (a, b) => statuses.indexOf(a.status) - statuses.indexOf(b.status),
};

/** A total order, ties broken by id. A pet whose id equals the search comes first. */
export function compareBy({ by, descending }: Sort, search: string): Compare {
  const exactId = search.trim();
  const compareColumn = comparators[by];
  const sign = descending ? -1 : 1;
  return (a, b) => Number(b.text === exactId) - Number(a.text === exactId) || sign * compareColumn(a, b) || byId(a, b);
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
