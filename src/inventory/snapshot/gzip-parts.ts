import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { crc32Combine, powerOfLength } from './crc32-combine.ts';

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
  // It lies in a buffer of 16 KiB, which would be kept with it.
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
