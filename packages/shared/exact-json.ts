/**
 * Reads and writes JSON without rounding. `JSON.parse` reads 4.99999999999999999999 as 5 and
 * 9223372036854775807 as 9223372036854775808, so the digits themselves are read here, and every
 * digit is written: docs/decisions/0001.
 */

declare global {
  interface JSON {
    /** TypeScript's library does not declare `JSON.rawJSON` yet. */
    rawJSON(text: string): object;
  }
}

/** Wraps an integer so that `JSON.stringify` writes every digit of it. */
export function jsonInteger(value: bigint): number | object {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : JSON.rawJSON(String(value));
}

/**
 * Writes JSON with every digit of each bigint. For long lists, `JSON.stringify` with `jsonInteger`
 * is much faster.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner) =>
    typeof inner === 'bigint' ? jsonInteger(inner) : inner,
  );
}

const literalParts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * An int64 has at most 19 digits. Longer numbers are out of every range that the service accepts.
 */
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

/**
 * A reviver for `JSON.parse`. TypeScript's library does not declare `context.source`, the text of a
 * number, yet.
 */
export type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/**
 * Reads safe integers in plain digits as numbers, other integers up to 19 digits as bigints, all
 * else as NaN.
 */
const exactNumber: Reviver = (_key, value, { source }) => {
  if (typeof value !== 'number' || source === undefined) return value;
  if (Number.isSafeInteger(value) && source === String(value)) return value;
  return exactInteger(source) ?? Number.NaN;
};

/**
 * Finds numbers that `JSON.parse` may round: fractions, exponents, 16 digits. A match in a string
 * only costs time.
 */
const doubtful = /\d[.eE]|\d{16}/;

/**
 * JSON up to this length is parsed without a reviver, which is faster, if it has no number that may
 * be rounded.
 */
const shortMax = 1_024;

/**
 * Parses JSON without rounding integers. Throws a RangeError if the nesting is too deep for the
 * parser.
 */
export function parseExactJson(text: string): unknown {
  if (text.length <= shortMax && !doubtful.test(text)) return JSON.parse(text);
  return JSON.parse(text, exactNumber as (key: string, value: unknown) => unknown);
}

/** A value from `parseExactJson` as an integer; undefined if the value is not an integer. */
export function integerIn(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
}
