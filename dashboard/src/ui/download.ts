import { csvLine } from '../../../src/import/csv-export.ts';
import { locale } from '../messages/language.ts';

type Cell = string | number | bigint | Date | null;

/** Excel in the browser's language expects ; between columns where it expects a comma in decimals. */
const hasDecimalComma = new Intl.NumberFormat(locale).format(1.5).includes(',');

/** Downloads a table as Excel in the browser's language opens it. The byte order mark tells Excel that it is UTF-8. */
export function downloadTable(name: string, rows: readonly (readonly Cell[])[]): void {
  const cellOf = (cell: Cell) =>
    hasDecimalComma && typeof cell === 'number' && !Number.isInteger(cell) ? String(cell).replace('.', ',') : cell;
  const lines = rows.map((row) => csvLine(row.map(cellOf), hasDecimalComma ? ';' : ','));
  download(name, ['\ufeff', ...lines]);
}

export function download(name: string, texts: string[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(texts, { type: 'text/csv' }));
  link.download = name;
  link.click();
  // By then the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
