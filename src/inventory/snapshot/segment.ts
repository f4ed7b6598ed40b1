import type { PetId } from '../../domain/item.ts';
import { limits } from '../../limits.ts';
import { type Gzipped, gzipPart } from './gzip.ts';

/**
 * A run of neighbouring rows of a list with their JSON, built when it is first needed. A segment never changes: a change
 * makes a new one, so a slow reader keeps what it began with, and what did not change is never made again. See
 * docs/decisions/0016.
 */
export abstract class Segment {
  /** The smallest petId. */
  readonly first: PetId;
  #gzippedFirst: Gzipped | undefined;
  #gzippedLater: Gzipped | undefined;
  #json: Buffer | undefined;

  constructor(first: PetId, json?: Buffer) {
    this.first = first;
    this.#json = json;
  }

  /** About what it takes as JSON. */
  abstract get byteLength(): number;

  /** The rows' JSON, each after a comma, the first one too: so segments join as they are. */
  protected abstract makeJson(): Buffer;

  get json(): Buffer {
    this.#json ??= this.makeJson();
    return this.#json;
  }

  /** Takes the same bytes from elsewhere, where they lie among others, and gives up its own. */
  adoptJson(json: Buffer): void {
    this.#json = json;
  }

  /** The JSON, deflated so that it can stand in a gzip stream, if that has been done. The first has no comma before it. */
  gzippedAs(isFirst: boolean): Gzipped | undefined {
    return isFirst ? this.#gzippedFirst : this.#gzippedLater;
  }

  async gzip(isFirst: boolean): Promise<Gzipped> {
    // A compressed list does not need the plain bytes, which take twelve times as much.
    const json = this.#json ?? this.makeJson();
    const part = await gzipPart(isFirst ? json.subarray(1) : json);
    if (isFirst) this.#gzippedFirst = part;
    else this.#gzippedLater = part;
    return part;
  }
}

/** Rows in order, in as few segments as hold them. All are of even size: one that has just been split takes many more. */
export function splitIntoSegments<Row, S extends Segment>(
  rows: readonly Row[],
  create: (rows: readonly Row[]) => S,
): S[] {
  const size = Math.ceil(rows.length / Math.ceil(rows.length / limits.segmentItemsMax));
  const segments: S[] = [];
  for (let start = 0; start < rows.length; start += size) segments.push(create(rows.slice(start, start + size)));
  return segments;
}

/** The last segment that begins at or before the pet: where it stands, or would. */
export function segmentIndex(segments: readonly Segment[], petId: PetId): number {
  return Math.max(0, bisect(segments.length, (index) => (segments[index] as Segment).first <= petId) - 1);
}

/** The first index for which `isBefore` does not hold, as it does for all before it. */
export function bisect(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Rows in order, with these in the place of those of the same pets; undefined where one goes. */
export function mergeRows<Row extends { readonly petId: PetId }>(
  rows: readonly Row[],
  changes: ReadonlyMap<PetId, Row | undefined>,
): Row[] {
  const kept = rows.filter(({ petId }) => !changes.has(petId));
  const changed = [...changes.values()].filter((row) => row !== undefined);
  return [...kept, ...changed].sort((a, b) => (a.petId < b.petId ? -1 : 1));
}
