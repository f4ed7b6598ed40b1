import { DomainError } from '../domain/errors.ts';
import type { Segment } from '../inventory/segment.ts';
import type { Snapshot } from '../inventory/snapshot.ts';
import { limits } from '../limits.ts';

/** What one reader has yet to be sent; nothing once it was given up. */
type Reader = { left: readonly Segment[] | undefined; next: number };

/** With the longest petId and quantity. */
const itemBytesMax = 80;

/**
 * Those who are being sent a list of several segments. Each keeps what it has yet to be sent, however old that is by
 * then, so many slow readers could keep many inventories in memory. Past a limit the one that began first is given up:
 * its list ends short of its length, and it may ask again.
 */
export class ListReaders {
  readonly #bytesMax: number;
  readonly #readers = new Set<Reader>();
  /** How many readers wait for each segment. */
  readonly #waiting = new Map<Segment, number>();
  #bytes = 0;

  /** `bytesMax` is what may be kept beyond the inventory as it is now. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** The bytes of all that somebody waits for; what several wait for counts once. */
  get bytes(): number {
    return this.#bytes;
  }

  /** One segment after the other, each kept no longer than until the next is asked for. */
  read(segments: readonly Segment[], current: Snapshot): Generator<Segment> {
    const currentBytesMax = current.segments.length * limits.segmentItemsMax * itemBytesMax;
    return this.#each({ left: segments, next: 0 }, this.#bytesMax + currentBytesMax);
  }

  /** Knows the segments only through its reader, so that they go when it is given up. */
  *#each(reader: Reader, bytesMax: number): Generator<Segment> {
    this.#begin(reader, bytesMax);
    try {
      while (reader.left !== undefined && reader.next < reader.left.length) {
        yield reader.left[reader.next] as Segment;
        this.#release(reader);
      }
      if (reader.left === undefined) throw givenUp;
    } finally {
      this.#end(reader);
    }
  }

  #begin(reader: Reader, bytesMax: number): void {
    this.#readers.add(reader);
    for (const segment of reader.left ?? []) {
      const waiting = this.#waiting.get(segment) ?? 0;
      if (waiting === 0) this.#bytes += segment.json.length;
      this.#waiting.set(segment, waiting + 1);
    }
    for (const oldest of this.#readers) {
      if (oldest === reader || this.#bytes <= bytesMax) return;
      this.#end(oldest);
    }
  }

  #release(reader: Reader): void {
    const segment = reader.left?.[reader.next++];
    if (segment === undefined) return;
    const waiting = (this.#waiting.get(segment) ?? 0) - 1;
    if (waiting > 0) {
      this.#waiting.set(segment, waiting);
      return;
    }
    this.#waiting.delete(segment);
    this.#bytes -= segment.json.length;
  }

  #end(reader: Reader): void {
    while (reader.left !== undefined && reader.next < reader.left.length) this.#release(reader);
    reader.left = undefined;
    this.#readers.delete(reader);
  }
}

const givenUp = new DomainError('overloaded', 'The list was read too slowly. Ask again.');
