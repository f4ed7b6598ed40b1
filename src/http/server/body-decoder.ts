import { limits } from '../../limits.ts';
import { malformed } from './faults.ts';
import type { Framing } from './request-head.ts';

/** Finds the bytes of one body among those that have arrived, and where it ends. */
export interface BodyDecoder {
  readonly done: boolean;
  /** How many bytes are still to come; undefined where nobody has said. */
  readonly announced: number | undefined;
  /** Takes what belongs to the body off the front, gives its content to `each`, and returns how much it took. */
  take(received: Buffer, each: (content: Buffer) => void): number;
}

export function decoderFor(framing: Framing): BodyDecoder {
  return framing.kind === 'chunked' ? new ChunkedDecoder() : new LengthDecoder(framing.bytes);
}

class LengthDecoder implements BodyDecoder {
  announced: number;

  constructor(bytes: number) {
    this.announced = bytes;
  }

  get done(): boolean {
    return this.announced === 0;
  }

  take(received: Buffer, each: (content: Buffer) => void): number {
    const length = Math.min(this.announced, received.length);
    if (length > 0) each(length === received.length ? received : received.subarray(0, length));
    this.announced -= length;
    return length;
  }
}

const sizeLine = /^([0-9a-f]{1,8})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/i;
const trailerLine = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*$/;

/** A chunk is a line with its size, so many bytes, and the end of a line; the last one is empty and may have trailers. */
class ChunkedDecoder implements BodyDecoder {
  readonly announced = undefined;
  #part: 'size' | 'content' | 'end' | 'trailers' | 'done' = 'size';
  #left = 0;
  #framingBytes = 0;
  #trailerBytes = 0;

  get done(): boolean {
    return this.#part === 'done';
  }

  take(received: Buffer, each: (content: Buffer) => void): number {
    let at = 0;
    while (this.#part !== 'done') {
      const taken = this.#part === 'content' ? this.#content(received, at, each) : this.#line(received, at);
      if (taken === 0) break;
      at += taken;
    }
    return at;
  }

  #content(received: Buffer, at: number, each: (content: Buffer) => void): number {
    const length = Math.min(this.#left, received.length - at);
    if (length > 0) each(received.subarray(at, at + length));
    this.#left -= length;
    if (this.#left === 0) this.#part = 'end';
    return length;
  }

  /** Bytes of the line that begins here, its end included; 0 where it has not arrived as a whole. */
  #line(received: Buffer, at: number): number {
    const end = received.indexOf('\r\n', at, 'latin1');
    if (end === -1) {
      if (received.length - at > limits.chunkLineBytesMax)
        throw malformed('A line within the chunked body is too long.');
      return 0;
    }
    if (end - at > limits.chunkLineBytesMax) throw malformed('A line within the chunked body is too long.');
    this.#framingBytes += end + 2 - at;
    if (this.#framingBytes > limits.chunkFramingBytesMax)
      throw malformed('The chunks of the body are too small. Send it in fewer.');
    this.#read(received.toString('latin1', at, end));
    return end + 2 - at;
  }

  #read(line: string): void {
    switch (this.#part) {
      case 'size': {
        const size = sizeLine.exec(line)?.[1];
        if (size === undefined) throw malformed('The size of a chunk is malformed.');
        this.#left = Number.parseInt(size, 16);
        this.#part = this.#left === 0 ? 'trailers' : 'content';
        return;
      }
      case 'end':
        if (line !== '') throw malformed('A chunk is longer than its size.');
        this.#part = 'size';
        return;
      default:
        this.#trailer(line);
    }
  }

  /** Nothing of what a trailer says is ever looked at. */
  #trailer(line: string): void {
    if (line === '') {
      this.#part = 'done';
      return;
    }
    this.#trailerBytes += line.length;
    if (!trailerLine.test(line) || this.#trailerBytes > limits.headerBytesMax)
      throw malformed('A trailer is malformed.');
  }
}
