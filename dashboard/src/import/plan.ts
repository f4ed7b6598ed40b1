import type { BatchRow, InventoryItem } from '../../../client/inventory-types.ts';
import type { ColumnChoice, ImportColumns } from '../../../src/import/columns.ts';
import { compareWithStock, type Difference } from '../../../src/import/differences.ts';
import { readImportFile } from '../../../src/import/import-file.ts';
import { limits } from '../../../src/limits.ts';

type Level = Pick<InventoryItem, 'quantity' | 'status'>;

/** A row of the file that changes something. */
export type Row = InventoryItem & {
  /** The pet as it was when the preview was made; undefined if it is new. */
  readonly before: Level | undefined;
  readonly nameBefore: string | undefined;
  /** The new name; undefined if it stays. */
  readonly name: string | undefined;
};

/** What importing a file would change. */
export type Plan = {
  readonly file: ImportedFile;
  readonly columns: ImportColumns;
  readonly added: readonly Row[];
  /** Pets that are there already, with another quantity, status or name. */
  readonly changed: readonly Row[];
  /** How many of these get another name. */
  readonly renamed: number;
  readonly unchanged: number;
  /** How many rows need an admin key. */
  readonly needAdmin: number;
  /** Each names its line. A file with errors is not imported at all. */
  readonly errors: readonly string[];
};

export type ImportedFile = { readonly name: string; readonly bytes: Uint8Array };

type Stock = {
  readonly find: (petId: bigint) => Level | undefined;
  readonly nameOf: (petId: bigint) => string | undefined;
};

/** Read and compared by the same rules as `pawstock import`. */
export function planImport(file: ImportedFile, choice: ColumnChoice, { find, nameOf }: Stock): Plan {
  const { rows, faults, columns } = readImportFile(file.bytes, choice);
  // A pet that has been removed may be listed with its name for a moment.
  const findName = (petId: bigint) => (find(petId) === undefined ? undefined : nameOf(petId));
  const differences = compareWithStock(rows, find, findName);
  const rowOf = ({ petId, before, after, name }: Difference): Row => {
    return { petId, ...after, before, nameBefore: findName(petId), name: name?.after };
  };
  const added = differences.added.map(rowOf);
  const changed = [...differences.replaced, ...differences.renamed].map(rowOf);
  return {
    file,
    columns,
    added,
    changed,
    renamed: changed.filter(({ name }) => name !== undefined).length,
    unchanged: rows.length - added.length - changed.length,
    needAdmin: [...added, ...changed].filter(isEntry).length,
    errors: faults.map(({ line, message }) => (line === null ? message : `line ${line}: ${message}`)),
  };
}

/** Whether a row adds a pet, or changes more than its quantity. */
function isEntry({ before, status, name }: Row): boolean {
  return before === undefined || before.status !== status || name !== undefined;
}

export function batchRowOf(row: Row, version: number | undefined, note: string): BatchRow {
  const { petId, quantity, status, name } = row;
  if (!isEntry(row)) return { petId, quantity, version, note };
  return { petId, quantity, status, version, note, ...(name === undefined ? {} : { name }) };
}

const otherBytesPerRow = 600;

/** The rows in batches that the service accepts. */
export function batchesOf({ changed, added }: Plan): Row[][] {
  const batches: Row[][] = [];
  let bytes = 0;
  for (const row of [...changed, ...added]) {
    // At most three bytes for each UTF-16 unit; six where JSON escapes it.
    const rowBytes = otherBytesPerRow + 6 * (row.name?.length ?? 0);
    bytes += rowBytes;
    const batch = batches.at(-1);
    if (batch !== undefined && batch.length < limits.batchRowsMax && bytes <= limits.batchBodyBytesMax) batch.push(row);
    else {
      batches.push([row]);
      bytes = rowBytes;
    }
  }
  return batches;
}
