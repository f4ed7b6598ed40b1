import type { Details } from '@pawstock/shared/pet-details.ts';
import type { PetStatus } from 'pawstock-client/inventory-types.ts';
import { Observable } from '../state/observable.ts';

/**
 * The texts in the fields for a pet's name, barcode and threshold for low stock; empty if there is
 * none.
 */
export type DetailsForm = Readonly<Record<keyof Details, string>>;

export type NewPetForm = DetailsForm & {
  /** The name of the key of the person who has typed it. */
  readonly owner: string;
  /**
   * The ID that the user has typed. While this ID is undefined, the form suggests the next free ID.
   */
  readonly petId?: string;
  readonly quantity: string;
  readonly status: PetStatus;
};

/**
 * The input for a new pet. It is stored outside the dialog, so that it survives signing in again.
 */
export const newPetForm = new Observable<NewPetForm | undefined>(undefined);
