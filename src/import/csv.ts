import { CsvError, parse } from 'csv-parse/sync';
import { type ColumnChoice, findColumns, type ImportColumns, noColumns } from './columns.ts';
import { nameFrom, petIdFrom, quantityFrom, statusFrom } from './csv-values.ts';
import type { RowCollector } from './row.ts';

const samplesMax = 3;

/** Reads CSV as spreadsheets write it, with commas, semicolons or tabs. */
export function readCsv(text: string, choice: ColumnChoice, collector: RowCollector): ImportColumns {
  const unixText = text.replaceAll(/\r\n?/g, '\n');
  // A first line such as "sep=;" tells Excel the separator.
  const [separatorLine = '', separator] = /^"?sep=(.)"?\n/i.exec(unixText) ?? [];
  const bytes = new TextEncoder().encode(unixText.slice(separatorLine.length));
  const linesBefore = separatorLine === '' ? 0 : 1;
  const delimiter = separator ?? detectDelimiter(bytes);

  let columns: ImportColumns | undefined;
  const samples: string[][] = [];
  let nextLine = linesBefore + 1;
  try {
    parseRecords(bytes, delimiter, (cells, lastLine) => {
      nextLine = linesBefore + lastLine + 1;
      // A value in quotes can contain line breaks.
      const line = nextLine - 1 - cells.reduce((count, cell) => count + lineBreaksIn(cell), 0);
      const values = cells.map((cell) => cell.trim());
      if (values.every((value) => value === '')) return;
      if (columns === undefined) {
        const found = findColumns(values, choice);
        for (const fault of found.faults) collector.addFault(line, fault);
        columns = { ...found.columns, samples };
      } else {
        if (samples.length < samplesMax) samples.push(values);
        if (columns.unclear.length === 0) readRow(values, { line, columns, delimiter, collector, cells });
      }
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    collector.addFault(lineWithText(unixText, nextLine), quoteFault(error));
  }
  return columns ?? noColumns;
}

type RowContext = {
  readonly line: number;
  readonly columns: ImportColumns;
  readonly delimiter: string;
  readonly collector: RowCollector;
  /** The values with the spaces that were in quotes. */
  readonly cells: readonly string[];
};

function readRow(values: readonly string[], { line, columns, delimiter, collector, cells }: RowContext): void {
  const { names, positions } = columns;
  if (values.slice(names.length).some((value) => value !== '')) {
    const separator = delimiter === '\t' ? 'tab' : delimiter;
    const advice = `Put a value that contains a ${separator} in quotes`;
    collector.addFault(line, `there are ${values.length} values for ${names.length} columns. ${advice}`);
    return;
  }
  const value = (position: number | undefined) => (position === undefined ? '' : (values[position] ?? ''));
  if (Object.values(positions).every((position) => value(position) === '')) return;
  collector.add(line, {
    petId: petIdFrom(value(positions.petId)),
    quantity: quantityFrom(value(positions.quantity)),
    status: positions.status === undefined ? null : statusFrom(value(positions.status)),
    name: nameFrom(cells[positions.name ?? -1] ?? ''),
  });
}

const delimiters = [',', ';', '\t'];

/** The one that splits the first line into the most columns. */
function detectDelimiter(bytes: Uint8Array): string {
  const columnCounts = delimiters.map((delimiter) => {
    let count = 0;
    try {
      parseRecords(bytes, delimiter, (cells) => (count = cells.length), { to: 1 });
    } catch (error) {
      // With another delimiter, quotes can be out of place.
      if (!(error instanceof CsvError)) throw error;
    }
    return count;
  });
  return delimiters[columnCounts.indexOf(Math.max(...columnCounts))] ?? ',';
}

/** Throws a CsvError at the first quote that is out of place. */
function parseRecords(
  bytes: Uint8Array,
  delimiter: string,
  onRecord: (cells: string[], lastLine: number) => void,
  options: { to?: number } = {},
): void {
  parse(bytes, {
    ...options,
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    on_record: (cells: string[], { lines }) => {
      onRecord(cells, lines);
      // Nothing is kept: a large file would be in memory twice.
      return null;
    },
  });
}

function lineBreaksIn(text: string): number {
  return text.includes('\n') ? text.split('\n').length - 1 : 0;
}

function quoteFault({ code }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quote is opened in this row and never closed';
  return 'a quote is out of place in this row. Put the whole value in quotes and double the quotes inside';
}

/** The first line from `line` on that is not blank. */
function lineWithText(text: string, line: number): number {
  const lines = text.split('\n');
  const index = lines.findIndex((content, at) => at >= line - 1 && content.trim() !== '');
  return index === -1 ? line : index + 1;
}
