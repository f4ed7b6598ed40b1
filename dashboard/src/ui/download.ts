import { csvLine } from '@pawstock/shared/import/csv-export.ts';
import { locale } from '../messages/language.ts';

type Cell = string | number | bigint | Date | null;

/**
 * Whether decimal numbers have a comma in the user's region. If so, Excel expects semicolons
 * between columns.
 */
const hasDecimalComma = new Intl.NumberFormat(locale).format(1.5).includes(',');

export const separator = hasDecimalComma ? ';' : ',';

/** Downloads a table as a CSV file. */
export function downloadTable(name: string, rows: readonly (readonly Cell[])[]): void {
  const cellOf = (cell: Cell) =>
    hasDecimalComma && typeof cell === 'number' && !Number.isInteger(cell)
      ? String(cell).replace('.', ',')
      : cell;
  const lines = rows.map((row) => csvLine(row.map(cellOf), separator));
  download(name, lines);
}

/**
 * Downloads the lines of a CSV file. The byte order mark before them tells Excel that the file is
 * UTF-8.
 */
export function download(name: string, lines: readonly string[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(['\ufeff', ...lines], { type: 'text/csv' }));
  link.download = name;
  link.click();
  // The file stays in memory for a minute, because the browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
