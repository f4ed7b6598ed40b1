import { jsonInteger } from '@pawstock/shared/exact-json.ts';
import type { Item } from '@pawstock/shared/item.ts';
import { type Details, detailFields, noDetails } from '@pawstock/shared/pet-details.ts';

/**
 * The JSON of an InventoryItem, with every digit of the petId. A template is far faster than
 * `JSON.stringify`.
 */
export function itemJson(item: Pick<Item, 'petId' | 'quantity' | 'status'>): string {
  return `{"petId":${item.petId},"quantity":${item.quantity},"status":"${item.status}"}`;
}

/** A pet as JSON: its petId, quantity and status, followed by the details that the pet has. */
export function describedItemJson(
  { petId, quantity, status }: Omit<Item, 'version'>,
  details: Details = noDetails,
): string {
  const known = detailFields
    .filter((field) => details[field] !== null)
    .map((field) => [field, details[field]]);
  return JSON.stringify({
    petId: jsonInteger(petId),
    quantity,
    status,
    ...Object.fromEntries(known),
  });
}
