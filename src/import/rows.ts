import { exactInteger } from '../domain/exact-integer.ts';
import { integerIn, parseExactJson } from '../domain/exact-json.ts';
import { parsePetId } from '../domain/pet-id.ts';
import { type Piece, splitJsonArray } from './split-json-array.ts';

/** A row before it is checked: integers that were written as such, and whatever else was there. */
type Row = { readonly line: number; readonly petId: unknown; readonly quantity: unknown; readonly status: unknown };

type RowOrFault = Row | { readonly line: number; readonly fault: string };

/** The rows of CSV, a JSON array or NDJSON, told apart by how they begin. */
export function rowsIn(text: string): Iterable<RowOrFault> {
  switch (text.trimStart()[0]) {
    case undefined:
      return [{ line: 1, fault: 'the file is empty' }];
    case '[':
      return jsonRows(splitJsonArray(text));
    case '{':
      return jsonRows(linesOf(text));
    default:
      return csvRows(text);
  }
}

function* linesOf(text: string): Generator<{ readonly line: number; readonly text: string }> {
  let line = 0;
  for (const content of text.split('\n')) {
    line++;
    if (content.trim() !== '') yield { line, text: content };
  }
}

function* jsonRows(pieces: Iterable<Piece>): Generator<RowOrFault> {
  for (const piece of pieces) {
    if ('fault' in piece) yield piece;
    else yield jsonRow(piece.text, piece.line);
  }
}

function jsonRow(text: string, line: number): RowOrFault {
  let value: unknown;
  try {
    value = parseExactJson(text);
  } catch {
    return { line, fault: 'this is not valid JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { line, fault: 'this is not a JSON object' };
  const { petId, quantity, status } = value as Record<string, unknown>;
  return { line, petId: integerIn(petId), quantity: integerIn(quantity), status };
}

const columns = ['petId', 'quantity', 'status'] as const;
const headerFault = `the first line must be the header ${columns.join(',')}`;

/** No value may hold a line break or a comma, so a line is a row, and whatever is odd about it is a fault of that line. */
function* csvRows(text: string): Generator<RowOrFault> {
  let at: number[] | undefined;
  for (const { line, text: content } of linesOf(text)) {
    const fields = content.split(',').map(unquoted);
    if (at === undefined) {
      at = columns.map((name) => fields.indexOf(name));
      if (fields.length === columns.length && !at.includes(-1)) continue;
      yield { line, fault: headerFault };
      return;
    }
    if (fields.length !== columns.length) yield { line, fault: `${fields.length} fields instead of ${columns.length}` };
    else {
      const [petId = '', quantity = '', status = ''] = at.map((index) => fields[index] ?? '');
      yield { line, petId: parsePetId(petId), quantity: exactInteger(quantity), status };
    }
  }
}

function unquoted(field: string): string {
  const text = field.trim();
  return /^".*"$/.test(text) ? text.slice(1, -1) : text;
}
