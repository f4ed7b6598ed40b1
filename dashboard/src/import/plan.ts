import type { BatchRow, InventoryItem } from '../../../client/inventory-types.ts';
import { compareWithStock, type Difference } from '../../../src/import/differences.ts';
import type { ImportChoice, ImportFile } from '../../../src/import/import-file.ts';
import type { ImportFault, ImportQuestions } from '../../../src/import/row.ts';
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
export type Plan = Pick<ImportFile, 'columns' | 'sheets' | 'sheet'> & {
  readonly file: ImportedFile;
  readonly choice: ImportChoice;
  /** What has been asked about the file, answered or not. */
  readonly asked: ImportQuestions;
  /** Whether a question must be answered before anything can be imported. */
  readonly isUnanswered: boolean;
  readonly added: readonly Row[];
  /** Pets that are there already, with another quantity, status or name. */
  readonly changed: readonly Row[];
  /** How many of these get another name. */
  readonly renamed: number;
  readonly unchanged: number;
  /** How many rows need an admin key. */
  readonly needAdmin: number;
  /** Each names its line. */
  readonly errors: readonly string[];
  /** How many lines have errors. */
  readonly badLines: number;
  /** Whether the user has chosen to leave these lines out. Else, a file with errors is not imported at all. */
  readonly leavesOut: boolean;
};

export type ImportedFile = { readonly name: string; readonly bytes: Uint8Array };

type Stock = {
  readonly find: (petId: bigint) => Level | undefined;
  readonly nameOf: (petId: bigint) => string | undefined;
};

/** Compared by the same rules as `pawstock import` has. */
export function planImport(
  file: ImportedFile,
  choice: ImportChoice,
  { rows, faults, questions, columns, sheets, sheet }: ImportFile,
  { find, nameOf }: Stock,
): Plan {
  // A pet that has been removed may be listed with its name for a moment.
  const findName = (petId: bigint) => (find(petId) === undefined ? undefined : nameOf(petId));
  const differences = compareWithStock(rows, find, findName);
  const rowOf = ({ petId, before, after, name }: Difference): Row => {
    return { petId, ...after, before, nameBefore: findName(petId), name: name?.after };
  };
  const added = differences.added.map(rowOf);
  const changed = [...differences.replaced, ...differences.renamed].map(rowOf);
  const bad = faults.filter(({ kind }) => kind === 'row');
  return {
    file,
    choice,
    asked: questions,
    isUnanswered: questions.thousands !== undefined,
    columns,
    sheets,
    sheet,
    added,
    changed,
    renamed: changed.filter(({ name }) => name !== undefined).length,
    unchanged: rows.length - added.length - changed.length,
    needAdmin: [...added, ...changed].filter(isEntry).length,
    errors: bad.map(faultText),
    badLines: new Set(bad.map(({ line }) => line)).size,
    leavesOut: false,
  };
}

export function faultText({ line, message }: ImportFault): string {
  return line === null ? message : `line ${line}: ${message}`;
}

/** Whether only the name changes, which is no part of the stock. */
export function isRename({ before, quantity, status, name }: Row): boolean {
  return name !== undefined && before?.quantity === quantity && before.status === status;
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
export function batchesOf(changes: readonly Row[]): Row[][] {
  const batches: Row[][] = [];
  let bytes = 0;
  for (const row of changes) {
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
