import { compareWithStock, type Difference } from '../../../src/import/differences.ts';
import { readImportFile } from '../../../src/import/import-file.ts';
import type { Pet } from '../stock/pet.ts';
import type { Plan, Row } from './plan.ts';

/** Read and compared by the same rules as `pawstock import`. */
export function planImport(name: string, bytes: Uint8Array, find: (id: bigint) => Pet | undefined): Plan {
  const { rows, faults } = readImportFile(bytes);
  const { added, replaced, unchanged } = compareWithStock(rows, find);
  return {
    name,
    added: added.map(rowOf),
    changed: replaced.map(rowOf),
    unchanged,
    errors: faults.map(({ line, message }) => (line === null ? message : `line ${line}: ${message}`)),
  };
}

function rowOf({ petId, before, after }: Difference): Row {
  return { petId, ...after, before };
}
