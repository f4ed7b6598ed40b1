import { barcodeKey } from '@pawstock/shared/barcode.ts';
import type { PetId } from '@pawstock/shared/item.ts';
import type { PetDetails } from '@pawstock/shared/pet-details.ts';
import type { Refusal } from './errors.ts';

/**
 * Finds a barcode that two pets would have after a write. Pets in the same write may exchange their
 * barcodes.
 */
export function barcodeClash(
  changed: ReadonlyMap<PetId, PetDetails>,
  barcodeHolder: (barcode: string) => PetId | undefined,
) {
  const given = new Map<string, PetId>();
  const hasBarcode = (petId: PetId, key: string) => {
    const barcode = changed.get(petId)?.barcode ?? null;
    return barcode !== null && barcodeKey(barcode) === key;
  };
  for (const { petId, barcode } of changed.values()) {
    if (barcode === null) continue;
    const key = barcodeKey(barcode);
    const holder = barcodeHolder(barcode);
    const keepsIt = holder !== undefined && (!changed.has(holder) || hasBarcode(holder, key));
    const other = given.get(key) ?? (keepsIt && holder !== petId ? holder : undefined);
    if (other !== undefined) return { petId, refusal: barcodeTaken(barcode, other) };
    given.set(key, petId);
  }
  return undefined;
}

const barcodeTaken = (barcode: string, holder: PetId): Refusal => ({
  code: 'barcode_taken',
  petId: holder,
  message: `Pet ${holder} has the barcode ${barcode} already. Give each pet its own, or take it from pet ${holder} first.`,
});
