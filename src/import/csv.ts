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
  const linesBefore = separatorLine === '' ? 0 : 1;
  const delimiter = separator ?? detectDelimiter(bytes, choice.columns ?? {});
  const table = new TableReader(choice, collector);
  let nextLine = linesBefore + 1;
  try {
    parseRecords(bytes, delimiter, (cells, lastLine) => {
      nextLine = linesBefore + lastLine + 1;
      // The CSV parser gives the last line of a row. A row with line breaks in its cells begins on
      // an earlier line.
      table.add(nextLine - cells.join('').split('\n').length, cells);
    });
    return table.end();
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    table.end();
    // The faulty row begins on the first line with text after the last good row.
    const rest = unixText.split('\n').slice(nextLine - 1);
    const line = nextLine + rest.findIndex((content) => content.trim() !== '');
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw new FileFault(rowTooLong, line);
    throw new FileFault(
      { code: error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'quoteOpen' : 'quoteStray' },
      line,
    );
  }
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
      parseRecords(bytes, delimiter, add, headRowsMax);
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
  to = -1,
): void {
  parse(bytes, {
    to,
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
