import type { Item, PetId, PetStatus } from '../domain/item.ts';
import type { ImportRow } from './row.ts';

type Level = Pick<Item, 'quantity' | 'status'>;

/** What an import does to one pet. */
export type Difference = {
  readonly petId: PetId;
  /** undefined for a new pet. */
  readonly before: Level | undefined;
  readonly after: { readonly quantity: number; readonly status: PetStatus };
  /** undefined where the name stays as it is. */
  readonly name: { readonly before: string | undefined; readonly after: string } | undefined;
};

export type Differences = {
  readonly added: readonly Difference[];
  readonly replaced: readonly Difference[];
  /** Pets of which only the name differs; they are among the unchanged ones. */
  readonly renamed: readonly Difference[];
  readonly unchanged: number;
};

/** Compares a file with the stock, by the rules that `decide` has for an import. Names are compared if `findName` is given. */
export function compareWithStock(
  rows: readonly ImportRow[],
  find: (petId: PetId) => Level | undefined,
  findName?: (petId: PetId) => string | undefined,
): Differences {
  const added: Difference[] = [];
  const replaced: Difference[] = [];
  const renamed: Difference[] = [];
  let unchanged = 0;
  for (const { petId, quantity, status, name } of rows) {
    const before = find(petId);
    const after = { quantity, status: status ?? before?.status ?? 'available' };
    const oldName = findName?.(petId);
    const isNewName = findName !== undefined && name !== null && name !== oldName;
    const difference = { petId, before, after, name: isNewName ? { before: oldName, after: name } : undefined };
    if (before === undefined) added.push(difference);
    else if (before.quantity !== quantity || before.status !== after.status) replaced.push(difference);
    else {
      unchanged++;
      if (isNewName) renamed.push(difference);
    }
  }
  return { added, replaced, renamed, unchanged };
}
