import { type ColumnChoice, type ImportColumns, noColumns } from './columns.ts';
import { readCsv } from './csv.ts';
import { decodeText } from './decode-text.ts';
import { readJson } from './json.ts';
import { type ImportFault, type ImportRow, RowCollector } from './row.ts';

/**
 * Reads stock levels from a CSV, JSON or NDJSON file, for the command and for the dashboard. It runs in a browser too,
 * so nothing in this folder depends on Node.
 */

export type ImportFile = {
  readonly rows: readonly ImportRow[];
  /** A file with faults cannot be imported. */
  readonly faults: readonly ImportFault[];
  /** How the columns of a CSV file are read; empty for JSON. */
  readonly columns: ImportColumns;
};

export function readImportFile(bytes: Uint8Array, choice: ColumnChoice = {}): ImportFile {
  const collector = new RowCollector();
  const columns = readInto(collector, bytes, choice);
  return { rows: collector.rows, faults: collector.faults, columns };
}

function readInto(collector: RowCollector, bytes: Uint8Array, choice: ColumnChoice): ImportColumns {
  const decoded = decodeText(bytes);
  if ('fault' in decoded) collector.addFault(null, decoded.fault);
  else {
    const { text, encoding } = decoded;
    const [first] = text.trimStart();
    if (first === undefined) collector.addFault(null, 'the file is empty');
    else if (first !== '[' && first !== '{') return readCsv(text, choice, collector);
    else if (encoding === 'windows-1252') collector.addFault(null, 'JSON must be UTF-8, and this is not');
    else readJson(text, collector);
  }
  return noColumns;
}

/** A fault in a sentence: `pets.csv, line 3: quantity is empty`. */
export function faultText(fileName: string, { line, message }: ImportFault): string {
  return `${line === null ? fileName : `${fileName}, line ${line}`}: ${message}`;
}
