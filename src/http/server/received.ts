import type { RequestBody } from './request-body.ts';
import { checkPartialHead, parseRequestHead, type RequestHead } from './request-head.ts';

const nothing = Buffer.alloc(0);

/** What has arrived on a connection and belongs to no request yet. */
export class Received {
  #bytes: Buffer = nothing;
  /** So much of a head whose end is missing has been looked at. */
  #checked = 0;
  /** The head before, and its text: callers often ask for the same again. */
  #lastHead: RequestHead | undefined;
  #lastText = '';

  get length(): number {
    return this.#bytes.length;
  }

  add(chunk: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
  }

  /** The first bytes of it, as they are. */
  text(bytesMax: number): string {
    return this.#bytes.toString('latin1', 0, bytesMax);
  }

  /** The head of the next request, once all of it is there. Throws where it can be none. */
  takeHead(): RequestHead | undefined {
    this.#skipEmptyLines();
    const end = this.#bytes.indexOf('\r\n\r\n', Math.max(0, this.#checked - 3), 'latin1');
    if (end === -1) {
      if (this.hasBegun) checkPartialHead(this.#bytes.toString('latin1'), this.#checked);
      this.#checked = this.#bytes.length;
      return undefined;
    }
    const text = this.#bytes.toString('latin1', 0, end);
    if (this.#lastHead === undefined || text !== this.#lastText) {
      this.#lastHead = parseRequestHead(text, this.#lastHead?.fields);
      this.#lastText = text;
    }
    this.#take(end + 4);
    return this.#lastHead;
  }

  /** Whether there is any of the next request. */
  get hasBegun(): boolean {
    return this.#bytes.length > 1 || (this.#bytes.length === 1 && this.#bytes[0] !== 13);
  }

  takeBody(body: RequestBody): void {
    this.#take(body.take(this.#bytes));
  }

  drop(): void {
    this.#take(this.#bytes.length);
  }

  /** Some callers send an empty line after a body. */
  #skipEmptyLines(): void {
    let start = 0;
    while (this.#bytes[start] === 13 && this.#bytes[start + 1] === 10) start += 2;
    if (start > 0) this.#take(start);
  }

  #take(bytes: number): void {
    this.#bytes = bytes === this.#bytes.length ? nothing : this.#bytes.subarray(bytes);
    this.#checked = 0;
  }
}
