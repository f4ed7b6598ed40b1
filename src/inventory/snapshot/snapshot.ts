import type { Item, PetId } from '../../domain/item.ts';
import type { LedgerEntry } from '../../domain/ledger-entry.ts';
import { ItemSegment, merge } from './item-segment.ts';
import { segmentIndex } from './segment.ts';

/** The whole inventory as the ledger's first `seq` entries have it: items ascending by petId. It never changes. */
export class Snapshot {
  readonly seq: number;
  readonly segments: readonly ItemSegment[];

  private constructor(seq: number, segments: readonly ItemSegment[]) {
    this.seq = seq;
    this.segments = segments;
  }

  static of(seq: number, items: readonly Item[]): Snapshot {
    return new Snapshot(seq, ItemSegment.split(items));
  }

  /** Of items that come in pages, in order, and need not all be there at once. */
  static async load(seq: number, pages: AsyncIterable<readonly Item[]>): Promise<Snapshot> {
    return new Snapshot(seq, (await Array.fromAsync(pages, ItemSegment.split)).flat());
  }

  get count(): number {
    return this.segments.reduce((count, segment) => count + segment.count, 0);
  }

  /** About what it takes as JSON. */
  get byteLength(): number {
    return this.segments.reduce((bytes, segment) => bytes + segment.byteLength, 0);
  }

  get(petId: PetId): Item | undefined {
    return this.segments[segmentIndex(this.segments, petId)]?.find(petId);
  }

  /** Items with a petId above `after`, ascending. */
  *itemsAfter(after: PetId | null): Generator<Item> {
    const start = after === null ? 0 : segmentIndex(this.segments, after);
    for (const { items } of this.segments.slice(start)) {
      for (const item of items) if (after === null || item.petId > after) yield item;
    }
  }

  /** The snapshot after these entries, which must follow its own sequence without a gap. Untouched segments are shared. */
  apply(entries: readonly LedgerEntry[]): Snapshot {
    const seq = entries.at(-1)?.seq ?? this.seq;
    if (this.segments.length === 0) return new Snapshot(seq, ItemSegment.split(merge([], entries)));
    const segments: (ItemSegment | ItemSegment[])[] = this.segments.slice();
    let isResized = false;
    for (const [index, changes] of Map.groupBy(entries, ({ petId }) => segmentIndex(this.segments, petId))) {
      const became = (this.segments[index] as ItemSegment).apply(changes);
      isResized ||= became.length !== 1;
      segments[index] = became.length === 1 ? (became[0] as ItemSegment) : became;
    }
    return new Snapshot(seq, isResized ? segments.flat() : (segments as ItemSegment[]));
  }
}
