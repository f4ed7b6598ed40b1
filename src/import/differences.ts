import type { Item, PetStatus } from '../domain/item.ts';
import type { PetId } from '../domain/pet-id.ts';
import type { ImportRow } from './row.ts';

type Level = Pick<Item, 'quantity' | 'status'>;

/** What an import does to one pet. */
export type Difference = {
  readonly petId: PetId;
  /** undefined for a new pet. */
  readonly before: Level | undefined;
  readonly after: { readonly quantity: number; readonly status: PetStatus };
};

export type Differences = {
  readonly added: readonly Difference[];
  readonly replaced: readonly Difference[];
  readonly unchanged: number;
};

/** Compares a file with the stock, by the rules that `decide` has for an import. */
export function compareWithStock(rows: readonly ImportRow[], find: (petId: PetId) => Level | undefined): Differences {
  const added: Difference[] = [];
  const replaced: Difference[] = [];
  let unchanged = 0;
  for (const { petId, quantity, status } of rows) {
    const before = find(petId);
    const after = { quantity, status: status ?? before?.status ?? 'available' };
    if (before === undefined) added.push({ petId, before, after });
    else if (before.quantity !== quantity || before.status !== after.status) replaced.push({ petId, before, after });
    else unchanged++;
  }
  return { added, replaced, unchanged };
}
