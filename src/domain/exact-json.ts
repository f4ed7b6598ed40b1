/**
 * JSON without rounding. `JSON.parse` reads 4.99999999999999999999 as 5 and 9223372036854775807 as 9223372036854775808,
 * so the digits themselves are read here, and every digit is written: docs/decisions/0002.
 */

declare global {
  interface JSON {
    /** TypeScript's library does not declare this method yet. */
    rawJSON(text: string): object;
  }
}

/** The value that `JSON.stringify` writes as this integer, with every digit. */
export function jsonInteger(value: bigint): number | object {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : JSON.rawJSON(String(value));
}

/**
 * JSON on one line, with every digit of a bigint. For the rows of long lists, `JSON.stringify` with `jsonInteger` is
 * several times faster.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? jsonInteger(inner) : inner));
}

const literalParts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** More digits than any int64 has; a longer number is out of every range we allow. */
const digitsMax = 19;

/** The integer that a JSON number denotes, or undefined where it is a fraction, too long, or no number. */
export function exactInteger(literal: string): bigint | undefined {
  const parts = literalParts.exec(literal);
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = whole + fraction;
  let start = 0;
  while (digits[start] === '0') start++;
  let end = digits.length;
  while (end > start && digits[end - 1] === '0') end--;
  if (start === end) return 0n;
  const zeros = Number(exponent) - fraction.length + (digits.length - end);
  if (zeros < 0 || end - start + zeros > digitsMax) return undefined;
  return BigInt(sign + digits.slice(start, end) + '0'.repeat(zeros));
}

/** The reviver of `JSON.parse`. TypeScript's library does not declare `context` yet, which has the source of a number. */
export type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/**
 * A safe integer that was written the usual way is kept as a number. Any other integer becomes a bigint, and any
 * other number becomes NaN, which no rule accepts.
 */
const exactNumber: Reviver = (_key, value, { source }) => {
  if (typeof value !== 'number' || source === undefined) return value;
  if (Number.isSafeInteger(value) && source === String(value)) return value;
  return exactInteger(source) ?? Number.NaN;
};

/** A fraction, an exponent, or more digits than a number surely holds; within a string too, which does no harm. */
const doubtful = /\d[.eE]|\d{16}/;

/** Most bodies hold one plain number. In a longer body the reviver also finds nesting that no caller means. */
const shortMax = 1_024;

/** Parses JSON without rounding any integer. Throws a RangeError on nesting too deep for the parser. */
export function parseExactJson(text: string): unknown {
  if (text.length <= shortMax && !doubtful.test(text)) return JSON.parse(text);
  return JSON.parse(text, exactNumber as (key: string, value: unknown) => unknown);
}

/** The integer that a parsed value denotes exactly, or undefined where it is no number or no integer. */
export function integerIn(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
}
