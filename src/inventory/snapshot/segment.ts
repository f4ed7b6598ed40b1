import { type Item, itemJson } from '../../domain/item.ts';
import { itemAfter, type LedgerEntry } from '../../domain/ledger-entry.ts';
import type { PetId } from '../../domain/pet-id.ts';
import { limits } from '../../limits.ts';
import { type Gzipped, gzipPart } from './gzip-parts.ts';
import { type Change, Levels } from './levels.ts';

const itemBytesMax = 80;

/**
 * A run of neighbouring items with their JSON, made when first asked for. A segment never changes: a change makes a
 * new one, so a slow reader keeps what it began with, and what did not change is never made again.
 */
export class Segment {
  readonly #levels: Levels;
  #gzippedFirst: Gzipped | undefined;
  #gzippedLater: Gzipped | undefined;
  #json: Buffer | undefined;

  private constructor(levels: Levels) {
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

  /** About what it takes as JSON, with the longest petId and quantity. */
  get byteLength(): number {
    return this.count * itemBytesMax;
  }

  get items(): Item[] {
    return this.#levels.all();
  }

  /** The items' JSON, each after a comma, the first one too: so segments join as they are. */
  get json(): Buffer {
    this.#json ??= this.#makeJson();
    return this.#json;
  }

  #makeJson(): Buffer {
    return Buffer.from(`,${this.items.map(itemJson).join(',')}`, 'latin1');
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
    const json = this.#json ?? this.#makeJson();
    const part = await gzipPart(isFirst ? json.subarray(1) : json);
    if (isFirst) this.#gzippedFirst = part;
    else this.#gzippedLater = part;
    return part;
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
