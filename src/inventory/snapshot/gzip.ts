import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

/**
 * Gzip in parts that are deflated once and joined in any order. Each part ends with a full flush, so it refers to
 * nothing before it; a stream is a header, the parts, an empty last block, and a trailer with the checksum of the
 * whole, which follows from the checksums of the parts.
 */
export type Gzipped = {
  readonly bytes: Buffer;
  readonly crc: number;
  readonly length: number;
  /** What the checksum of all before it is multiplied by. */
  readonly power: number;
};

const deflate = promisify(deflateRaw);

export async function gzipPart(bytes: Buffer): Promise<Gzipped> {
  const deflated = await deflate(bytes, { finishFlush: constants.Z_FULL_FLUSH });
  // zlib's result is part of a buffer of 16 KiB, which would be kept with it.
  const exact = Buffer.allocUnsafeSlow(deflated.length);
  deflated.copy(exact);
  return { bytes: exact, crc: crc32(bytes), length: bytes.length, power: powerOfLength(bytes.length) };
}

/** Magic number, deflate, no flags, no time, no hint, unknown system. */
export const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/** Follows the parts as they are sent, and ends their stream. */
export class GzipTail {
  #crc = 0;
  #length = 0;

  add(part: Gzipped): Buffer {
    this.#crc = crc32Combine(this.#crc, part);
    this.#length += part.length;
    return part.bytes;
  }

  end(): Buffer {
    const tail = Buffer.alloc(10);
    tail[0] = 3; // a last block of nothing
    tail.writeUInt32LE(this.#crc, 2);
    tail.writeUInt32LE(this.#length % 2 ** 32, 6);
    return tail;
  }
}

/**
 * The CRC-32 of what `crc` is of, followed by the part. A CRC is the remainder of a polynomial over GF(2), so appending
 * n bytes multiplies the first remainder by x^(8n).
 */
export function crc32Combine(crc: number, part: Pick<Gzipped, 'crc' | 'power'>): number {
  return (multiply(part.power, crc) ^ part.crc) >>> 0;
}

/** x^(8n) by repeated squaring. Found once for a part that is appended again and again. */
export function powerOfLength(bytes: number): number {
  let power = one;
  let square = one >>> 8;
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = multiply(power, square);
    square = multiply(square, square);
  }
  return power;
}

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
