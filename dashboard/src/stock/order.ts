import type { Pet } from './pet.ts';
import { statuses } from './pet.ts';

export type Column = 'pet' | 'quantity' | 'status';

export type Order = { readonly by: Column; readonly descending: boolean };

export type Compare = (one: Pet, other: Pet) => number;

export function byId(one: Pet, other: Pet): number {
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
}

const columns: Readonly<Record<Column, Compare>> = {
  pet: byId,
  quantity: (one, other) => one.quantity - other.quantity,
  status: (one, other) => statuses.indexOf(one.status) - statuses.indexOf(other.status),
};

/** A total order, so that every pet has one place. A pet whose whole identifier is searched for comes first. */
export function compareBy({ by, descending }: Order, search: string): Compare {
  const column = columns[by];
  const sign = descending ? -1 : 1;
  return (one, other) =>
    Number(other.text === search) - Number(one.text === search) || sign * column(one, other) || byId(one, other);
}

/** Where `pet` is in the sorted `pets`, or would be. */
export function placeOf(pets: readonly Pet[], pet: Pet, compare: Compare): number {
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
