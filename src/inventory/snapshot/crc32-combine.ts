/**
 * The CRC-32 of two runs of bytes from their own CRC-32s. A CRC is the remainder of a polynomial over GF(2), so
 * appending n bytes multiplies the first remainder by x^(8n); that power comes from repeated squaring.
 */

/** CRC-32's polynomial with its bits reversed, as the checksum itself has them: the highest bit stands for 1. */
const polynomial = 0xedb88320;
const one = 0x80000000;

function multiply(a: number, b: number): number {
  let product = 0;
  let rest = b;
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= rest;
    rest = (rest & 1) !== 0 ? (rest >>> 1) ^ polynomial : rest >>> 1;
  }
  return product >>> 0;
}

/** x^(2^k) for every k that a length in bits can need. */
const powers: readonly number[] = (() => {
  const table = [one >>> 1];
  for (let k = 1; k < 56; k++) table.push(multiply(table[k - 1] as number, table[k - 1] as number));
  return table;
})();

function powerOfX(bits: number): number {
  let result = one;
  let rest = bits;
  for (let k = 0; rest > 0; k++) {
    if (rest % 2 === 1) result = multiply(result, powers[k] as number);
    rest = Math.floor(rest / 2);
  }
  return result;
}

/** Depends on the length alone, so it is found once for a part that is appended again and again. */
export function powerOfLength(bytes: number): number {
  return powerOfX(bytes * 8);
}

/** The checksum of what `crc` is of, followed by the part. */
export function crc32Combine(crc: number, part: { readonly crc: number; readonly power: number }): number {
  return (multiply(part.power, crc) ^ part.crc) >>> 0;
}
