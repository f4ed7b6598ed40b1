import { elementAt } from '@pawstock/shared/element-at.ts';
import { type Gzipped, gzipPart, gzipStream } from './gzip.ts';
import { chunksOf, type Segment, type SegmentedList } from './segmented-list.ts';

const open = Buffer.from('[');
const close = Buffer.from(']');

/**
 * A list of up to 12 segments, about 3,000 pets, is short. Its JSON stays in memory for the next
 * request.
 */
const shortSegmentsMax = 12;

/**
 * The JSON of a list: one buffer for a short list, otherwise a stream of blocks that stay in memory
 * until sent.
 */
export function plainBody(list: SegmentedList) {
  const { segments } = list;
  if (segments.length <= shortSegmentsMax) {
    list.json ??= Buffer.concat([open, rowsJson(segments).subarray(1), close]);
    return list.json;
  }
  const blocks = blocksOf(segments);
  const length = blocks.reduce((bytes, block) => bytes + block.length, 1);
  return { chunks: plainChunks(blocks), length, retained: blocks };
}

const rowsJson = (segments: readonly Segment[]) => Buffer.concat(segments.map(({ json }) => json));

/** How many blocks of JSON are written to the socket at once. Few large writes cost the least. */
const blocksPerChunk = 16;

/**
 * Each block of JSON begins with a comma. The opening bracket replaces the comma of the first
 * block.
 */
function* plainChunks(blocks: readonly Buffer[]): Generator<readonly Uint8Array[]> {
  yield [open, elementAt(blocks, 0).subarray(1)];
  yield* chunksOf(blocks.slice(1), blocksPerChunk);
  yield [close];
}

/**
 * The JSON of a list is made in blocks of about 210 KB. Rebuilding a block rarely causes a garbage
 * collection.
 */
const segmentsPerBlock = 16;

/**
 * Blocks of a list's JSON that earlier responses have made. The key is the first segment of the
 * list in the block.
 */
const knownBlocks = new WeakMap<
  Segment,
  { readonly segments: readonly Segment[]; readonly bytes: Buffer }
>();

/** The JSON of a list of pets in blocks. A block is rebuilt only if one of its pets has changed. */
export function blocksOf(segments: readonly Segment[]): Buffer[] {
  return Array.from(chunksOf(segments, segmentsPerBlock), (some) => blockOf(some));
}

function blockOf(segments: readonly Segment[]): Buffer {
  const first = elementAt(segments, 0);
  const known = knownBlocks.get(first);
  if (
    known?.segments.length === segments.length &&
    known.segments.every((segment, n) => segment === segments[n])
  ) {
    return known.bytes;
  }
  const bytes = rowsJson(segments);
  let start = 0;
  for (const segment of segments) {
    const end = start + segment.json.length;
    segment.adoptJson(bytes.subarray(start, end));
    start = end;
  }
  knownBlocks.set(first, { segments, bytes });
  return bytes;
}

/**
 * The compressed JSON of a list: one buffer of known length for a short list, otherwise a stream of
 * segments.
 */
export async function gzipBody(list: SegmentedList) {
  const { segments } = list;
  if (segments.length > shortSegmentsMax)
    return { chunks: gzipStream(gzippedParts(segments)), retained: segments };
  list.gzipped ??= await gzipWhole(list);
  return list.gzipped;
}

/**
 * The compressed JSON of a list in one buffer. Unlike a stream, the buffer does not keep the list
 * in memory.
 */
export async function gzipWhole({ segments }: SegmentedList): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(gzipStream(gzippedParts(segments))));
}

const [openPart, closePart] = [gzipPart(open), gzipPart(close)];

/**
 * The compressed parts of a list's JSON. A segment is compressed when its part is needed for the
 * first time.
 */
function* gzippedParts(segments: readonly Segment[]): Generator<Promise<Gzipped>> {
  yield openPart;
  for (const [index, segment] of segments.entries())
    yield segment.gzip(index === 0 ? 'first' : 'later');
  yield closePart;
}
