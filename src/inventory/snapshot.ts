import type { Item } from '../domain/item.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import type { PetId } from '../domain/pet-id.ts';
import { merge, Segment } from './segment.ts';

/** The whole inventory as the ledger's first `seq` entries have it: items ascending by petId. It never changes. */
export class Snapshot {
  readonly seq: number;
  readonly segments: readonly Segment[];

  private constructor(seq: number, segments: readonly Segment[]) {
    this.seq = seq;
    this.segments = segments;
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
    return new Snapshot(last.seq, this.#withChanges(bySegment));
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

  #withChanges(bySegment: ReadonlyMap<number, readonly LedgerEntry[]>): Segment[] {
    if (this.segments.length === 0) return Segment.cut(merge([], bySegment.get(0) ?? []));
    const segments: (Segment | Segment[])[] = this.segments.slice();
    let resized = false;
    for (const [index, entries] of bySegment) {
      const became = (segments[index] as Segment).after(entries);
      resized ||= became.length !== 1;
      segments[index] = became.length === 1 ? (became[0] as Segment) : became;
    }
    return resized ? segments.flat() : (segments as Segment[]);
  }

  /** The last segment that begins at or before the pet: where it stands, or would. */
  #segmentIndex(petId: PetId): number {
    let low = 0;
    let high = this.segments.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.segments[middle] as Segment).first <= petId) low = middle + 1;
      else high = middle;
    }
    return Math.max(low - 1, 0);
  }
}
