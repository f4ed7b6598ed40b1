import { type Gzipped, GzipTail, gzipHeader, gzipPart } from '../inventory/gzip-parts.ts';
import type { Segment } from '../inventory/segment.ts';
import type { Snapshot } from '../inventory/snapshot.ts';
import type { AnswerStream } from './exchange.ts';

/**
 * The list's bytes: the segments' own, one after the other. A list of one segment is a single buffer; a longer one is
 * a stream that takes the next segment only when the reader has room, so a slow reader costs its socket's buffer.
 */
type ListBody = Uint8Array | AnswerStream;

/** Hands out the segments of a list of several, one after the other. */
type Read = (segments: readonly Segment[]) => Iterable<Segment>;

const open = Buffer.from('[');
const comma = Buffer.from(',');
const close = Buffer.from(']');

/** A list of one segment is asked for again and again; its bytes with the brackets are kept beside it. */
const singles = new WeakMap<Segment, Buffer<ArrayBuffer>>();
const empty = Buffer.from('[]');

export function plainBody({ segments }: Snapshot, read: Read): ListBody {
  const [first, ...rest] = segments;
  if (first === undefined) return empty;
  if (rest.length === 0) return single(first);
  const length = segments.reduce((bytes, { json }) => bytes + json.length, 1);
  return { pieces: plainPieces(read(segments)), length };
}

function single(segment: Segment): Buffer<ArrayBuffer> {
  let bytes = singles.get(segment);
  if (bytes === undefined) {
    bytes = Buffer.concat([segment.json, close]);
    bytes[0] = open[0] as number;
    singles.set(segment, bytes);
  }
  return bytes;
}

function* plainPieces(segments: Iterable<Segment>): Generator<Uint8Array> {
  yield open;
  let isFirst = true;
  for (const { json } of segments) {
    yield isFirst ? json.subarray(1) : json;
    isFirst = false;
  }
  yield close;
}

/** A list of one segment is deflated before it is sent, so its length is known. */
export async function gzipBody({ segments }: Snapshot, read: Read): Promise<ListBody> {
  if (segments.length > 1) return { pieces: gzipPieces(read(segments)) };
  return Buffer.concat(await Array.fromAsync(gzipPieces(segments)));
}

const punctuation = Promise.all([gzipPart(open), gzipPart(comma), gzipPart(close)]);

async function* gzipPieces(segments: Iterable<Segment>): AsyncGenerator<Uint8Array> {
  const [openPart, commaPart, closePart] = await punctuation;
  const tail = new GzipTail();
  const joined = (parts: readonly Gzipped[]) => Buffer.concat(parts.map((part) => tail.add(part)));
  yield Buffer.concat([gzipHeader, joined([openPart])]);
  let isFirst = true;
  for (const segment of segments) {
    const part = await segment.gzipped();
    yield joined(isFirst ? [part] : [commaPart, part]);
    isFirst = false;
  }
  yield Buffer.concat([joined([closePart]), tail.end()]);
}
