import type { Item, PetId } from '@pawstock/shared/item.ts';
import type { Refusal } from './errors.ts';
import type { Held } from './reservation.ts';

/** Refusals that several rules about stock share. */

export const petNotFound = (petId: PetId): Refusal => ({
  code: 'pet_not_found',
  petId,
  message: `There is no pet ${petId} in the inventory. List the inventory to see which pets exist.`,
});

/**
 * Refuses to take or reserve more than the free stock. Stock that other reservations hold is not
 * free.
 */
export function shortage(
  { petId, quantity }: Item,
  wanted: number,
  held: Held,
  verb: 'Remove' | 'Reserve' | 'Sell',
): Refusal | undefined {
  const free = Math.max(0, quantity - held.quantity);
  if (wanted <= free) return undefined;
  return {
    code: 'insufficient_stock',
    message: shortageMessage({ petId, quantity }, free, held, verb),
    petId,
    available: free,
  };
}

function shortageMessage(
  { petId, quantity }: Pick<Item, 'petId' | 'quantity'>,
  free: number,
  held: Held,
  verb: string,
): string {
  if (quantity === 0)
    return `Pet ${petId} is out of stock. Add stock before you ${verb.toLowerCase()} any.`;
  if (held.quantity === 0)
    return `Pet ${petId} has only ${quantity} in stock. ${verb} at most ${quantity}.`;
  const until = new Date(held.untilMs).toISOString();
  const advice = free === 0 ? 'Wait, or release a reservation' : `${verb} at most ${free}`;
  return `Pet ${petId} has ${quantity} in stock, and ${held.quantity} reserved until ${until} at the latest. ${advice}.`;
}

/** Names the row at fault. The first row is 1. */
export function atRow(refusal: Refusal, index: number): Refusal {
  return { ...refusal, row: index + 1, message: `Row ${index + 1}: ${refusal.message}` };
}
