import type { PetId } from '../../../src/domain/item.ts';
import type { ReserveCommand, ReservedItem } from '../../../src/domain/reservation.ts';
import type { Outcome, Write } from '../../../src/domain/write.ts';
import { unsaid, writeOf as writeOfCommands } from '../store/write.ts';

/** Steps on stock and reservations as writes to a store, and what callers are told. */
export type Step =
  | {
      readonly do: 'reserve';
      readonly id: string;
      readonly items: readonly (readonly [PetId, number])[];
      readonly forMs: number;
    }
  | { readonly do: 'sell'; readonly id: string }
  | { readonly do: 'remove'; readonly petId: PetId };

export function writeOf(step: Step): Write {
  if (step.do === 'remove') return writeOfCommands([{ kind: 'delete', petId: step.petId, ...unsaid }]);
  if (step.do === 'sell')
    return { ...writeOfCommands([]), reservation: { kind: 'sell', id: step.id, expected: null, note: null } };
  const items = step.items.map(([petId, quantity]) => ({ petId, quantity }));
  return { ...writeOfCommands([]), reservation: reserveCommand(step.id, items, { expiresInMs: step.forMs }) };
}

export function reserveCommand(
  id: string,
  items: readonly ReservedItem[],
  terms: Partial<ReserveCommand> = {},
): ReserveCommand {
  return { kind: 'reserve', id, items, expected: null, expiresInMs: null, note: null, isAdmin: false, ...terms };
}

/** The code of a refusal, or "done". */
export function answerOf(outcome: Outcome): string {
  return outcome.result === 'refused' ? outcome.refusal.code : 'done';
}

/** When the reservation that an outcome has made will end. */
export function expiryOf(outcome: Outcome): number | undefined {
  return outcome.result === 'applied' ? outcome.reservation?.expiresAtMs : undefined;
}
