import { keyOperations } from './keys.ts';
import type { Alphabet } from './model.ts';
import { readOperations } from './reads.ts';
import { reservationOperations } from './reservations.ts';
import { stockOperations } from './stock.ts';
import { webhookOperations } from './webhooks.ts';

/** Every operation that the model knows. */
export const alphabet: Alphabet = {
  ...stockOperations,
  ...readOperations,
  ...reservationOperations,
  ...keyOperations,
  ...webhookOperations,
};
