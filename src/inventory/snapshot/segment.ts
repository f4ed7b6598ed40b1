import { type Item, itemJson } from '../../domain/item.ts';
import { itemAfter, type LedgerEntry } from '../../domain/ledger-entry.ts';
import type { PetId } from '../../domain/pet-id.ts';
import { limits } from '../../limits.ts';
import { JsonSegment } from './json-segment.ts';
import { type Change, Levels } from './levels.ts';

const itemBytesMax = 80;

/** Neighbouring items. */
export class Segment extends JsonSegment {
  readonly #levels: Levels;

  private constructor(levels: Levels) {
    super();
    this.#levels = levels;
  }

  /** Items in order, in as few segments as hold them. All are of even size: one that has just been split takes many more. */
  static cut(items: readonly Item[]): Segment[] {
    const size = Math.ceil(items.length / Math.ceil(items.length / limits.segmentItemsMax));
    const segments: Segment[] = [];
    for (let start = 0; start < items.length; start += size) {
      segments.push(new Segment(Levels.of(items.slice(start, start + size))));
    }
    return segments;
  }

  /** The smallest petId. */
  get first(): PetId {
    return this.#levels.petIdAt(0);
  }

  get count(): number {
    return this.#levels.count;
  }

  /** With the longest petId and quantity. */
  override get byteLength(): number {
    return this.count * itemBytesMax;
  }

  get items(): Item[] {
    return this.#levels.all();
  }

  protected override makeJson(): Buffer {
    return Buffer.from(`,${this.items.map(itemJson).join(',')}`, 'latin1');
  }

  find(petId: PetId): Item | undefined {
    const index = this.#levels.indexOf(petId);
    return index === undefined ? undefined : this.#levels.at(index);
  }

  /** What becomes of the segment; more than one where it grows too large, none where nothing is left of it. */
  after(entries: readonly LedgerEntry[]): Segment[] {
    const changes: Change[] = [];
    for (const entry of entries) {
      const item = itemAfter(entry);
      const index = this.#levels.indexOf(entry.petId);
      // A quantity changes far more often than a pet comes or goes.
      if (item === undefined || index === undefined) return Segment.cut(merge(this.items, entries));
      changes.push({ index, item });
    }
    return [new Segment(this.#levels.with(changes))];
  }
}

/** Items in order, as the entries leave them. */
export function merge(items: readonly Item[], entries: readonly LedgerEntry[]): Item[] {
  const changed = new Map(entries.map((entry) => [entry.petId, itemAfter(entry)]));
  const kept = items.filter(({ petId }) => !changed.has(petId));
  const there = [...changed.values()].filter((item) => item !== undefined);
  return [...kept, ...there].sort((a, b) => (a.petId < b.petId ? -1 : 1));
}
