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

const localFormat = new Intl.NumberFormat();
const localDigits = [...localFormat.format(9_876_543_210).replaceAll(/\P{Nd}/gu, '')].reverse();
const localSeparator = localFormat.formatToParts(1_000_000).find(({ type }) => type === 'group')?.value ?? ',';

/**
 * Reads whole numbers only, in digits of the browser's language, too, and grouped as that language does: "1,000" is
 * 1000 in English, "1.000" in German. undefined for anything else: "1,5" is not 15.
 */
export function parseQuantity(text: string): number | undefined {
  const digits = text.replaceAll(/\P{ASCII}/gu, (character) => {
    const value = localDigits.indexOf(character);
    return value < 0 ? character : String(value);
  });
  const [first = '', ...groups] = digits.split(digits.includes(localSeparator) ? localSeparator : /[\s_]/);
  const isGrouped = /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
  const plain = isGrouped ? first + groups.join('') : digits;
  return /^\d{1,16}$/.test(plain) ? asQuantity(BigInt(plain)) : undefined;
}
