import { type Reason, reasons } from '../../../src/domain/ledger-entry.ts';

/** How each reason of a change is called. Every reason of the API must have a name here. */
export const reasonNames: Readonly<Record<Reason, string>> = {
  sale: 'Sale',
  arrival: 'Arrival',
  return: 'Return',
  adjustment: 'Adjustment',
  count: 'Count',
  damage: 'Damage',
};

export const reasonOptions: readonly (readonly [Reason, string])[] = reasons.map((reason) => [
  reason,
  reasonNames[reason],
]);
