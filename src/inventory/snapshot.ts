import type { Item } from '../domain/item.ts';
import { itemAfter, type LedgerEntry } from '../domain/ledger-entry.ts';
import type { PetId } from '../domain/pet-id.ts';
import { limits } from '../limits.ts';
import { indexOf, Segment } from './segment.ts';

/** The whole inventory as the ledger's first `seq` entries have it: items ascending by petId. It never changes. */
export class Snapshot {
  readonly seq: number;
  readonly segments: readonly Segment[];

  private constructor(seq: number, segments: readonly Segment[]) {
    this.seq = seq;
    this.segments = segments;
  }

  static of(seq: number, items: readonly Item[]): Snapshot {
    return new Snapshot(seq, cut(items));
  }

  get count(): number {
    return this.segments.reduce((count, segment) => count + segment.items.length, 0);
  }

  get(petId: PetId): Item | undefined {
    return this.segments[this.#segmentIndex(petId)]?.find(petId);
  }

  /** The snapshot after these entries, which must follow its own sequence without a gap. Untouched segments are shared. */
  after(entries: readonly LedgerEntry[]): Snapshot {
    const last = entries.at(-1);
    if (last === undefined) return this;
    const bySegment = new Map<number, Map<PetId, LedgerEntry>>();
    for (const entry of entries) {
      const index = this.#segmentIndex(entry.petId);
      const changes = bySegment.get(index);
      if (changes === undefined) bySegment.set(index, new Map([[entry.petId, entry]]));
      else changes.set(entry.petId, entry);
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

  #withChanges(bySegment: ReadonlyMap<number, ReadonlyMap<PetId, LedgerEntry>>): Segment[] {
    if (this.segments.length === 0) return cut(merge([], bySegment.get(0) ?? new Map()));
    let resized = false;
    const segments = this.segments.slice();
    for (const [index, changes] of bySegment) {
      const old = segments[index] as Segment;
      const items = merge(old.items, changes);
      segments[index] = new Segment(items);
      resized ||= items.length === 0 || items.length > limits.segmentItemsMax;
    }
    return resized ? segments.flatMap(resize) : segments;
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

function resize(segment: Segment): Segment[] {
  if (segment.items.length > 0 && segment.items.length <= limits.segmentItemsMax) return [segment];
  return cut(segment.items);
}

/** Into as few segments as hold them, of even size: one that has just been split takes many more pets. */
function cut(items: readonly Item[]): Segment[] {
  const size = Math.ceil(items.length / Math.ceil(items.length / limits.segmentItemsMax));
  const segments: Segment[] = [];
  for (let start = 0; start < items.length; start += size) segments.push(new Segment(items.slice(start, start + size)));
  return segments;
}

/** A quantity changes far more often than a pet comes or goes: then one array is copied, and no item moves. */
function merge(items: readonly Item[], changes: ReadonlyMap<PetId, LedgerEntry>): Item[] {
  const changed = items.slice();
  const added: Item[] = [];
  let removed = false;
  for (const [petId, entry] of changes) {
    const item = itemAfter(entry);
    const index = indexOf(items, petId);
    const present = items[index]?.petId === petId;
    if (item === undefined) removed ||= present;
    else if (present) changed[index] = item;
    else added.push(item);
  }
  if (!removed && added.length === 0) return changed;
  const kept = changed.filter(({ petId }) => changes.get(petId)?.after !== null);
  return [...kept, ...added].sort((a, b) => (a.petId < b.petId ? -1 : 1));
}
