import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import readXlsxFile, { type CellValue } from 'read-excel-file/universal';
import { limits } from '../limits.ts';
import { FileFault } from './row.ts';
import type { Cell, NumberCell } from './values.ts';

/** Reads the sheets of an Excel workbook. Few imports need this file, so it is loaded on demand. */

type Sheet = {
  readonly name: string;
  readonly isHidden: boolean;
  /** Hidden rows are empty. */
  readonly rows: readonly (readonly Cell[])[];
  readonly hiddenRows: number;
};

const unreadable = { code: 'workbookUnreadable' } as const;

export async function readWorkbook(bytes: Uint8Array): Promise<Sheet[]> {
  const files = unpack(bytes);
  const workbook = files['xl/workbook.xml'];
  if (workbook === undefined) throw new FileFault({ code: otherKind(Object.keys(files)) });
  const parts = Object.values(files).map((file) => strFromU8(file));
  // The reader's time grows with the square of the number of sheets and relationships.
  const areTooMany = (xml: string) => (xml.match(/[<:](?:sheet|Relationship)\s/g)?.length ?? 0) > 2_000;
  if (parts.some(areTooMany)) throw new FileFault(unreadable);
  refuseSparseSheets(parts.filter((xml) => xml.includes('sheetData')));
  const hidden = hiddenSheets(strFromU8(workbook));
  for (const [name, file] of Object.entries(files)) files[name] = withMarkedRows(file);
  // The reader would inflate the file in a worker, which a browser may forbid. Without compression it needs none.
  const packed = zipSync(files, { level: 0 });
  try {
    const sheets = await readXlsxFile(packed.buffer as ArrayBuffer, {
      trim: false,
      parseNumber: (text): NumberCell => ({ text }),
    });
    // A workbook may not name one sheet twice, which would multiply its cells.
    if (new Set(sheets.map(({ data }) => data)).size < sheets.length) throw new FileFault(unreadable);
    return sheets.map(({ sheet, data }, index) => {
      const all = data.map((row) => row.map(cellOf));
      const rows = all.map((cells) => (isMarked(cells) ? [] : cells));
      return { name: sheet, isHidden: hidden[index] ?? false, rows, hiddenRows: all.filter(isMarked).length };
    });
  } catch {
    throw new FileFault(unreadable);
  }
}

/** Unpacks the parts that hold the sheets. Other parts are listed, but stay empty. No part is larger than it declares. */
function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  let total = 0;
  const others: Record<string, Uint8Array> = {};
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const isWanted = /^xl\/.*\.xml(\.rels)?$/.test(name) && !/^xl\/(drawings|charts|media)\//.test(name);
        if (!isWanted) others[name] = new Uint8Array();
        else total += originalSize;
        if (total > limits.importWorkbookBytesMax)
          throw new FileFault({ code: 'workbookTooLarge', max: limits.importWorkbookBytesMax / 2 ** 20 });
        return isWanted;
      },
    });
    return { ...others, ...files };
  } catch (error) {
    throw error instanceof FileFault ? error : new FileFault(unreadable);
  }
}

function otherKind(names: readonly string[]) {
  if (names.includes('content.xml')) return 'openDocument';
  if (names.some((name) => name.endsWith('.iwa') || name === 'Index.zip')) return 'numbersDocument';
  return names.includes('xl/workbook.bin') ? 'binaryExcel' : 'zipArchive';
}

/**
 * Matches the next text and tag just as the reader does. A comment, a CDATA section and an instruction have their own end;
 * any other tag ends with the first `>` outside quotes. Spreadsheet programs write far fewer than a hundred attributes.
 */
const nextTag =
  /^[^<]*(<!(?=--).*?-->|<!\[CDATA\[.*?\]\]>|<(?=\?).*?\?>|<(?!\?|!--|!\[CDATA\[)[^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*){0,100}>)/s;

/** The reader never finishes a longer text or tag: it reads in pieces, which get smaller the longer each takes. */
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

/** Whether each sheet is hidden. The reader does not tell, and lists the sheets in the same order. */
function hiddenSheets(workbook: string): boolean[] {
  const sheets = [...tagsOf(workbook)].filter((tag) => /^<(?:[\w.-]*:)*sheet\s(?:.*\s)?name=["'][^"']/s.test(tag));
  return sheets.map((tag) => /\sstate=["'](?:hidden|veryHidden)["']/.test(tag));
}

/** Takes the place of the cells of a hidden row. No number in a workbook is written like this. */
const hiddenMark = 'hidden';
const hiddenRow = /<((?:[\w.-]*:)*)row\s(?:[^>]*\s)?hidden=["'](?:1|true)["'][^>]*(?<!\/)>/;

/** Marks the hidden rows of a sheet that have cells, because the reader does not tell which rows are hidden. */
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

/** The reader fills the space between cells, so two cells that are far apart would take gigabytes. */
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

/** `A` is 1 and `AA` is 27. */
function columnNumber(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}

function cellOf(value: CellValue<NumberCell> | null): Cell {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value === 'string' || typeof value === 'object') return value ?? '';
  return String(value).toUpperCase();
}
