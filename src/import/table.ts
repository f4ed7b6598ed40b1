import { limits } from '../limits.ts';
import {
  type ColumnChoice,
  findColumns,
  type ImportColumns,
  noColumns,
  placeName,
} from './columns.ts';
import { type ImportField, importFields } from './problem.ts';
import { FileFault, type ReadRow, type RowCollector } from './row.ts';
import { type Cell, cellText, type ImportAnswers, isTotal, valueFrom } from './values.ts';

/** What the user has chosen about an import file. A JSON file needs no choice. */
export type ImportChoice = ImportAnswers & {
  /**
   * The sheet of a workbook: its name, or its number among the visible sheets. Default: the first
   * visible sheet.
   */
  readonly sheet?: string | undefined;
  readonly columns?: ColumnChoice;
  /** The line number of the header. Default: the line that looks most like a header. */
  readonly headerLine?: number | undefined;
};

type TableRow = { readonly line: number; readonly cells: readonly Cell[] };

/**
 * How many rows are searched for the header of a table. Twice as many are read to see what the
 * columns contain.
 */
export const headRowsMax = 20;

/**
 * Reads the rows of a CSV file or a sheet. The first rows are kept in memory until the header is
 * found.
 */
export class TableReader {
  readonly #choice: ImportChoice;
  readonly #collector: RowCollector;
  #columns: ImportColumns | undefined;
  #head: TableRow[] = [];

  constructor(choice: ImportChoice, collector: RowCollector) {
    this.#choice = choice;
    this.#collector = collector;
  }

  add(line: number, cells: readonly Cell[]): void {
    if (cells.length > limits.importColumnsMax) {
      throw new FileFault(
        { code: 'tooManyColumns', columns: cells.length, max: limits.importColumnsMax },
        line,
      );
    }
    if (!cells.some(cellText)) return;
    if (this.#columns !== undefined) this.#read(this.#columns, { line, cells });
    else this.#head.push({ line, cells });
    if (this.#head.length >= 2 * headRowsMax && line > (this.#choice.headerLine ?? 0))
      this.#start();
  }

  /**
   * Must be called after the last row of the table. Returns which columns of the table have which
   * fields.
   */
  end(): ImportColumns {
    if (this.#columns === undefined && this.#head.length > 0) this.#start();
    return this.#columns ?? noColumns;
  }

  #start(): void {
    const { headerLine, columns: choice = {} } = this.#choice;
    const rows = this.#head;
    const chosen = rows.findIndex(({ line }) => line === headerLine);
    const at = chosen === -1 ? headerAmong(rows, choice) : chosen;
    const line = rows[at]?.line ?? 1;
    const following = rows.slice(at + 1).map(({ cells }) => cells.map(cellText));
    const isFilled = (position: number) =>
      following.some((cells) => (cells[position] ?? '') !== '');
    const nameOf = (cell: Cell, position: number) =>
      cellText(cell) || (isFilled(position) ? placeName(position) : '');
    const names = rows[at]?.cells.map(nameOf) ?? [];
    const { positions, unclear } = findColumns({ names, rows: following }, choice);
    for (const problem of unclear.values())
      this.#collector.faults.push({ line, problem, kind: 'choice' });
    const used = new Set(Object.values(positions));
    const ignored = [...new Set(names.filter((name, index) => name !== '' && !used.has(index)))];
    const head = rows
      .slice(0, headRowsMax)
      .map((row) => ({ line: row.line, cells: row.cells.map(cellText) }));
    this.#columns = { line, head, names, positions, ignored, unclear: [...unclear.keys()] };
    for (const row of rows.slice(at + 1)) this.#read(this.#columns, row);
    this.#head = [];
  }

  #read({ names, positions, unclear }: ImportColumns, { line, cells }: TableRow): void {
    if (unclear.length > 0) return;
    if (cells.slice(names.length).some(cellText)) {
      const problem = {
        code: 'tooManyValues',
        count: cells.length,
        columns: names.length,
      } as const;
      this.#collector.faults.push({ line, problem, kind: 'row' });
      return;
    }
    if (Object.values(positions).every((position) => cellText(cells[position]) === '')) return;
    const code = cellText(cells[positions.barcode ?? 0]);
    if (positions.petId === undefined && isTotal(code)) {
      this.#collector.faults.push({
        line,
        problem: { code: 'noBarcode', text: code },
        kind: 'row',
      });
      return;
    }
    const valueFor = (field: ImportField) => {
      const position = positions[field];
      return position === undefined ? null : valueFrom(field, cells[position] ?? '', this.#choice);
    };
    this.#collector.add(
      line,
      Object.fromEntries(importFields.map((field) => [field, valueFor(field)])) as ReadRow,
    );
  }
}

/**
 * The index of the header: the row with the highest header score, or else the first row with two or
 * more values.
 */
function headerAmong(rows: readonly TableRow[], choice: ColumnChoice): number {
  const scores = rows.slice(0, headRowsMax).map(({ cells }) => headerScore(cells, choice));
  const best = Math.max(...scores);
  const at =
    best > 0
      ? scores.indexOf(best)
      : rows.findIndex(({ cells }) => cells.filter(cellText).length > 1);
  return Math.max(0, at);
}

export function headerScore(cells: readonly Cell[], choice: ColumnChoice): number {
  const fields = Object.keys(
    findColumns({ names: cells.map(cellText), rows: [] }, choice).positions,
  );
  return fields.length + fields.filter((field) => field === 'petId' || field === 'quantity').length;
}
