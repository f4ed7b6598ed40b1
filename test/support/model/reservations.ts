import type { PetId } from '../../../src/domain/item.ts';
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
  if (step.do === 'sell') return { ...writeOfCommands([]), reservation: { kind: 'sell', id: step.id, note: null } };
  const items = step.items.map(([petId, quantity]) => ({ petId, quantity }));
  const reservation = { kind: 'reserve', id: step.id, items, expiresInMs: step.forMs, note: null } as const;
  return { ...writeOfCommands([]), reservation };
}

/** The code of a refusal, or "done". */
export function answerOf(outcome: Outcome): string {
  return outcome.result === 'refused' ? outcome.refusal.code : 'done';
}

/** When the reservation that an outcome has made will end. */
export function expiryOf(outcome: Outcome): number | undefined {
  return outcome.result === 'applied' ? outcome.reservation?.after?.expiresAtMs : undefined;
}
