import { CsvError, parse } from 'csv-parse/sync';
import { exactInteger } from '../domain/exact-json.ts';
import { asQuantity, type PetId, type PetStatus, parsePetId, petStatuses, quantityRule } from '../domain/item.ts';
import { limits } from '../limits.ts';
import { type ColumnChoice, findColumns, type ImportColumns, noColumns, simplified } from './columns.ts';
import { unprotectFormula } from './csv-export.ts';
import { BadValue, FileFault, nameFrom, quoted, type RowCollector, rowLimit } from './row.ts';

const samplesMax = 3;

/** Reads CSV as spreadsheets write it, with commas, semicolons or tabs. */
export function readCsv(text: string, choice: ColumnChoice, collector: RowCollector): ImportColumns {
  const unixText = text.replaceAll(/\r\n?/g, '\n');
  refuseLongLines(unixText);
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
      const line = nextLine - cells.join('').split('\n').length;
      if (cells.length > limits.importColumnsMax) {
        throw new FileFault(`this row has ${cells.length.toLocaleString('en-US')} columns, ${columnLimit}`, line);
      }
      const values = cells.map((cell) => cell.trim());
      if (values.every((value) => value === '')) return;
      if (columns === undefined) {
        columns = { ...findColumns(values, choice, (fault) => collector.addFault(line, fault)), samples };
        return;
      }
      if (samples.length < samplesMax) samples.push(values);
      if (columns.unclear.length > 0) return;
      const { names, positions } = columns;
      if (values.slice(names.length).some((value) => value !== '')) {
        const advice = `Put a value that contains a ${delimiter === '\t' ? 'tab' : delimiter} in quotes`;
        collector.addFault(line, `there are ${values.length} values for ${names.length} columns. ${advice}`);
        return;
      }
      const value = (position: number | undefined) => values[position ?? -1] ?? '';
      if (Object.values(positions).every((position) => value(position) === '')) return;
      collector.add(line, {
        petId: petIdFrom(value(positions.petId)),
        quantity: quantityFrom(value(positions.quantity)),
        status: positions.status === undefined ? null : statusFrom(value(positions.status)),
        // With the spaces that were in quotes.
        name: nameFrom(unprotectFormula(cells[positions.name ?? -1] ?? '')),
      });
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FileFault(csvFaults[error.code] ?? strayQuote, lineWithText(unixText, nextLine));
  }
  return columns ?? noColumns;
}

const columnLimit = `and ${limits.importColumnsMax.toLocaleString('en-US')} is the most that a row can have`;
const strayQuote = 'a quote is out of place in this row. Put the whole value in quotes and double the quotes inside';
const csvFaults: { readonly [Code in CsvError['code']]?: string } = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened in this row and never closed',
  CSV_MAX_RECORD_SIZE: `${rowLimit}. Perhaps a quote is never closed`,
};

/** Before anything is parsed: a line of 100 MB costs a minute, and gigabytes if it is all separators. */
function refuseLongLines(text: string): void {
  for (let line = 1, start = 0; start < text.length; line++) {
    const end = text.indexOf('\n', start);
    const next = end === -1 ? text.length : end + 1;
    if (next - start > limits.importRowBytesMax) throw new FileFault(rowLimit, line);
    start = next;
  }
}

/** The one that splits the first line into the most columns. */
function detectDelimiter(bytes: Uint8Array): string {
  const columnCount = (delimiter: string) => {
    let count = 0;
    try {
      parseRecords(bytes, delimiter, (cells) => (count = cells.length), 1);
    } catch (error) {
      // With another delimiter, quotes can be out of place.
      if (!(error instanceof CsvError)) throw error;
    }
    return count;
  };
  return [',', ';', '\t'].reduce((best, other) => (columnCount(other) > columnCount(best) ? other : best));
}

/** Throws a CsvError at the first quote that is out of place. */
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
      // Nothing is kept: a large file would be in memory twice.
      return null;
    },
  });
}

/** The first line from `line` on that is not blank. */
function lineWithText(text: string, line: number): number {
  const lines = text.split('\n');
  const index = lines.findIndex((content, at) => at >= line - 1 && content.trim() !== '');
  return index === -1 ? line : index + 1;
}

/** `1.23457E+11`: how spreadsheets write a long number in a cell without a number format. Digits are lost. */
const scientific = /\d[eE]\+\d/;

function petIdFrom(text: string): PetId | BadValue {
  if (text === '') return new BadValue('petId is empty');
  if (scientific.test(text)) return shortenedNumber('petId', text);
  return parsePetId(text) ?? new BadValue(`petId must be a 64-bit integer, not ${quoted(text)}`);
}

function quantityFrom(text: string): number | BadValue {
  if (text === '') return new BadValue('quantity is empty');
  if (scientific.test(text)) return shortenedNumber('quantity', text);
  const literal = /^\d+$/.test(text) ? text : numberLiteral(text);
  if (literal === undefined) {
    const digits = text.replaceAll(/\D/g, '');
    return new BadValue(
      `quantity ${quoted(text)} is ambiguous: it could be ${digits} or a fraction. Write it without a separator`,
    );
  }
  return asQuantity(exactInteger(literal)) ?? new BadValue(`quantity must be ${quantityRule}, not ${quoted(text)}`);
}

function shortenedNumber(field: string, text: string): BadValue {
  const advice = 'Format the column as a whole number without separators and export it again';
  return new BadValue(`${field} ${quoted(text)} was shortened by the spreadsheet and has lost digits. ${advice}`);
}

/** Groups of three digits after at most three, with one separator throughout, and perhaps a decimal part. */
const grouped = /^([1-9]\d{0,2})((?:([.,'’ \u00a0\u202f])\d{3})(?:\3\d{3})*)(?:(?!\3)([.,])(\d+))?$/;

/**
 * The number with a decimal point and without thousands separators. undefined for `1,234` and `1.234`, where the same
 * character could be either. In `1,234,567`, `1.234,00` and `1 234` it cannot.
 */
function numberLiteral(text: string): string | undefined {
  const [, first = '', groups = '', separator = '', decimalMark, decimals] = grouped.exec(text) ?? [];
  if (groups === '') return text.replace(/^(-?\d+),(\d+)$/, '$1.$2');
  const isAmbiguous = /[.,]/.test(separator) && groups.length === 4 && decimalMark === undefined;
  if (isAmbiguous) return undefined;
  return first + groups.replaceAll(separator, '') + (decimals === undefined ? '' : `.${decimals}`);
}

const statuses: ReadonlyMap<string, PetStatus> = new Map([
  ...petStatuses.map((status) => [status, status] as const),
  ['verfügbar', 'available'],
  ['reserviert', 'pending'],
  ['verkauft', 'sold'],
]);

function statusFrom(text: string): PetStatus | BadValue {
  if (text === '') return new BadValue('status is empty');
  const status = statuses.get(text) ?? statuses.get(simplified(text));
  return status ?? new BadValue(`status must be one of ${petStatuses.join(', ')}, not ${quoted(text)}`);
}
