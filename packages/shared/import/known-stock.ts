import type { Item, PetId } from '../item.ts';
import type { Details } from '../pet-details.ts';
import type { ImportRow } from './row.ts';

export type Level = Pick<Item, 'quantity' | 'status'>;

/** What an import needs to know of the stock. */
export type KnownStock = {
  readonly find: (petId: PetId) => Level | undefined;
  readonly details: ReadonlyMap<PetId, Details>;
  /** The highest petId that the ledger ever had; null if the ledger is empty. */
  readonly highestPetId: PetId | null;
};

/** A row of an import file whose petId is known. */
export type PetRow = ImportRow & { readonly petId: PetId };
