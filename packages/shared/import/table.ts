import { limits } from '../limits.ts';
import {
  type ColumnChoice,
  findColumns,
  type ImportColumns,
  noColumns,
  placeName,
} from './columns.ts';
import { type ImportField, importFields } from './problem.ts';
import { FileFault, isProblem, type ReadFields, type RowCollector } from './row.ts';
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

/** How many rows are searched for the header of a table. */
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
    const { positions, articleCode, unclear } = findColumns(names, choice);
    for (const problem of unclear.values())
      this.#collector.faults.push({ line, problem, kind: 'choice' });
    const used = new Set([...Object.values(positions), articleCode]);
    const ignored = [...new Set(names.filter((name, index) => name !== '' && !used.has(index)))];
    const head = rows
      .slice(0, headRowsMax)
      .map((row) => ({ line: row.line, cells: row.cells.map(cellText) }));
    this.#columns = {
      line,
      head,
      names,
      positions,
      articleCode,
      ignored,
      unclear: [...unclear.keys()],
    };
    for (const row of rows.slice(at + 1)) this.#read(this.#columns, row);
    this.#head = [];
  }

  #read(columns: ImportColumns, { line, cells }: TableRow): void {
    const { names, positions, unclear } = columns;
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
    if (isTotalRow(columns, cells)) {
      this.#collector.skip('totalRows');
      return;
    }
    const valueFor = (field: ImportField) => {
      const position = positions[field];
      return position === undefined ? null : valueFrom(field, cells[position] ?? '', this.#choice);
    };
    const fields = Object.fromEntries(
      importFields.map((field) => [field, valueFor(field)]),
    ) as ReadFields;
    const articleCode =
      columns.articleCode === undefined
        ? null
        : (valueFrom('barcode', cells[columns.articleCode] ?? '', {}) as ReadFields['barcode']);
    if (fields.barcode === null) {
      // The article code identifies a row without a barcode.
      this.#collector.add(line, { ...fields, barcode: articleCode, articleCode: null });
    } else {
      const otherCode = isProblem(articleCode) ? null : articleCode;
      this.#collector.add(line, { ...fields, articleCode: otherCode });
    }
  }
}

/**
 * Whether a row has the totals of a table: its first text, and its ID or code if it has any, is a
 * word such as "Total".
 */
function isTotalRow({ positions }: ImportColumns, cells: readonly Cell[]): boolean {
  const id = cellText(cells[positions.petId ?? positions.barcode ?? 0]);
  const first = cells.map(cellText).find((text) => text !== '') ?? '';
  return isTotal(first) && (id === '' || isTotal(id));
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
  const fields = Object.keys(findColumns(cells.map(cellText), choice).positions);
  return fields.length + fields.filter((field) => field === 'petId' || field === 'quantity').length;
}
