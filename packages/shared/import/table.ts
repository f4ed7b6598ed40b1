import { limits } from '../limits.ts';
import {
  type ColumnChoice,
  findColumns,
  type ImportColumns,
  noColumns,
  placeName,
} from './columns.ts';
import { type Layout, layoutOf } from './layouts.ts';
import { type ImportField, importFields } from './problem.ts';
import { FileFault, isProblem, type ReadFields, type RowCollector, simplified } from './row.ts';
import { type Cell, cellText, type ImportAnswers, isTotal, valueFrom } from './values.ts';

/** What the user has chosen about an import file. A JSON file needs no choice. */
export type ImportChoice = ImportAnswers & {
  /**
   * The sheet of a workbook: its name, or its number among the visible sheets. Default: the first
   * visible sheet.
   */
  readonly sheet?: string | undefined;
  readonly columns?: ColumnChoice;
  /** The location whose stock is read, if the file has several. */
  readonly location?: string | undefined;
  /** The line number of the header. Default: the line that looks most like a header. */
  readonly headerLine?: number | undefined;
};

type TableRow = { readonly line: number; readonly cells: readonly Cell[] };

function headOf(rows: readonly TableRow[]): ImportColumns['head'] {
  return rows
    .slice(0, headRowsMax)
    .map((row) => ({ line: row.line, cells: row.cells.map(cellText) }));
}

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
  #layout: LayoutReader | undefined;
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
    if (this.#layout !== undefined) this.#layout.read({ line, cells });
    else if (this.#columns !== undefined) this.#read(this.#columns, { line, cells });
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
    this.#layout?.end();
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
    const layout = Object.keys(choice).length === 0 ? layoutOf(names) : undefined;
    if (layout !== undefined) {
      this.#layout = new LayoutReader(layout, line, this.#choice, this.#collector);
      const ignored = names.filter((name, index) => name !== '' && !layout.used.includes(index));
      this.#columns = {
        ...noColumns,
        line,
        head: headOf(rows),
        names,
        positions: this.#layout.positions,
        layout: layout.title,
        ignored,
      };
      for (const row of rows.slice(at + 1)) this.#layout.read(row);
      this.#head = [];
      return;
    }
    const { positions, articleCode, unclear } = findColumns(names, choice);
    for (const problem of unclear.values())
      this.#collector.faults.push({ line, problem, kind: 'choice' });
    const used = new Set([...Object.values(positions), articleCode]);
    const ignored = [...new Set(names.filter((name, index) => name !== '' && !used.has(index)))];
    this.#columns = {
      line,
      head: headOf(rows),
      names,
      positions,
      articleCode,
      layout: undefined,
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

/** Reads the rows of a file that another system has written. */
class LayoutReader {
  readonly #layout: Layout;
  readonly #line: number;
  readonly #choice: ImportChoice;
  readonly #collector: RowCollector;
  /** The location whose stock is read; undefined until it is known. */
  #location: string | undefined;
  /** The locations that rows have named so far. */
  readonly #named = new Set<string>();

  constructor(layout: Layout, line: number, choice: ImportChoice, collector: RowCollector) {
    this.#layout = layout;
    this.#line = line;
    this.#choice = choice;
    this.#collector = collector;
    const { locations } = layout;
    this.#location = locations.length === 1 ? locations[0] : this.#chosenOf(locations);
  }

  get positions(): ImportColumns['positions'] {
    return this.#layout.positionsAt(this.#location);
  }

  #chosenOf(locations: Iterable<string>): string | undefined {
    const wanted = simplified(this.#choice.location ?? '');
    return wanted === ''
      ? undefined
      : [...locations].find((location) => simplified(location) === wanted);
  }

  read({ line, cells }: TableRow): void {
    const { locations } = this.#layout;
    if (locations.length > 0 && this.#location === undefined) return;
    const row = this.#layout.read(cells, this.#location);
    if (row.kind === 'skipped') {
      this.#collector.skip(row.reason);
      return;
    }
    if (row.location !== undefined) {
      this.#named.add(row.location);
      // The file may name further locations. Until then the first one is read.
      this.#location ??= this.#choice.location === undefined ? row.location : undefined;
      const isWanted =
        this.#location === row.location || this.#chosenOf([row.location]) !== undefined;
      if (!isWanted) {
        this.#collector.skip('otherLocationRows');
        return;
      }
    }
    const choice = this.#choice;
    const barcode = valueFrom('barcode', row.barcode, choice) as ReadFields['barcode'];
    const code = valueFrom('barcode', row.articleCode, choice) as ReadFields['barcode'];
    const fields = {
      petId: null,
      quantity: valueFrom('quantity', row.quantity, choice) as ReadFields['quantity'],
      status: null,
      name: valueFrom('name', row.name, choice) as ReadFields['name'],
      barcode: barcode ?? code,
      lowAt: valueFrom('lowAt', row.lowAt, choice) as ReadFields['lowAt'],
    };
    const articleCode = barcode === null || isProblem(code) ? null : code;
    this.#collector.add(line, { ...fields, articleCode });
  }

  /** Asks for the location if there are several, or if the chosen one is not there. */
  end(): void {
    const { location: chosen } = this.#choice;
    const all = this.#layout.locations.length > 0 ? this.#layout.locations : [...this.#named];
    const isKnown = chosen === undefined ? all.length < 2 : this.#chosenOf(all) !== undefined;
    if (!isKnown) this.#collector.askForLocation(this.#line, all, chosen);
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
