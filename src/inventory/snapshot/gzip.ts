import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

/**
 * A part of a gzip stream that is compressed once and can be joined with other parts in any order,
 * because it ends with a full flush and refers to nothing before it. A stream is a header, the
 * parts, an empty last block, and a trailer with the checksum of the whole, which is computed from
 * the checksums of the parts.
 */
export type Gzipped = {
  readonly bytes: Buffer;
  readonly crc: number;
  readonly length: number;
  /**
   * A factor for joining checksums: the checksum of everything before this part is multiplied by
   * it.
   */
  readonly power: number;
};

const deflate = promisify(deflateRaw);

export async function gzipPart(bytes: Buffer): Promise<Gzipped> {
  const deflated = await deflate(bytes, { finishFlush: constants.Z_FULL_FLUSH });
  // zlib returns a slice of a 16 KiB buffer. Copying the slice lets the whole buffer be freed.
  const exact = Buffer.allocUnsafeSlow(deflated.length);
  deflated.copy(exact);
  return {
    bytes: exact,
    crc: crc32(bytes),
    length: bytes.length,
    power: powerOfLength(bytes.length),
  };
}

/**
 * A gzip header: magic number, deflate, no flags, no time, no compression hint, unknown operating
 * system.
 */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

/**
 * Compressed parts are joined until they have this size, and then sent: each write to a socket
 * costs time.
 */
const chunkBytes = 128 * 1024;

/**
 * Joins compressed parts to one gzip stream, without compressing anything again. Yields the stream
 * in chunks.
 */
export async function* gzipStream(parts: Iterable<Promise<Gzipped>>): AsyncGenerator<Uint8Array> {
  let crc = 0;
  let length = 0;
  let chunk: Buffer[] = [gzipHeader];
  let bytes = 0;
  for (const promise of parts) {
    const part = await promise;
    crc = crc32Combine(crc, part);
    length += part.length;
    chunk.push(part.bytes);
    bytes += part.bytes.length;
    if (bytes < chunkBytes) continue;
    yield Buffer.concat(chunk);
    chunk = [];
    bytes = 0;
  }
  yield Buffer.concat([...chunk, gzipTail(crc, length)]);
}

/** The end of a gzip stream, given the checksum and the length of all its parts. */
function gzipTail(crc: number, length: number): Buffer {
  const tail = Buffer.alloc(10);
  tail[0] = 3; // The bytes 3 and 0 are an empty deflate block that is marked as the last block of the stream.
  tail.writeUInt32LE(crc, 2);
  tail.writeUInt32LE(length % 2 ** 32, 6);
  return tail;
}

/**
 * The CRC-32 of two texts in a row, given the CRC of each text. A CRC is the remainder of a
 * polynomial over GF(2), so appending n bytes multiplies the first remainder by x^(8n).
 */
function crc32Combine(crc: number, part: Gzipped): number {
  return (multiply(part.power, crc) ^ part.crc) >>> 0;
}

/** The polynomial x^(8n) for n bytes, by repeated squaring. */
function powerOfLength(bytes: number): number {
  let power = one;
  let square = one >>> 8;
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = multiply(power, square);
    square = multiply(square, square);
  }
  return power;
}

/**
 * The polynomial of CRC-32 with its bits reversed, as in the checksum itself: the highest bit
 * stands for 1.
 */
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
