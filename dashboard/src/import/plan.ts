import type { InventoryItem } from '../../../client/inventory-types.ts';
import { readImportFile } from '../../../src/import/import-file.ts';
import type { Pet } from '../stock/pet.ts';

/** A pet as the file has it, and as it was when the file was compared; undefined where it is new. */
export type Row = InventoryItem & { readonly before: Pick<Pet, 'quantity' | 'status'> | undefined };

/** Everything that writing a file would do. */
export type Plan = {
  readonly name: string;
  readonly added: readonly Row[];
  readonly changed: readonly Row[];
  readonly unchanged: number;
  /** Each names its line. A file with faults is not written at all. */
  readonly faults: readonly string[];
};

/** Read by the same rules as `pawstock import`. */
export function planImport(name: string, text: string, find: (id: bigint) => Pet | undefined): Plan {
  const { commands, faults } = readImportFile(text);
  const added: Row[] = [];
  const changed: Row[] = [];
  let unchanged = 0;
  for (const command of commands) {
    if (command.kind !== 'import') continue;
    const { petId, quantity, status } = command;
    const before = find(petId);
    if (before === undefined) added.push({ petId, quantity, status, before });
    else if (before.quantity !== quantity || before.status !== status)
      changed.push({ petId, quantity, status, before });
    else unchanged++;
  }
  return { name, added, changed, unchanged, faults };
}
