import type { BatchRow, DetailsUpdate, InventoryItem } from '../../../client/inventory-types.ts';
import { type Details, detailFields, mapDetails } from '../../../src/domain/pet-details.ts';
import { checkBarcodes, compareWithStock, type Difference } from '../../../src/import/differences.ts';
import type { ImportChoice, ImportFile } from '../../../src/import/import-file.ts';
import type { ImportFault, ImportQuestions } from '../../../src/import/row.ts';
import { limits } from '../../../src/limits.ts';

export type Plan = Pick<ImportFile, 'columns' | 'sheets' | 'sheet'> & {
  readonly file: ImportedFile;
  readonly choice: ImportChoice;
  /** What has been asked about the file, answered or not. */
  readonly asked: ImportQuestions;
  /** Whether a question must be answered before anything can be imported. */
  readonly isUnanswered: boolean;
  readonly added: readonly Difference[];
  /** Pets that are there already, with another quantity, status or details. */
  readonly changed: readonly Difference[];
  /** How many of these get other details. */
  readonly described: number;
  /** Pets that lose their barcode to another pet of the file. */
  readonly freed: readonly bigint[];
  readonly unchanged: number;
  readonly needAdmin: number;
  /** Error messages, each with its line number. */
  readonly errors: readonly string[];
  readonly badLines: number;
  /** Whether the user leaves out the lines with errors. Otherwise a file with errors is not imported. */
  readonly leavesOut: boolean;
};

export type ImportedFile = { readonly name: string; readonly bytes: Uint8Array };

type Stock = {
  readonly find: (petId: bigint) => Pick<InventoryItem, 'quantity' | 'status'> | undefined;
  readonly details: ReadonlyMap<bigint, Details>;
};

/** Compares a file with the stock, by the same rules as `pawstock import`. */
export function planImport(file: ImportedFile, choice: ImportChoice, read: ImportFile, stock: Stock): Plan {
  // The details of a removed pet may still be in the list.
  const details = new Map([...stock.details].filter(([petId]) => stock.find(petId) !== undefined));
  const { rows, faults, questions, columns, sheets, sheet, freed } = checkBarcodes(read, details);
  const differences = compareWithStock(rows, stock.find, (petId) => details.get(petId));
  const { added } = differences;
  const changed = [...differences.replaced, ...differences.described];
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
    described: changed.filter(hasDetailChange).length,
    freed,
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

export function hasDetailChange({ details }: Difference): boolean {
  return Object.keys(details).length > 0;
}

/** Whether a row changes details only, and neither quantity nor status. */
export function isDescription({ before, after }: Difference): boolean {
  return before?.quantity === after.quantity && before.status === after.status;
}

/** Whether a row adds a pet, or changes more than its quantity. */
function isEntry(row: Difference): boolean {
  return row.before?.status !== row.after.status || hasDetailChange(row);
}

export function detailsUpdateOf({ details }: Difference): DetailsUpdate {
  return mapDetails<DetailsUpdate>((field) => details[field]?.after);
}

export function batchRowOf(row: Difference, version: number | undefined, note: string): BatchRow {
  const { petId, after } = row;
  if (!isEntry(row)) return { petId, quantity: after.quantity, version, note };
  return { petId, ...after, version, note, ...detailsUpdateOf(row) };
}

const otherBytesPerRow = 600;

/** The rows in batches that the service accepts. */
export function batchesOf(changes: readonly Difference[]): Difference[][] {
  const batches: Difference[][] = [];
  let bytes = 0;
  for (const row of changes) {
    // A UTF-16 unit takes at most six bytes, if JSON escapes it.
    const texts = detailFields.map((field) => String(row.details[field]?.after ?? ''));
    const rowBytes = otherBytesPerRow + 6 * texts.join('').length;
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
