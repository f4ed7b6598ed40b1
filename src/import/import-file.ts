import { type ColumnChoice, type ImportColumns, noColumns } from './columns.ts';
import { readCsv } from './csv.ts';
import { readJsonRows } from './json.ts';
import { FileFault, type ImportFault, type ImportRow, RowCollector } from './row.ts';

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
  const { rows, faults } = collector;
  let columns = noColumns;
  try {
    const { text, encoding } = decodeText(bytes);
    if (text.includes('\0')) throw new FileFault('this is not a text file');
    const first = /\S/.exec(text)?.[0];
    if (first === undefined) throw new FileFault('the file is empty');
    if (first !== '[' && first !== '{') columns = readCsv(text, choice, collector);
    else if (encoding !== 'windows-1252') readJsonRows(text, collector);
    else throw new FileFault('JSON must be UTF-8, and this is not');
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    collector.addFault(error.line, error.message);
  }
  return { rows, faults, columns };
}

/** What a file of another kind begins with. */
const otherFormats: readonly (readonly [bytes: readonly number[], fault: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'this is a spreadsheet document or a ZIP archive; export the sheet as CSV'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'this is an Excel workbook; save the sheet as CSV'],
  [[0x25, 0x50, 0x44, 0x46], 'this is a PDF document; export the table as CSV'],
];

/**
 * Decodes UTF-8, UTF-16 or, where the bytes are neither, Windows-1252. A byte order mark decides; without one, UTF-16 is
 * recognised by the zero byte that the first character of a CSV or JSON file has in it.
 */
function decodeText(bytes: Uint8Array): { readonly text: string; readonly encoding: string } {
  const startsWith = (start: readonly number[]) => start.every((byte, index) => bytes[index] === byte);
  for (const [start, fault] of otherFormats) if (startsWith(start)) throw new FileFault(fault);
  let encodings = ['utf-8', 'windows-1252'];
  if (startsWith([0xff, 0xfe]) || (bytes[0] !== 0 && bytes[1] === 0)) encodings = ['utf-16le'];
  else if (startsWith([0xfe, 0xff]) || (bytes[0] === 0 && bytes[1] !== 0)) encodings = ['utf-16be'];
  else if (startsWith([0xef, 0xbb, 0xbf])) encodings = ['utf-8'];
  for (const encoding of encodings) {
    try {
      return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
    } catch {
      // The next one may do.
    }
  }
  throw new FileFault(`this is not valid ${encodings.join().toUpperCase()} text; export it again`);
}
