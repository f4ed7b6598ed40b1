import type { Difference } from '@pawstock/shared/import/differences.ts';
import { type Details, mapDetails } from '@pawstock/shared/pet-details.ts';
import type { Delivered } from '../counter/delivery.ts';
import { putDelivery } from '../counter/perform.ts';
import { petOf } from '../stock/pet.ts';
import { stock } from '../stock/store.ts';
import { dispatch } from './import-state.ts';
import type { Plan } from './plan.ts';

/**
 * Makes the list of the screen Receive from a delivery note: what came of each pet, and the pets
 * that are new. Shows that screen, where the list is checked and saved. Returns why the list cannot
 * be made, or undefined.
 */
export function putOnList({ changed, added }: Plan): string | undefined {
  const rows = [...changed, ...added].filter((row) => unitsOf(row) > 0);
  const refusal = putDelivery(rows.map(deliveredIn));
  if (refusal !== undefined) return refusal;
  dispatch({ kind: 'closed' });
  location.hash = '#receiving';
  return undefined;
}

/** The units that a row of a delivery adds to the stock. */
function unitsOf({ before, after }: Difference): number {
  return after.quantity - (before?.quantity ?? 0);
}

function deliveredIn(row: Difference): Delivered {
  const { petId, after, details } = row;
  const units = unitsOf(row);
  const pet = stock.get(petId);
  if (pet !== undefined) return { pet, units, newPet: undefined };
  const known = mapDetails<Details>((field) => details[field]?.after ?? null);
  const { status } = after;
  return { pet: petOf({ petId, quantity: 0, status }, known), units, newPet: { ...known, status } };
}
