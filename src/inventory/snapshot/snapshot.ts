import type { Item } from '../../domain/item.ts';
import type { LedgerEntry } from '../../domain/ledger-entry.ts';
import type { PetId } from '../../domain/pet-id.ts';
import { merge, Segment } from './segment.ts';

/** The whole inventory as the ledger's first `seq` entries have it: items ascending by petId. It never changes. */
export class Snapshot {
  readonly seq: number;
  readonly segments: readonly Segment[];
  /**
   * Where each segment begins, as near as a number comes to it: all of them lie side by side. A segment that has lost its
   * first pet still begins where it did.
   */
  readonly #firsts: Float64Array;

  private constructor(seq: number, segments: readonly Segment[], firsts = firstsOf(segments)) {
    this.seq = seq;
    this.segments = segments;
    this.#firsts = firsts;
  }

  static of(seq: number, items: readonly Item[]): Snapshot {
    return new Snapshot(seq, Segment.cut(items));
  }

  /** Of items that come in pages, in order, and need not all be there at once. */
  static async load(seq: number, pages: AsyncIterable<readonly Item[]>): Promise<Snapshot> {
    const segments: Segment[] = [];
    for await (const page of pages) segments.push(...Segment.cut(page));
    return new Snapshot(seq, segments);
  }

  get count(): number {
    return this.segments.reduce((count, segment) => count + segment.count, 0);
  }

  /** About what it takes as JSON. */
  get byteLength(): number {
    return this.segments.reduce((bytes, segment) => bytes + segment.byteLength, 0);
  }

  get(petId: PetId): Item | undefined {
    return this.segments[this.#segmentIndex(petId)]?.find(petId);
  }

  /** The snapshot after these entries, which must follow its own sequence without a gap. Untouched segments are shared. */
  after(entries: readonly LedgerEntry[]): Snapshot {
    const last = entries.at(-1);
    if (last === undefined) return this;
    const bySegment = new Map<number, LedgerEntry[]>();
    for (const entry of entries) {
      const index = this.#segmentIndex(entry.petId);
      const changes = bySegment.get(index);
      if (changes === undefined) bySegment.set(index, [entry]);
      else changes.push(entry);
    }
    return this.#withChanges(last.seq, bySegment);
  }

  /** Items with a petId above `after`, ascending. */
  *itemsAfter(after: PetId | null): Generator<Item> {
    const start = after === null ? 0 : this.#segmentIndex(after);
    for (let index = start; index < this.segments.length; index++) {
      const { items } = this.segments[index] as Segment;
      if (after === null || index > start) yield* items;
      else for (const item of items) if (item.petId > after) yield item;
    }
  }

  #withChanges(seq: number, bySegment: ReadonlyMap<number, readonly LedgerEntry[]>): Snapshot {
    if (this.segments.length === 0) return new Snapshot(seq, Segment.cut(merge([], bySegment.get(0) ?? [])));
    const segments: (Segment | Segment[])[] = this.segments.slice();
    let resized = false;
    for (const [index, entries] of bySegment) {
      const became = (segments[index] as Segment).after(entries);
      resized ||= became.length !== 1;
      segments[index] = became.length === 1 ? (became[0] as Segment) : became;
    }
    return resized ? new Snapshot(seq, segments.flat()) : new Snapshot(seq, segments as Segment[], this.#firsts);
  }

  /** The last segment that begins at or before the pet: where it stands, or would. */
  #segmentIndex(petId: PetId): number {
    const nearly = Number(petId);
    let low = 0;
    let high = this.#firsts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#firsts[middle] as number) <= nearly) low = middle + 1;
      else high = middle;
    }
    // Several petIds beyond 2⁵³ are the same number.
    while (low > 1 && (this.segments[low - 1] as Segment).first > petId) low--;
    return Math.max(low - 1, 0);
  }
}

function firstsOf(segments: readonly Segment[]): Float64Array {
  return Float64Array.from(segments, ({ first }) => Number(first));
}
