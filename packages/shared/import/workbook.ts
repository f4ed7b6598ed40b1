import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import readXlsxFile, { type CellValue } from 'read-excel-file/universal';
import { limits } from '../limits.ts';
import { FileFault } from './row.ts';
import type { Cell, TypedCell } from './values.ts';

/**
 * Reads the sheets of an Excel workbook. This module is loaded on demand, because few imports need
 * it.
 */

type Sheet = {
  readonly name: string;
  readonly isHidden: boolean;
  /** The rows of the sheet. Hidden rows are empty. */
  readonly rows: readonly (readonly Cell[])[];
  readonly hiddenRows: number;
};

const unreadable = { code: 'workbookUnreadable' } as const;

export async function readWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
  try {
    const files = unpack(bytes);
    const workbook = files['xl/workbook.xml'];
    if (workbook === undefined) throw new FileFault({ code: 'otherFormat' });
    const parts = Object.values(files).map((file) => strFromU8(file));
    // The time of read-excel-file grows with the square of the number of sheets and relationships,
    // so there is a limit.
    const areTooMany = (xml: string) =>
      (xml.match(/[<:](?:sheet|Relationship)\s/g)?.length ?? 0) > 2_000;
    if (parts.some(areTooMany)) throw new FileFault(unreadable);
    refuseSparseSheets(parts.filter((xml) => xml.includes('sheetData')));
    const hidden = hiddenSheets(strFromU8(workbook));
    for (const [name, file] of Object.entries(files)) files[name] = withMarkedRows(file);
    // The workbook is packed again without compression, because read-excel-file would start a
    // worker to decompress it.
    const packed = zipSync(files, { level: 0 });
    const sheets = await readXlsxFile(packed.buffer as ArrayBuffer, {
      trim: false,
      parseNumber: (text): TypedCell => ({ kind: 'number', text }),
    });
    // A malicious workbook can name one sheet many times, which multiplies its cells. Such a
    // workbook is refused.
    if (new Set(sheets.map(({ data }) => data)).size < sheets.length)
      throw new FileFault(unreadable);
    return sheets.map(({ sheet, data }, index) => {
      const all = data.map((row) => row.map(cellOf));
      const rows = all.map((cells) => (isMarked(cells) ? [] : cells));
      return {
        name: sheet,
        isHidden: hidden[index] ?? false,
        rows,
        hiddenRows: all.filter(isMarked).length,
      };
    });
  } catch (error) {
    // An error other than a FileFault comes from the packages that read workbooks: the file is
    // unreadable.
    throw error instanceof FileFault ? error : new FileFault(unreadable);
  }
}

/** Unpacks the parts of a workbook that the import needs. */
function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  let total = 0;
  return unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      const isWanted =
        /^xl\/.*\.xml(\.rels)?$/.test(name) && !/^xl\/(drawings|charts|media)\//.test(name);
      if (isWanted) total += originalSize;
      if (total > limits.importWorkbookBytesMax)
        throw new FileFault({
          code: 'workbookTooLarge',
          max: limits.importWorkbookBytesMax / 2 ** 20,
        });
      return isWanted;
    },
  });
}

/**
 * Matches the next text and tag of XML in the same way as the package read-excel-file. A comment
 * ends with `-->`, a CDATA section with `]]>`, and an instruction with `?>`. Any other tag ends
 * with the first `>` outside quotes.
 */
const nextTag =
  /^[^<]*(<!(?=--).*?-->|<!\[CDATA\[.*?\]\]>|<(?=\?).*?\?>|<(?!\?|!--|!\[CDATA\[)[^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*){0,100}>)/s;

/**
 * The longest text or tag that is accepted in XML. With a longer one, read-excel-file would never
 * finish.
 */
const tagCharactersMax = 256 * 1024;

function* tagsOf(xml: string): Generator<string> {
  for (let start = 0; start < xml.length; ) {
    const text = xml.slice(start, start + tagCharactersMax);
    const [all = text, tag = ''] = nextTag.exec(text) ?? [];
    const isEnd = text.length < tagCharactersMax && text.trim() === '';
    if (tag === '' && !isEnd) throw new FileFault(unreadable);
    yield tag;
    start += all.length;
  }
}

/**
 * Whether each sheet is hidden. read-excel-file lists the sheets in the same order, without this
 * information.
 */
function hiddenSheets(workbook: string): boolean[] {
  const sheets = [...tagsOf(workbook)].filter((tag) =>
    /^<(?:[\w.-]*:)*sheet\s(?:.*\s)?name=["'][^"']/s.test(tag),
  );
  return sheets.map((tag) => /\sstate=["'](?:hidden|veryHidden)["']/.test(tag));
}

/**
 * Marks a hidden row: a number cell with this text, which no real number cell has, replaces the
 * row's cells.
 */
const hiddenMark = 'hidden';
const hiddenRow = /<((?:[\w.-]*:)*)row\s(?:[^>]*\s)?hidden=["'](?:1|true)["'][^>]*(?<!\/)>/;

/**
 * Marks the hidden rows of a sheet, because read-excel-file does not tell which rows are hidden.
 */
function withMarkedRows(file: Uint8Array): Uint8Array {
  const xml = strFromU8(file);
  if (!hiddenRow.test(xml)) return file;
  const pieces = xml.split(/(?<=row>)/).map((piece) => {
    const [tag = '', prefix = ''] = hiddenRow.exec(piece) ?? [];
    const cells = piece.indexOf(tag) + tag.length;
    const [, line] = /\sr=["'][A-Z]+(\d+)["']/.exec(piece.slice(cells)) ?? [];
    if (tag === '' || line === undefined) return piece;
    const mark = `<${prefix}c r="A${line}"><${prefix}v>${hiddenMark}</${prefix}v></${prefix}c>`;
    return piece.slice(0, cells) + mark + piece.slice(piece.lastIndexOf('</'));
  });
  return strToU8(pieces.join(''));
}

function isMarked([cell]: readonly Cell[]): boolean {
  return typeof cell === 'object' && cell.text === hiddenMark;
}

/**
 * Refuses sheets with cells far apart: read-excel-file would fill the gaps, which takes gigabytes
 * of memory.
 */
function refuseSparseSheets(sheets: readonly string[]): void {
  let cells = 0;
  for (const xml of sheets) {
    let [rows, columns] = [0, 0];
    for (const tag of tagsOf(xml)) {
      const [, name] = /^<(?:[\w.-]*:)*(row|c)[\s/>]/.exec(tag) ?? [];
      if (name === undefined) continue;
      if (name === 'row') rows++;
      for (const [, address = ''] of tag.matchAll(/[\s:]r=["']([^"']*)["']/g)) {
        const [, letters, row] = /^([A-Z]{0,3})(\d{1,7})$/.exec(address) ?? [];
        if (letters === undefined) throw new FileFault(unreadable);
        rows = Math.max(rows, Number(row));
        columns = Math.max(columns, columnNumber(letters));
      }
    }
    cells += rows * Math.max(columns, 1);
    const max = limits.importWorkbookCellsMax;
    if (cells > max) throw new FileFault({ code: 'sheetTooLarge', count: rows, columns, max });
  }
}

/** The number of a column by its letters: `A` is 1, and `AA` is 27. */
function columnNumber(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}

function cellOf(value: CellValue<TypedCell> | null): Cell {
  if (value instanceof Date) return { kind: 'date', text: value.toISOString().slice(0, 10) };
  if (typeof value === 'string' || typeof value === 'object') return value ?? '';
  return String(value).toUpperCase();
}
