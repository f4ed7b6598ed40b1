import { jsonInteger } from '@pawstock/shared/exact-json.ts';
import { type Details, mapDetails, type PetDetails } from '@pawstock/shared/pet-details.ts';

/** The JSON of a pet's details, with every digit of the petId. */
export function detailsJson({ petId, ...details }: PetDetails): string {
  return JSON.stringify({
    petId: jsonInteger(petId),
    ...mapDetails<Details>((field) => details[field]),
  });
}
