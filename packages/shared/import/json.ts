import { integerIn, parseExactJson, type Reviver } from '../exact-json.ts';
import { asPetId, asQuantity, isPetStatus } from '../item.ts';
import { limits } from '../limits.ts';
import { type DetailField, detailRules, mapDetails } from '../pet-details.ts';
import type { ImportField, ImportProblem, ProblemDetails } from './problem.ts';
import { FileFault, type ReadRow, type RowCollector, rowTooLong } from './row.ts';
import { detailTextIn } from './values.ts';

/** Reads the rows of a JSON array, or of NDJSON, a format with one JSON object on each line. */
export function readJsonRows(text: string, collector: RowCollector): void {
  const elements = text.trimStart().startsWith('[') ? elementsOf(text) : linesOf(text);
  for (const { line, text: element } of elements) {
    if (element.length > limits.importRowBytesMax) throw new FileFault(rowTooLong, line);
    readObject(line, element, collector);
  }
}

function readObject(line: number, text: string, collector: RowCollector): void {
  let value: unknown;
  try {
    value = parseExactJson(text);
  } catch {
    collector.faults.push({ line, problem: { code: 'jsonInvalid' }, kind: 'row' });
    return;
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (isObject) collector.add(line, rowIn(value as Record<string, unknown>, text));
  else collector.faults.push({ line, problem: { code: 'jsonNoObject' }, kind: 'row' });
}

function rowIn(value: Record<string, unknown>, text: string): ReadRow {
  const { petId, quantity, status } = value;
  const bad = (name: ImportField, rule: ProblemDetails['rule']): ImportProblem => {
    const written = writtenValue(text, name);
    return written === undefined
      ? { code: 'jsonMissing', name, rule }
      : { code: 'jsonValue', name, rule, written };
  };
  return {
    petId: asPetId(integerIn(petId)) ?? bad('petId', 'petId'),
    quantity: asQuantity(integerIn(quantity)) ?? bad('quantity', 'quantity'),
    status: isPetStatus(status) ? status : bad('status', 'status'),
    ...mapDetails<Pick<ReadRow, DetailField>>((field) => {
      const rule = detailRules[field];
      const detail = value[field] ?? null;
      if (detail === null) return null;
      if (rule.kind === 'quantity') return asQuantity(integerIn(detail)) ?? bad(field, 'quantity');
      return typeof detail === 'string' ? detailTextIn(field, rule, detail) : bad(field, 'text');
    }),
    articleCode: null,
  };
}

/**
 * A reviver that makes JSON.parse keep the digits of each number. By default, long numbers are
 * rounded.
 */
const asWritten: Reviver = (_key, value, { source = '' }) =>
  typeof value === 'number' ? JSON.rawJSON(source) : value;

/** The JSON of a field's value, as it is written in the file; undefined if the field is missing. */
function writtenValue(text: string, field: string): string | undefined {
  const value = JSON.parse(text, asWritten as (key: string, value: unknown) => unknown)[field];
  const written = JSON.stringify(value) as string | undefined;
  return written !== undefined && written.length > 60 ? `${written.slice(0, 60)}…` : written;
}

type Element = { readonly line: number; readonly text: string };

function linesOf(text: string): Element[] {
  return text
    .split('\n')
    .map((content, index) => ({ line: index + 1, text: content }))
    .filter((line) => line.text.trim() !== '');
}

/**
 * Splits a JSON array into its elements, without parsing them, and tells the line where each
 * element begins.
 */
function* elementsOf(text: string): Generator<Element> {
  let [line, depth, start] = [1, 0, 0];
  let startLine: number | undefined;
  let inString = false;
  for (const { 0: mark, index } of text.matchAll(/\\.|["[\]{},\n]|[^\\"[\]{},\s]+/gs)) {
    if (mark === '\n') line++;
    else startLine ??= line;
    if (mark === '"') inString = !inString;
    if (inString || mark === '\n') continue;
    if (mark === '[' || mark === '{') depth++;
    if (mark === ']' || mark === '}') depth--;
    const isStart = mark === '[' && depth === 1;
    const isEnd = depth === 0;
    if (!isStart && !isEnd && !(mark === ',' && depth === 1)) continue;
    const isEmptyArray = isEnd && text.slice(0, index).trim() === '[';
    if (!isStart && !isEmptyArray)
      yield { line: startLine ?? line, text: text.slice(start, index) };
    if (isEnd && mark === ']' && text.slice(index + 1).trim() === '') return;
    if (isEnd) break;
    [start, startLine] = [index + 1, undefined];
  }
  throw new FileFault({ code: 'jsonInvalid' }, startLine ?? line);
}
