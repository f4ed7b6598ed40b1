import { type ImportColumns, noColumns } from './columns.ts';
import { readCsv } from './csv.ts';
import { readJsonRows } from './json.ts';
import type { ImportProblem } from './problem.ts';
import {
  FileFault,
  type ImportFault,
  type ImportQuestions,
  type ImportRow,
  RowCollector,
} from './row.ts';
import { type ImportChoice, TableReader } from './table.ts';

/**
 * Reads stock from an Excel workbook, or from a CSV, JSON or NDJSON file. The dashboard runs this
 * code in a browser, so no file in this folder depends on Node.
 */

export type ImportFile = {
  readonly rows: readonly ImportRow[];
  /**
   * The faults of the file. If all of them are of kind `row`, the file can be imported without the
   * faulty rows.
   */
  readonly faults: readonly ImportFault[];
  readonly questions: ImportQuestions;
  /** How the columns of a table were understood. A JSON file has no columns. */
  readonly columns: ImportColumns;
  /** The names of the workbook's visible sheets. `sheet` is the name of the sheet that was read. */
  readonly sheets: readonly string[];
  readonly sheet: string | undefined;
  /** Parts of the file that are not imported, such as other sheets and rows of totals. */
  readonly notRead: readonly ImportProblem[];
};

type ReadTable = Pick<ImportFile, 'columns' | 'sheets' | 'sheet' | 'notRead'>;

export async function readImportFile(
  bytes: Uint8Array,
  choice: ImportChoice = {},
): Promise<ImportFile> {
  const collector = new RowCollector();
  let table: ReadTable = { columns: noColumns, sheets: [], sheet: undefined, notRead: [] };
  try {
    if (startOf(bytes) === 'PK\x03\x04') table = await readSheet(bytes, choice, collector);
    else table = { ...table, columns: readText(bytes, choice, collector) };
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    collector.faults.push({ line: error.line, problem: error.problem, kind: 'file' });
  }
  const { rows, faults, questions, skipped } = collector;
  faults.sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
  return { rows, faults, questions, ...table, notRead: [...table.notRead, ...skipped] };
}

async function readSheet(
  bytes: Uint8Array,
  choice: ImportChoice,
  collector: RowCollector,
): Promise<ReadTable> {
  const { readWorkbook } = await import('./workbook.ts');
  const all = await readWorkbook(bytes);
  const visible = all.filter(({ isHidden }) => !isHidden);
  const sheets = visible.map(({ name }) => name);
  const { sheet: wanted = '1' } = choice;
  const sheet = all.find(({ name }) => name === wanted) ?? visible[Number(wanted) - 1];
  if (sheet === undefined) throw new FileFault({ code: 'noSheet', text: wanted, names: sheets });
  const table = new TableReader(choice, collector);
  for (const [index, cells] of sheet.rows.entries()) table.add(index + 1, cells);
  const columns = table.end();
  if (columns.line === null) {
    collector.faults.push({
      line: null,
      problem: { code: 'sheetEmpty', text: sheet.name },
      kind: 'choice',
    });
  }
  const others = all.filter((other) => other !== sheet);
  const notRead: ImportProblem[] = others.map(({ name, isHidden }) => ({
    code: isHidden ? 'hiddenSheet' : 'otherSheet',
    text: name,
  }));
  if (sheet.hiddenRows > 0) notRead.push({ code: 'hiddenRows', count: sheet.hiddenRows });
  return { columns, sheets, sheet: sheet.name, notRead };
}

function readText(bytes: Uint8Array, choice: ImportChoice, collector: RowCollector): ImportColumns {
  const { text, encoding } = decodeText(bytes);
  const first = /\S/.exec(text)?.[0];
  if (first === undefined) throw new FileFault({ code: 'fileEmpty' });
  // A file named .xls may be a web page, which begins with `<`, or an old Excel workbook, which
  // contains zero bytes.
  if (first === '<' || text.startsWith('%PDF') || text.includes('\0'))
    throw new FileFault({ code: 'otherFormat' });
  if (first !== '[' && first !== '{') return readCsv(text, choice, collector);
  if (!encoding.startsWith('utf')) throw new FileFault({ code: 'jsonNotUtf8' });
  readJsonRows(text, collector);
  return noColumns;
}

/**
 * Words that identify the encoding of a text that is not Unicode: the same bytes may be valid in
 * several encodings. Windows-1254 is for Turkish and Windows-1256 for Arabic.
 */
const tellingWords: { readonly [encoding: string]: RegExp } = {
  shift_jis: /[\u3041-\u30fe]|在庫|数量|商品|品番/,
  'windows-1254': /stok|ürün|adet|miktar|barkod|durum|hayvan/i,
  'windows-1256': /كمية|عدد|اسم|رقم|مخزون|باركود|حيوان/,
};

const startOf = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 4));

/**
 * Decodes a text file. A byte order mark tells the encoding. Without it, a zero byte in the first
 * character means UTF-16, because CSV and JSON begin with an ASCII character. Other encodings are
 * tried one after the other.
 */
function decodeText(bytes: Uint8Array): { readonly text: string; readonly encoding: string } {
  const start = startOf(bytes);
  let encodings = ['utf-8', ...Object.keys(tellingWords), 'windows-1252'];
  if (start.startsWith('\xff\xfe') || (bytes[0] !== 0 && bytes[1] === 0)) encodings = ['utf-16le'];
  else if (start.startsWith('\xfe\xff') || (bytes[0] === 0 && bytes[1] !== 0))
    encodings = ['utf-16be'];
  else if (start.startsWith('\xef\xbb\xbf')) encodings = ['utf-8'];
  for (const encoding of encodings) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      if (tellingWords[encoding]?.test(text) ?? true) return { text, encoding };
    } catch {
      // The bytes are not valid in this encoding. The next encoding is tried.
    }
  }
  throw new FileFault({ code: 'badEncoding', written: encodings.join().toUpperCase() });
}
