import { CsvError, parse } from 'csv-parse/sync';
import { limits } from '../limits.ts';
import type { ColumnChoice, ImportColumns } from './columns.ts';
import { FileFault, type RowCollector, rowTooLong } from './row.ts';
import { headerScore, headRowsMax, type ImportChoice, TableReader } from './table.ts';

/** Reads CSV as spreadsheets write it, with commas, semicolons, tabs or pipes. */
export function readCsv(
  text: string,
  choice: ImportChoice,
  collector: RowCollector,
): ImportColumns {
  const unixText = text.replaceAll(/\r\n?/g, '\n');
  refuseLongLines(unixText);
  const plainText = withoutTextFormulas(unixText);
  // A first line such as "sep=;" tells Excel the separator, and is no row of the table.
  const [separatorLine = '', separator] = /^"?sep=(.)"?\n/i.exec(plainText) ?? [];
  const bytes = new TextEncoder().encode(plainText.slice(separatorLine.length));
  const firstLine = separatorLine === '' ? 1 : 2;
  const delimiter = separator ?? detectDelimiter(bytes, choice.columns ?? {});
  const table = new TableReader(choice, collector);
  readRows(bytes, delimiter, {
    onRow: (cells, line) => table.add(line + firstLine - 1, cells),
    onFault: (code, line) => {
      const faultyLine = line + firstLine - 1;
      if (code === 'rowTooLong') throw new FileFault(rowTooLong, faultyLine);
      collector.faults.push({ line: faultyLine, problem: { code }, kind: 'row' });
    },
  });
  return table.end();
}

type RowHandlers = {
  readonly onRow: (cells: readonly string[], line: number) => void;
  readonly onFault: (code: 'quoteOpen' | 'quoteStray' | 'rowTooLong', line: number) => void;
};

/**
 * Reads the rows of a CSV file, each with the number of its first line. A row with a quote out of
 * place is a fault, and reading goes on with the next line.
 */
function readRows(bytes: Uint8Array, delimiter: string, { onRow, onFault }: RowHandlers): void {
  const starts = lineStarts(bytes);
  /** The line on which the next row begins, unless empty lines precede it. */
  let line = 1;
  while (line <= starts.length) {
    const chunkLine = line;
    try {
      parseRecords(bytes.subarray(starts[chunkLine - 1]), delimiter, (cells, lastLine) => {
        // The CSV parser gives the last line of a row. A row with line breaks in its cells begins
        // on an earlier line.
        line = chunkLine + lastLine;
        onRow(cells, line - cells.join('').split('\n').length);
      });
      return;
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      const lineBytes = (at: number) => bytes.subarray(starts[at - 1], starts[at]);
      while (isBlank(lineBytes(line))) line++;
      const literal =
        error.code === 'INVALID_OPENING_QUOTE' ? literalCells(lineBytes(line), delimiter) : [];
      if (literal.length > 0) onRow(literal, line);
      else onFault(faultCodes[error.code] ?? 'quoteStray', line);
      line++;
    }
  }
}

const faultCodes: { readonly [code: string]: Parameters<RowHandlers['onFault']>[0] } = {
  CSV_MAX_RECORD_SIZE: 'rowTooLong',
  CSV_QUOTE_NOT_CLOSED: 'quoteOpen',
};

/** The index of the first byte of each line. */
function lineStarts(bytes: Uint8Array): number[] {
  const starts = [0];
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
  return starts;
}

function isBlank(line: Uint8Array): boolean {
  return line.length > 0 && line.every((byte) => byte === 10 || byte === 32 || byte === 9);
}

/**
 * The cells of a line with a quote within a value, such as `3" hose`. Spreadsheets read such a
 * quote as part of the value. Returns no cells if the line has other quotes out of place.
 */
function literalCells(line: Uint8Array, delimiter: string): readonly string[] {
  let literal: readonly string[] = [];
  try {
    parseRecords(
      line,
      delimiter,
      (cells) => {
        literal = cells;
      },
      { relax_quotes: true },
    );
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  return literal;
}

/**
 * Turns `="007"` into `"007"`. Tills write such formulas to keep Excel from reading a code as a
 * number.
 */
function withoutTextFormulas(text: string): string {
  if (!text.includes('="')) return text;
  return text.replaceAll(
    /"[^"]*"|(?<=^|[,;\t|])=("[^"\n]*")(?=$|[,;\t|])/gm,
    (all, value = all) => value,
  );
}

/**
 * Refuses long lines before parsing. A line of 100 MB takes a minute, or gigabytes of memory if it
 * is all commas.
 */
function refuseLongLines(text: string): void {
  for (let line = 1, start = 0; start < text.length; line++) {
    const end = text.indexOf('\n', start);
    const next = end === -1 ? text.length : end + 1;
    if (next - start > limits.importRowBytesMax) throw new FileFault(rowTooLong, line);
    start = next;
  }
}

/**
 * Chooses the delimiter that makes one of the first lines a header, or else the one with the most
 * columns.
 */
function detectDelimiter(bytes: Uint8Array, choice: ColumnChoice): string {
  const scoreOf = (delimiter: string) => {
    const scores: number[] = [0];
    try {
      const add = (cells: readonly string[]) =>
        scores.push(headerScore(cells, choice) + cells.length / (limits.importColumnsMax + 1));
      parseRecords(bytes, delimiter, add, { to: headRowsMax });
    } catch (error) {
      // A wrong delimiter can put a quote out of place. Only the rows before it then count for the
      // delimiter's score.
      if (!(error instanceof CsvError)) throw error;
    }
    return Math.max(...scores);
  };
  const scored = [',', ';', '\t', '|'].map((delimiter) => ({
    delimiter,
    score: scoreOf(delimiter),
  }));
  return scored.reduce((best, other) => (other.score > best.score ? other : best)).delimiter;
}

/**
 * Calls `onRecord` for each row of a CSV file. Throws a CsvError at the first quote that is out of
 * place.
 */
function parseRecords(
  bytes: Uint8Array,
  delimiter: string,
  onRecord: (cells: string[], lastLine: number) => void,
  options: { readonly to?: number; readonly relax_quotes?: boolean } = {},
): void {
  parse(bytes, {
    ...options,
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    max_record_size: limits.importRowBytesMax,
    skip_empty_lines: true,
    trim: true,
    on_record: (cells: string[], { lines }) => {
      onRecord(cells, lines);
      // Null makes the CSV parser forget the row. Otherwise it would keep a second copy of the file
      // in memory.
      return null;
    },
  });
}
