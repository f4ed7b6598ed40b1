import { type Gzipped, GzipTail, gzipHeader, gzipPart } from '../inventory/gzip-parts.ts';
import type { Segment } from '../inventory/segment.ts';
import type { Snapshot } from '../inventory/snapshot.ts';

/**
 * The list's bytes: the segments' own, one after the other. A list of one segment is a single buffer; a longer one is
 * a stream that takes the next segment only when the reader has room, so a slow reader costs its socket's buffer.
 */
export type ListBody = {
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  /** Where it is known beforehand. */
  readonly length?: number;
};

const open = Buffer.from('[');
const comma = Buffer.from(',');
const close = Buffer.from(']');

/** A list of one segment is asked for again and again; its bytes with the brackets are kept beside it. */
const singles = new WeakMap<Segment, Buffer<ArrayBuffer>>();
const empty = Buffer.from('[]');

export function plainBody({ segments }: Snapshot): ListBody {
  const [first, ...rest] = segments;
  if (first === undefined) return { body: empty, length: empty.length };
  if (rest.length === 0) {
    const body = single(first);
    return { body, length: body.length };
  }
  const length = segments.reduce((bytes, { json }) => bytes + json.length, 1);
  return { body: streamOf(plainChunks(segments)), length };
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

function* plainChunks(segments: readonly Segment[]): Generator<Uint8Array> {
  yield open;
  for (const [index, { json }] of segments.entries()) yield index === 0 ? json.subarray(1) : json;
  yield close;
}

/** A list of one segment is deflated before it is sent, so its length is known. */
export async function gzipBody({ segments }: Snapshot): Promise<ListBody> {
  if (segments.length > 1) return { body: streamOf(gzipChunks(segments)) };
  const chunks = await Array.fromAsync(gzipChunks(segments));
  const body = Buffer.concat(chunks);
  return { body, length: body.length };
}

const punctuation = Promise.all([gzipPart(open), gzipPart(comma), gzipPart(close)]);

async function* gzipChunks(segments: readonly Segment[]): AsyncGenerator<Uint8Array> {
  const [openPart, commaPart, closePart] = await punctuation;
  const tail = new GzipTail();
  const joined = (parts: readonly Gzipped[]) => Buffer.concat(parts.map((part) => tail.add(part)));
  yield Buffer.concat([gzipHeader, joined([openPart])]);
  for (const [index, segment] of segments.entries()) {
    const part = await segment.gzipped();
    yield joined(index === 0 ? [part] : [commaPart, part]);
  }
  yield Buffer.concat([joined([closePart]), tail.end()]);
}

function streamOf(chunks: Iterator<Uint8Array> | AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}
