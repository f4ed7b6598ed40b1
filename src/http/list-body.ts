import { type Gzipped, GzipTail, gzipHeader, gzipPart } from '../inventory/gzip-parts.ts';
import type { Segment } from '../inventory/segment.ts';
import type { Snapshot } from '../inventory/snapshot.ts';
import type { AnswerPiece, AnswerStream } from './exchange.ts';
import { pagesOf, pagesTogether } from './list-pages.ts';
import type { ListPiece } from './list-readers.ts';

/**
 * The list's bytes: the segments' own, one after the other. A short list is a single buffer; a longer one is
 * a stream that takes the next piece only when the reader has room, so a slow reader costs its socket's buffer.
 */
type ListBody = Uint8Array | AnswerStream;

/** Hands out what a long list is made of, so many pieces at a time. */
type Read = <T extends ListPiece>(pieces: readonly T[], together: number) => Iterable<readonly T[]>;

const open = Buffer.from('[');
const close = Buffer.from(']');

const empty = Buffer.from('[]');

/** About 3,000 pets: such a list is kept as a whole, since it is asked for again and again. */
const shortSegmentsMax = 12;
const shortLists = new WeakMap<readonly Segment[], Buffer>();
const shortGzippedLists = new WeakMap<readonly Segment[], Promise<Buffer>>();

export function plainBody({ segments }: Snapshot, read: Read): ListBody {
  if (segments.length === 0) return empty;
  if (segments.length <= shortSegmentsMax) return shortList(segments);
  const pages = pagesOf(segments);
  const length = pages.reduce((bytes, page) => bytes + page.length, 1);
  return { pieces: plainPieces(read(pages, pagesTogether)), length };
}

function shortList(segments: readonly Segment[]): Buffer {
  let bytes = shortLists.get(segments);
  if (bytes === undefined) {
    bytes = Buffer.concat([...segments.map(({ json }) => json), close]);
    bytes[0] = open[0] as number;
    shortLists.set(segments, bytes);
  }
  return bytes;
}

/** The first page begins with a comma, as they all do, and the list does not. */
function* plainPieces(groups: Iterable<readonly Buffer[]>): Generator<AnswerPiece> {
  yield open;
  let isFirst = true;
  for (const pages of groups) {
    yield isFirst ? pages.map((page, index) => (index === 0 ? page.subarray(1) : page)) : pages;
    isFirst = false;
  }
  yield close;
}

/** A short list is deflated before it is sent, so its length is known. */
export async function gzipBody({ segments }: Snapshot, read: Read): Promise<ListBody> {
  if (segments.length > shortSegmentsMax) return { pieces: gzipPieces(read(segments, 1)) };
  let gzipped = shortGzippedLists.get(segments);
  if (gzipped === undefined) {
    gzipped = Array.fromAsync(gzipPieces([segments])).then((pieces) => Buffer.concat(pieces));
    shortGzippedLists.set(segments, gzipped);
  }
  return gzipped;
}

const brackets = Promise.all([gzipPart(open), gzipPart(close)]);

/** Small parts leave together: each piece has a price of its own. */
const pieceBytes = 128 * 1024;

async function* gzipPieces(groups: Iterable<readonly Segment[]>): AsyncGenerator<Uint8Array> {
  const [openPart, closePart] = await brackets;
  const tail = new GzipTail();
  let waiting: Buffer[] = [gzipHeader, tail.add(openPart)];
  let bytes = 0;
  let isFirst = true;
  for (const segments of groups) {
    for (const segment of segments) {
      // A part that has been made before is there without a wait.
      const part: Gzipped = segment.gzippedAs(isFirst) ?? (await segment.gzip(isFirst));
      isFirst = false;
      waiting.push(tail.add(part));
      bytes += part.bytes.length;
    }
    if (bytes < pieceBytes) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
  }
  yield Buffer.concat([...waiting, tail.add(closePart), tail.end()]);
}
