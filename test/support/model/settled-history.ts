import { changes, type Operation, petsIn, type Seen } from './history.ts';
import { inventoryOf, step } from './inventory-model.ts';

/** Levels that writes made, by the request and the pet. */
export type Learned = ReadonlyMap<string, Seen>;

const nameOf = (requestId: string, petId: number) => `${requestId} ${petId}`;

/**
 * What one possible order of one pet's operations tells beyond the answers: which unanswered writes happened, and the
 * versions that no response has told.
 */
export function learnFrom(order: readonly Operation[], pet: Seen): Learned {
  const learned = new Map<string, Seen>();
  let now = inventoryOf([pet]);
  let last: string | undefined;
  for (const operation of order) {
    const version = versionBefore(operation);
    const level = last === undefined ? undefined : learned.get(last);
    if (last !== undefined && level !== undefined && version !== undefined) learned.set(last, { ...level, version });
    now = step(now, operation) ?? now;
    if (!changes(operation)) continue;
    last = nameOf(operation.requestId, pet.petId);
    const { quantity = 0, version: made = null } = now.levels.get(pet.petId) ?? {};
    learned.set(last, { petId: pet.petId, quantity, version: made });
  }
  return learned;
}

/** Which version an answer says that the pet had before. */
function versionBefore({ input, output }: Operation): number | undefined {
  if (output?.result === 'mismatch') return output.version ?? undefined;
  if (input.kind === 'setIf') return input.version;
  return input.kind === 'get' && output?.result === 'done' ? (output.levels[0]?.version ?? undefined) : undefined;
}

/** The history as it would be, had everybody been told: if it has an order, so has the one that it is made of. */
export function settled(history: readonly Operation[], learned: Learned): Operation[] {
  return history.flatMap((operation) => {
    const { input, output, requestId } = operation;
    if (!changes(operation) || (output !== undefined && input.kind !== 'batch')) return [operation];
    const levels = (petsIn(input) ?? []).flatMap((petId) => learned.get(nameOf(requestId, petId)) ?? []);
    return levels.length === 0 ? [] : [{ ...operation, output: { result: 'done', levels } }];
  });
}
