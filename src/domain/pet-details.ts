import { limits } from '../limits.ts';
import { jsonInteger } from './exact-json.ts';
import type { Item, PetId } from './item.ts';

/**
 * What people need beside the stock: what a pet is called, what a scanner reads, and when it counts as low. Details are no
 * part of the stock: neither the ledger nor a version knows of them.
 */
export type Details = {
  readonly name: string | null;
  readonly barcode: string | null;
  readonly lowAt: number | null;
};

export type PetDetails = Details & { readonly petId: PetId };

/** Changes of details: null clears a field, and what is left out stays. */
export type DetailsUpdate = { readonly [Field in keyof Details]?: Details[Field] | undefined };

/** The low level of pets without one of their own. */
const lowAtDefault = 5;

export function isLow(quantity: number, details: Details | undefined): boolean {
  return quantity <= (details?.lowAt ?? lowAtDefault);
}

export const noDetails: Details = { name: null, barcode: null, lowAt: null };
export const detailFields = Object.keys(noDetails) as (keyof Details)[];

export const petNameRule = `text of 1 to ${limits.petNameCharactersMax} characters, not only spaces, without control characters`;

export function isPetName(text: string): boolean {
  return (
    /\S/.test(text) && [...text].length <= limits.petNameCharactersMax && text.isWellFormed() && !/\p{Cc}/u.test(text)
  );
}

export const barcodeRule = `1 to ${limits.barcodeCharactersMax} printable ASCII characters without spaces`;
export const barcodePattern = new RegExp(`^[!-~]{1,${limits.barcodeCharactersMax}}$`);

export function hasDetails({ name, barcode, lowAt }: Details): boolean {
  return name !== null || barcode !== null || lowAt !== null;
}

export function sameDetails(one: Details, other: Details): boolean {
  return one.name === other.name && one.barcode === other.barcode && one.lowAt === other.lowAt;
}

export function detailsAfter(before: Details, { name, barcode, lowAt }: DetailsUpdate): Details {
  return {
    name: name === undefined ? before.name : name,
    barcode: barcode === undefined ? before.barcode : barcode,
    lowAt: lowAt === undefined ? before.lowAt : lowAt,
  };
}

/** Details as callers see them, with every digit of the petId. */
export function detailsJson({ petId, name, barcode, lowAt }: PetDetails): string {
  return JSON.stringify({ petId: jsonInteger(petId), name, barcode, lowAt });
}

/** An item for people: as the API has it, and the details that it has. */
export function describedItemJson(
  { petId, quantity, status }: Omit<Item, 'version'>,
  details: Details = noDetails,
): string {
  const known = detailFields.filter((field) => details[field] !== null).map((field) => [field, details[field]]);
  return JSON.stringify({ petId: jsonInteger(petId), quantity, status, ...Object.fromEntries(known) });
}
