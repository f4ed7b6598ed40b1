/**
 * JSON without rounding. `JSON.parse` reads 4.99999999999999999999 as 5 and 9223372036854775807 as 9223372036854775808,
 * so the digits themselves are read here, and every digit is written: docs/decisions/0001.
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

/** JSON on one line, with every digit of a bigint. For rows of long lists, `jsonInteger` is several times faster. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? jsonInteger(inner) : inner));
}

const literalParts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** An int64 has at most 19 digits. Longer numbers are out of every range that the service accepts. */
const digitsMax = 19;

/** The exact value of a JSON number; undefined if it is a fraction, too long, or not a number. */
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

/** A safe integer in plain decimal stays a number. Other integers become a bigint, other numbers NaN, which is refused. */
const exactNumber: Reviver = (_key, value, { source }) => {
  if (typeof value !== 'number' || source === undefined) return value;
  if (Number.isSafeInteger(value) && source === String(value)) return value;
  return exactInteger(source) ?? Number.NaN;
};

/** Finds fractions, exponents, and integers that a number may not hold. A match within a string does no harm. */
const doubtful = /\d[.eE]|\d{16}/;

/** Up to this length a body without doubtful numbers needs no reviver. In a longer one the reviver limits the nesting. */
const shortMax = 1_024;

/** Parses JSON without rounding integers. Throws a RangeError if the nesting is too deep for the parser. */
export function parseExactJson(text: string): unknown {
  if (text.length <= shortMax && !doubtful.test(text)) return JSON.parse(text);
  return JSON.parse(text, exactNumber as (key: string, value: unknown) => unknown);
}

/** The integer that `parseExactJson` has found; undefined if the value is not an integer. */
export function integerIn(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
}
