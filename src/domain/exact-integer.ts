/**
 * Numbers judged by what was written. `JSON.parse` reads 4.99999999999999999999 as 5 and 9223372036854775807 as
 * 9223372036854775808; a stock service may do neither. So the digits themselves are read here.
 */

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
