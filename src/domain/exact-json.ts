import { exactInteger } from './exact-integer.ts';

/** Not in TypeScript's library yet: the third argument of a reviver holds the source text of a primitive. */
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/**
 * A safe integer that was written the usual way is kept as a number. Any other integer becomes a bigint, and whatever
 * is no integer becomes NaN, which no rule accepts.
 */
const exactNumber: Reviver = (_key, value, { source }) => {
  if (typeof value !== 'number' || source === undefined) return value;
  if (Number.isSafeInteger(value) && source === String(value)) return value;
  return exactInteger(source) ?? Number.NaN;
};

/** A fraction, an exponent, or more digits than a number surely holds; within a string too, which does no harm. */
const doubtful = /\d[.eE]|\d{16}/;

/** Most bodies hold one plain number. In a longer one the reviver also finds nesting that no caller means. */
const shortMax = 1_024;

/** Parses JSON without rounding any integer. Throws on bad JSON and on nesting too deep for the parser. */
export function parseExactJson(text: string): unknown {
  if (text.length <= shortMax && !doubtful.test(text)) return JSON.parse(text);
  return JSON.parse(text, exactNumber as (key: string, value: unknown) => unknown);
}

/** The integer that a parsed value denotes exactly, or undefined where it is no number or no integer. */
export function integerIn(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
}
