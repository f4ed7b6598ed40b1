import { firstWhere } from '@pawstock/shared/binary-search.ts';
import { elementAt } from '@pawstock/shared/element-at.ts';
import type { PetId } from '@pawstock/shared/item.ts';
import { type Gzipped, gzipPart } from './gzip.ts';

export type PetRow = { readonly petId: PetId };

/**
 * The changed rows of a list of pets, in the order of the changes. The row of a removed pet is
 * undefined.
 */
export type Changes<R extends PetRow> = readonly (readonly [petId: PetId, row: R | undefined])[];

/** How a row becomes JSON, and how many bytes of JSON a row takes approximately. */
export type RowFormat<R> = { readonly bytes: number; json(row: R): string };

export const segmentRowsMax = 256;

/**
 * A part of a list: neighbouring rows, with their JSON once it is needed. Segments are immutable: a
 * change replaces a segment by a new one, so a slow reader keeps the list that it began with. See
 * docs/decisions/0016.
 */
export abstract class Segment<R extends PetRow = PetRow> {
  /** The petIds of the rows, ascending. */
  protected readonly petIds: BigInt64Array;
  readonly first: PetId;
  readonly #format: RowFormat<R>;
  #json: Buffer | undefined;
  readonly #gzipped: { first?: Promise<Gzipped>; later?: Promise<Gzipped> } = {};

  constructor(petIds: BigInt64Array, format: RowFormat<R>) {
    this.petIds = petIds;
    this.first = elementAt(petIds, 0);
    this.#format = format;
  }

  /**
   * Returns the segments that replace this one after changes: several for too many rows, none if no
   * row remains.
   */
  abstract apply(changes: Changes<R>): Segment<R>[];

  protected abstract rowAt(index: number): R;

  get count(): number {
    return this.petIds.length;
  }

  /** The approximate number of bytes that the JSON of this segment of a list takes. */
  get byteLength(): number {
    return this.count * this.#format.bytes;
  }

  get rows(): R[] {
    return Array.from({ length: this.count }, (_, index) => this.rowAt(index));
  }

  find(petId: PetId): R | undefined {
    const index = this.indexOf(petId);
    return index === undefined ? undefined : this.rowAt(index);
  }

  protected indexOf(petId: PetId): number | undefined {
    const index = firstWhere(0, this.count, (at) => elementAt(this.petIds, at) >= petId);
    return this.petIds[index] === petId ? index : undefined;
  }

  /**
   * The JSON of the segment's rows, with a comma before each, even the first, so that segments can
   * just be joined.
   */
  get json(): Buffer {
    this.#json ??= this.#makeJson();
    return this.#json;
  }

  /**
   * Replaces the segment's JSON by equal bytes in a longer buffer, so that these bytes are in
   * memory only once.
   */
  adoptJson(json: Buffer): void {
    this.#json = json;
  }

  /**
   * The segment's compressed JSON, made once. The first segment of a list begins without a comma.
   */
  gzip(place: 'first' | 'later'): Promise<Gzipped> {
    // Does not keep the JSON it compresses: the JSON is twelve times as large, and compressed
    // responses do not need it.
    const json = () => (this.#json ?? this.#makeJson()).subarray(place === 'first' ? 1 : 0);
    this.#gzipped[place] ??= gzipPart(json()).catch((error: unknown) => {
      // Compression may fail temporarily, for example for lack of memory, so the next reader of the
      // list tries again.
      delete this.#gzipped[place];
      throw error;
    });
    return this.#gzipped[place];
  }

  #makeJson(): Buffer {
    return Buffer.from(`,${this.rows.map((row) => this.#format.json(row)).join(',')}`);
  }
}

/** An immutable list of rows, ascending by petId, in segments. */
export abstract class SegmentedList<R extends PetRow = PetRow> {
  readonly segments: readonly Segment<R>[];
  /**
   * If the list of pets is short: its JSON, plain and compressed, once a response has needed it.
   * See list-body.ts.
   */
  json: Buffer | undefined;
  gzipped: Buffer | undefined;

  constructor(segments: readonly Segment<R>[]) {
    this.segments = segments;
  }

  get count(): number {
    return this.segments.reduce((count, segment) => count + segment.count, 0);
  }

  get byteLength(): number {
    return this.segments.reduce((bytes, segment) => bytes + segment.byteLength, 0);
  }

  get(petId: PetId): R | undefined {
    return this.segments[this.#indexOf(petId)]?.find(petId);
  }

  *rowsAfter(after: PetId | null): Generator<R> {
    const start = after === null ? 0 : this.#indexOf(after);
    for (const { rows } of this.segments.slice(start)) {
      for (const row of rows) if (after === null || row.petId > after) yield row;
    }
  }

  /**
   * Returns the list's segments after these changes. Unchanged segments are shared with the old
   * list.
   */
  protected segmentsAfter(
    changes: Changes<R>,
    split: (rows: readonly R[]) => Segment<R>[],
  ): readonly Segment<R>[] {
    if (this.segments.length === 0) return split(mergeRows([], changes));
    const segments = this.segments.slice();
    const resized = new Map<number, Segment<R>[]>();
    for (const [index, some] of Map.groupBy(changes, ([petId]) => this.#indexOf(petId))) {
      const became = elementAt(segments, index).apply(some);
      const [only, ...others] = became;
      if (only !== undefined && others.length === 0) segments[index] = only;
      else resized.set(index, became);
    }
    return resized.size === 0
      ? segments
      : segments.flatMap((segment, index) => resized.get(index) ?? segment);
  }

  /** The index of the segment that has the pet, or would have it if the pet were added. */
  #indexOf(petId: PetId): number {
    const next = firstWhere(
      0,
      this.segments.length,
      (index) => elementAt(this.segments, index).first > petId,
    );
    return Math.max(0, next - 1);
  }
}

export function mergeRows<R extends PetRow>(rows: readonly R[], changes: Changes<R>): R[] {
  const changed = new Map(changes);
  const kept = rows.filter(({ petId }) => !changed.has(petId));
  const added = [...changed.values()].filter((row) => row !== undefined);
  return [...kept, ...added].sort((a, b) => (a.petId < b.petId ? -1 : 1));
}

/**
 * Splits rows into as few segments as possible, all about equally large, so that each of them can
 * take more rows.
 */
export function splitIntoSegments<R extends PetRow>(
  rows: readonly R[],
  create: (rows: readonly R[]) => Segment<R>,
) {
  const size = Math.ceil(rows.length / Math.ceil(rows.length / segmentRowsMax));
  return Array.from(chunksOf(rows, size), (some) => create(some));
}

export function* chunksOf<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}
