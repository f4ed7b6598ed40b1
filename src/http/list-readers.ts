import { DomainError } from '../domain/errors.ts';
import type { Segment } from '../inventory/segment.ts';
import type { Snapshot } from '../inventory/snapshot.ts';
import { limits } from '../limits.ts';

/** What a long list is made of: pages of bytes, or segments that are compressed one by one. */
export type ListPiece = Segment | Buffer;

/** What one reader has yet to be sent; nothing once it was given up. */
type Reader<T extends ListPiece> = { left: readonly T[] | undefined; next: number };

const slowMs = 1_000;

/** With the longest petId and quantity. */
const itemBytesMax = 80;

/**
 * Those who are being sent a long list. Each keeps what it has yet to be sent, however old that is by
 * then, so many slow readers could keep many inventories in memory. Past a limit the one that began first is given up:
 * its list ends short of its length, and it may ask again.
 */
export class ListReaders {
  readonly #bytesMax: number;
  readonly #readers = new Set<Reader<ListPiece>>();
  /** How many readers wait for each piece. */
  readonly #waiting = new Map<ListPiece, number>();
  #bytes = 0;

  /** `bytesMax` is what may be kept beyond the inventory as it is now. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** The bytes of all that somebody waits for; what several wait for counts once. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * So many pieces at a time, one after the other, kept no longer than until the next are asked for. Whoever lets them
   * lie for long is given one at a time, so that it can be seen to take something.
   */
  read<T extends ListPiece>(pieces: readonly T[], current: Snapshot, together: number): Generator<readonly T[]> {
    const currentBytesMax = current.segments.length * limits.segmentItemsMax * itemBytesMax;
    return this.#each({ left: pieces, next: 0 }, this.#bytesMax + currentBytesMax, together);
  }

  /** Knows the pieces only through its reader, so that they go when it is given up. */
  *#each<T extends ListPiece>(reader: Reader<T>, bytesMax: number, together: number): Generator<readonly T[]> {
    this.#begin(reader, bytesMax);
    try {
      let isSlow = false;
      while (reader.left !== undefined && reader.next < reader.left.length) {
        const end = reader.next + (isSlow ? 1 : together);
        const givenMs = performance.now();
        yield reader.left.slice(reader.next, end);
        isSlow ||= performance.now() - givenMs > slowMs;
        while (reader.left !== undefined && reader.next < end) this.#release(reader);
      }
      if (reader.left === undefined) throw givenUp;
    } finally {
      this.#end(reader);
    }
  }

  #begin(reader: Reader<ListPiece>, bytesMax: number): void {
    this.#readers.add(reader);
    for (const piece of reader.left ?? []) {
      const waiting = this.#waiting.get(piece) ?? 0;
      if (waiting === 0) this.#bytes += bytesOf(piece);
      this.#waiting.set(piece, waiting + 1);
    }
    for (const oldest of this.#readers) {
      if (oldest === reader || this.#bytes <= bytesMax) return;
      this.#end(oldest);
    }
  }

  #release(reader: Reader<ListPiece>): void {
    const piece = reader.left?.[reader.next++];
    if (piece === undefined) return;
    const waiting = (this.#waiting.get(piece) ?? 0) - 1;
    if (waiting > 0) {
      this.#waiting.set(piece, waiting);
      return;
    }
    this.#waiting.delete(piece);
    this.#bytes -= bytesOf(piece);
  }

  #end(reader: Reader<ListPiece>): void {
    while (reader.left !== undefined && reader.next < reader.left.length) this.#release(reader);
    reader.left = undefined;
    this.#readers.delete(reader);
  }
}

function bytesOf(piece: ListPiece): number {
  return 'count' in piece ? piece.count * itemBytesMax : piece.length;
}

const givenUp = new DomainError('overloaded', 'The list was read too slowly. Ask again.');
