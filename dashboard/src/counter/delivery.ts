import { barcodeKey } from '@pawstock/shared/barcode.ts';
import { type Pet, writeQuantity } from '../stock/pet.ts';
import { type Line, unitsOf } from './sheet.ts';

/** A pet of a delivery note, and how many of it have come. */
export type Delivered = {
  readonly pet: Pet;
  readonly units: number;
  /** What is known of a pet that is not in stock yet. */
  readonly newPet: Line['newPet'];
};

/**
 * The list of a delivery with the pets of a delivery note: these come first, in their order. Units
 * are added to those of a pet that is on the list already, and so are those of a pet that the note
 * has twice.
 */
export function mergeDelivery(
  lines: readonly Line[],
  delivered: readonly Delivered[],
  versionOf: (petId: bigint) => number | undefined,
): Line[] {
  const noted = new Map<bigint, Line>();
  for (const one of delivered) {
    const known = lineOf([...noted.values()], one) ?? lineOf(lines, one);
    const line = known ?? newLine(one, versionOf(one.pet.id));
    noted.set(line.petId, { ...line, amount: writeQuantity(unitsOf(line) + one.units) });
  }
  const others = lines.filter(({ petId }) => !noted.has(petId));
  return [...noted.values(), ...others];
}

function newLine({ pet, newPet }: Delivered, version: number | undefined): Line {
  const line = { petId: pet.id, seen: pet.quantity, version, amount: '' };
  return newPet === undefined ? line : { ...line, newPet };
}

/** The line of the same pet or, if it is not in stock yet, of a new pet with the same barcode. */
function lineOf(lines: readonly Line[], { pet, newPet }: Delivered): Line | undefined {
  const line = lines.find(({ petId }) => petId === pet.id);
  const barcode = newPet?.barcode;
  if (line !== undefined || barcode === null || barcode === undefined) return line;
  const key = barcodeKey(barcode);
  return lines.find((other) => {
    const otherBarcode = other.newPet?.barcode;
    return typeof otherBarcode === 'string' && barcodeKey(otherBarcode) === key;
  });
}
