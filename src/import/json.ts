import { integerIn, parseExactJson, type Reviver } from '../domain/exact-json.ts';
import { asPetId, asQuantity, isPetStatus, petStatuses, quantityRule } from '../domain/item.ts';
import { type DetailField, detailRules, mapDetails } from '../domain/pet-details.ts';
import { limits } from '../limits.ts';
import { BadValue, FileFault, type ReadRow, type RowCollector, rowLimit } from './row.ts';
import { detailTextIn } from './values.ts';

/** Reads a JSON array, or NDJSON with one object on each line. */
export function readJsonRows(text: string, collector: RowCollector): void {
  const pieces = text.trimStart().startsWith('[') ? splitJsonArray(text) : splitLines(text);
  for (const piece of pieces) {
    if ('fault' in piece) collector.addFault(piece.line, piece.fault, 'file');
    else if (piece.text.length > limits.importRowBytesMax) throw new FileFault(rowLimit, piece.line);
    else readObject(piece.line, piece.text, collector);
  }
}

function readObject(line: number, text: string, collector: RowCollector): void {
  let value: unknown;
  try {
    value = parseExactJson(text);
  } catch {
    collector.addFault(line, 'this is not valid JSON', 'row');
    return;
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject) collector.add(line, rowIn(value as Record<string, unknown>, text));
  else collector.addFault(line, 'this is not a JSON object', 'row');
}

function rowIn(value: Record<string, unknown>, text: string): ReadRow {
  const { petId, quantity, status } = value;
  const bad = (field: string, rule: string) => new BadValue(`${field} must be ${rule}, ${writtenValue(text, field)}`);
  return {
    petId: asPetId(integerIn(petId)) ?? bad('petId', 'a whole number up to 9223372036854775807'),
    quantity: asQuantity(integerIn(quantity)) ?? bad('quantity', quantityRule),
    status: isPetStatus(status) ? status : bad('status', `one of ${petStatuses.join(', ')}`),
    ...mapDetails<Pick<ReadRow, DetailField>>((field) => {
      const rule = detailRules[field];
      const detail = value[field] ?? null;
      if (detail === null) return null;
      if (rule.kind === 'quantity') return asQuantity(integerIn(detail)) ?? bad(field, quantityRule);
      return typeof detail === 'string' ? detailTextIn(rule, detail) : bad(field, 'text');
    }),
  };
}

/** A field as the file has it. Parsing loses the digits of a fraction, so a number is looked up in the text. */
function writtenValue(text: string, field: string): string {
  const value = (JSON.parse(text) as Record<string, unknown>)[field];
  if (value === undefined) return 'and it is missing';
  let written = JSON.stringify(value);
  const findSource: Reviver = (key, found, { source }) => {
    if (key === field && found === value && source !== undefined) written = source;
    return found;
  };
  if (typeof value === 'number') JSON.parse(text, findSource as (key: string, value: unknown) => unknown);
  return `not ${written.length > 60 ? `${written.slice(0, 60)}…` : written}`;
}

type Piece = { readonly line: number; readonly text: string } | { readonly line: number; readonly fault: string };

function* splitLines(text: string): Generator<Piece> {
  for (const [index, content] of text.split('\n').entries()) {
    if (content.trim() !== '') yield { line: index + 1, text: content };
  }
}

/** The elements of a JSON array as text, each with its first line. What is inside them is not checked. */
function* splitJsonArray(text: string): Generator<Piece> {
  let line = 1;
  let depth = 0;
  let inString = false;
  let start = -1;
  let startLine = 1;
  let ended = false;
  let afterComma = false;
  for (let i = 0; i < text.length; i++) {
    if (start !== -1 && i - start > limits.importRowBytesMax) throw new FileFault(rowLimit, startLine);
    const character = text[i] as string;
    if (character === '\n') line++;
    if (inString) {
      if (character === '\\') i++;
      else if (character === '"') inString = false;
      continue;
    }
    if (/[ \t\r\n]/.test(character)) continue;
    if (ended) {
      yield { line, fault: 'there is something after the end of the array' };
      return;
    }
    if (depth === 1 && character === '}') {
      yield { line, fault: 'there is a } without a {' };
      return;
    }
    if (depth === 1 && (character === ',' || character === ']')) {
      if (start !== -1) yield { line: startLine, text: text.slice(start, i) };
      else if (character === ',' || afterComma) yield { line, fault: 'an element is missing' };
      afterComma = character === ',';
      start = -1;
    } else if (depth >= 1 && start === -1) {
      start = i;
      startLine = line;
    }
    if (character === '"') inString = true;
    else if (character === '[' || character === '{') depth++;
    else if (character === ']' || character === '}') depth--;
    if (depth === 0) ended = true;
  }
  if (!ended) yield { line, fault: 'the array has no end' };
}
