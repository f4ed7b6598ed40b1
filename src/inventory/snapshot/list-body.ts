import { type Gzipped, GzipTail, gzipHeader, gzipPart } from './gzip-parts.ts';
import type { JsonSegment } from './json-segment.ts';
import { pagesOf } from './list-pages.ts';

/** The list's bytes: one buffer for a short list, a stream of the segments' own bytes for a longer one. */
export type ListBody = Uint8Array | ListStream;

export type SegmentedList = { readonly segments: readonly JsonSegment[] };

type ListChunk = Uint8Array | readonly Uint8Array[];

type ListStream = {
  readonly chunks: Iterable<ListChunk> | AsyncIterable<ListChunk>;
  readonly length?: number;
  /** What stays in memory until the list is sent, however old it is by then. */
  readonly retained: readonly { readonly byteLength: number }[];
};

const open = Buffer.from('[');
const close = Buffer.from(']');
const empty = Buffer.from('[]');

/** Pages that are written together: few large writes cost the least. */
const pagesPerChunk = 16;

/** About 3,000 rows. Such a list is kept as a whole, since it is requested again and again. */
const shortSegmentsMax = 12;
const shortLists = new WeakMap<readonly JsonSegment[], Buffer>();
const shortGzippedLists = new WeakMap<readonly JsonSegment[], Promise<Buffer>>();

export function plainBody({ segments }: SegmentedList): ListBody {
  if (segments.length === 0) return empty;
  if (segments.length <= shortSegmentsMax) return shortList(segments);
  const pages = pagesOf(segments);
  const length = pages.reduce((bytes, page) => bytes + page.length, 1);
  return { chunks: plainChunks(pages), length, retained: pages };
}

function shortList(segments: readonly JsonSegment[]): Buffer {
  let bytes = shortLists.get(segments);
  if (bytes === undefined) {
    bytes = Buffer.concat([...segments.map(({ json }) => json), close]);
    bytes[0] = open[0] as number;
    shortLists.set(segments, bytes);
  }
  return bytes;
}

/** Every page begins with a comma, which becomes the bracket in the first one. */
function* plainChunks(pages: readonly Buffer[]): Generator<readonly Uint8Array[]> {
  yield [open, (pages[0] as Buffer).subarray(1)];
  for (let start = 1; start < pages.length; start += pagesPerChunk) yield pages.slice(start, start + pagesPerChunk);
  yield [close];
}

/** A short list is compressed before it is sent, so that its length is known. */
export async function gzipBody({ segments }: SegmentedList): Promise<ListBody> {
  if (segments.length > shortSegmentsMax) return { chunks: gzipChunks(segments), retained: segments };
  let gzipped = shortGzippedLists.get(segments);
  if (gzipped === undefined) {
    gzipped = Array.fromAsync(gzipChunks(segments)).then((chunks) => Buffer.concat(chunks));
    shortGzippedLists.set(segments, gzipped);
  }
  return gzipped;
}

const brackets = Promise.all([gzipPart(open), gzipPart(close)]);

/** Small parts are sent together: each write has a price of its own. */
const chunkBytes = 128 * 1024;

async function* gzipChunks(segments: readonly JsonSegment[]): AsyncGenerator<Uint8Array> {
  const [openPart, closePart] = await brackets;
  const tail = new GzipTail();
  let parts: Buffer[] = [gzipHeader, tail.add(openPart)];
  let bytes = 0;
  let isFirst = true;
  for (const segment of segments) {
    const part: Gzipped = segment.gzippedAs(isFirst) ?? (await segment.gzip(isFirst));
    isFirst = false;
    parts.push(tail.add(part));
    bytes += part.bytes.length;
    if (bytes < chunkBytes) continue;
    yield Buffer.concat(parts);
    parts = [];
    bytes = 0;
  }
  yield Buffer.concat([...parts, tail.add(closePart), tail.end()]);
}
