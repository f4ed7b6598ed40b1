import type { Item, PetId } from '../domain/item.ts';
import type { ImportRow } from './row.ts';

type Level = Pick<Item, 'quantity' | 'status'>;

/** What an import does to one pet. */
export type Difference = {
  readonly petId: PetId;
  /** undefined for a new pet. */
  readonly before: Level | undefined;
  readonly after: Level;
  /** undefined where the name stays as it is. */
  readonly name: { readonly before: string | undefined; readonly after: string } | undefined;
};

/** Compares a file with the stock, by the rules that `decide` has for an import. */
export function compareWithStock(
  rows: readonly ImportRow[],
  find: (petId: PetId) => Level | undefined,
  findName: (petId: PetId) => string | undefined,
) {
  const added: Difference[] = [];
  const replaced: Difference[] = [];
  /** Pets of which only the name differs; they are among the unchanged ones. */
  const renamed: Difference[] = [];
  let unchanged = 0;
  for (const { petId, quantity, status, name: newName } of rows) {
    const before = find(petId);
    const after = { quantity, status: status ?? before?.status ?? 'available' };
    const oldName = findName(petId);
    const name = newName === null || newName === oldName ? undefined : { before: oldName, after: newName };
    const difference = { petId, before, after, name };
    if (before === undefined) added.push(difference);
    else if (before.quantity !== quantity || before.status !== after.status) replaced.push(difference);
    else {
      unchanged++;
      if (name !== undefined) renamed.push(difference);
    }
  }
  return { added, replaced, renamed, unchanged };
}
