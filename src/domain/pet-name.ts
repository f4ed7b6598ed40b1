import { limits } from '../limits.ts';
import { itemJson, type PetId } from './item.ts';

/** What people call a pet. Names are no part of the stock: neither the ledger nor a version knows of them. */
export type PetName = { readonly petId: PetId; readonly name: string };

export const petNameRule = `text of 1 to ${limits.petNameCharactersMax} characters, not only spaces, without control characters`;

export function isPetName(text: string): boolean {
  return (
    /\S/.test(text) && [...text].length <= limits.petNameCharactersMax && text.isWellFormed() && !/\p{Cc}/u.test(text)
  );
}

/** A name as callers see it, with every digit of the petId. */
export function nameJson({ petId, name }: PetName): string {
  return `{"petId":${petId},"name":${JSON.stringify(name)}}`;
}

/** An item for people: as the API has it, and its name, if it has one. */
export function namedItemJson(item: Parameters<typeof itemJson>[0], name: string | undefined): string {
  return name === undefined ? itemJson(item) : `${itemJson(item).slice(0, -1)},"name":${JSON.stringify(name)}}`;
}
