import type { PetId } from '../../domain/item.ts';
import { bisect, type Changes, type PetRow, type Segment, segmentRowsMax } from './segment.ts';

/** Rows ascending by petId, in segments. It never changes. */
export abstract class SegmentedList<R extends PetRow = PetRow> {
  readonly segments: readonly Segment<R>[];

  constructor(segments: readonly Segment<R>[]) {
    this.segments = segments;
  }

  get count(): number {
    return this.segments.reduce((count, segment) => count + segment.count, 0);
  }

  /** About what it takes as JSON. */
  get byteLength(): number {
    return this.segments.reduce((bytes, segment) => bytes + segment.byteLength, 0);
  }

  get(petId: PetId): R | undefined {
    return this.segments[this.#indexOf(petId)]?.find(petId);
  }

  /** Rows with a petId above `after`, ascending. */
  *rowsAfter(after: PetId | null): Generator<R> {
    const start = after === null ? 0 : this.#indexOf(after);
    for (const { rows } of this.segments.slice(start)) {
      for (const row of rows) if (after === null || row.petId > after) yield row;
    }
  }

  /** The segments after these changes; those without a change are shared. `split` makes the first ones of an empty list. */
  protected segmentsAfter(changes: Changes<R>, split: (rows: readonly R[]) => Segment<R>[]): readonly Segment<R>[] {
    if (this.segments.length === 0) return split(mergeRows([], changes));
    const segments = this.segments.slice();
    const resized = new Map<number, Segment<R>[]>();
    for (const [index, some] of Map.groupBy(changes, ([petId]) => this.#indexOf(petId))) {
      const became = (segments[index] as Segment<R>).apply(some);
      if (became.length === 1) segments[index] = became[0] as Segment<R>;
      else resized.set(index, became);
    }
    return resized.size === 0 ? segments : segments.flatMap((segment, index) => resized.get(index) ?? segment);
  }

  /** The last segment that begins at or before the pet: where it stands, or would. */
  #indexOf(petId: PetId): number {
    return Math.max(0, bisect(this.segments.length, (index) => (this.segments[index] as Segment).first <= petId) - 1);
  }
}

/** Rows in order, with the changed ones in the place of those of the same pets. */
export function mergeRows<R extends PetRow>(rows: readonly R[], changes: Changes<R>): R[] {
  const changed = new Map(changes);
  const kept = rows.filter(({ petId }) => !changed.has(petId));
  const added = [...changed.values()].filter((row) => row !== undefined);
  return [...kept, ...added].sort((a, b) => (a.petId < b.petId ? -1 : 1));
}

/** Rows in order, in as few segments as hold them, all of even size: each then has room for more rows. */
export function splitIntoSegments<R extends PetRow>(
  rows: readonly R[],
  create: (rows: readonly R[]) => Segment<R>,
): Segment<R>[] {
  const size = Math.ceil(rows.length / Math.ceil(rows.length / segmentRowsMax));
  const segments: Segment<R>[] = [];
  for (let start = 0; start < rows.length; start += size) segments.push(create(rows.slice(start, start + size)));
  return segments;
}
