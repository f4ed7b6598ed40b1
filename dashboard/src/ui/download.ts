import { csvLine } from '../../../src/import/csv-export.ts';
import { locale } from '../messages/language.ts';

type Cell = string | number | bigint | Date | null;

/** Whether decimals have a comma. There, Excel expects semicolons between the columns of a CSV file. */
const hasDecimalComma = new Intl.NumberFormat(locale).format(1.5).includes(',');

/** Downloads a table as a CSV file for Excel. The byte order mark tells Excel that the file is UTF-8. */
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
  // The file is kept in memory for a minute, until the browser has read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
