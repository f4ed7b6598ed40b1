import { type Item, itemJson } from '../domain/item.ts';
import { itemAfter, type LedgerEntry } from '../domain/ledger-entry.ts';
import type { PetId } from '../domain/pet-id.ts';
import { limits } from '../limits.ts';
import { type Gzipped, gzipPart } from './gzip-parts.ts';

type Leaf = readonly Item[];

/** A change copies one leaf and the array of leaves: together the least where both have about as many members. */
const leafItemsMax = 32;

/**
 * A run of neighbouring items with their JSON, made when first asked for. A segment never changes: a change makes a
 * new one, so a slow reader keeps what it began with, and what did not change is never made again.
 */
export class Segment {
  readonly first: PetId;
  readonly #leaves: readonly Leaf[];
  #json: Buffer | undefined;
  readonly #gzipped: { first?: Gzipped; later?: Gzipped } = {};

  private constructor(leaves: readonly Leaf[]) {
    this.#leaves = leaves;
    this.first = firstIn(leaves[0] as Leaf);
  }

  /** Items in order, in as few segments as hold them. All are of even size: one that has just been split takes many more. */
  static cut(items: readonly Item[]): Segment[] {
    return evenly(items, limits.segmentItemsMax).map((part) => new Segment(evenly(part, leafItemsMax)));
  }

  get items(): readonly Item[] {
    return this.#leaves.flat();
  }

  /** The items' JSON, each after a comma, the first one too: so segments join as they are. */
  get json(): Buffer {
    this.#json ??= Buffer.from(`,${this.items.map(itemJson).join(',')}`, 'latin1');
    return this.#json;
  }

  /** Takes the same bytes from elsewhere, where they lie among others, and gives up its own. */
  adoptJson(json: Buffer): void {
    this.#json = json;
  }

  /** The JSON, deflated so that it can stand in a gzip stream, if that has been done. The first has no comma before it. */
  gzippedAs(isFirst: boolean): Gzipped | undefined {
    return this.#gzipped[isFirst ? 'first' : 'later'];
  }

  async gzip(isFirst: boolean): Promise<Gzipped> {
    const part = await gzipPart(isFirst ? this.json.subarray(1) : this.json);
    this.#gzipped[isFirst ? 'first' : 'later'] = part;
    return part;
  }

  find(petId: PetId): Item | undefined {
    const leaf = this.#leaves[this.#leafIndex(petId)] as Leaf;
    const item = leaf[indexOf(leaf, petId)];
    return item?.petId === petId ? item : undefined;
  }

  /** What becomes of the segment; more than one where it grows too large, none where nothing is left of it. */
  after(entries: readonly LedgerEntry[]): Segment[] {
    const leaves = this.#leaves.slice();
    for (const entry of entries) {
      const item = itemAfter(entry);
      const place = this.#leafIndex(entry.petId);
      const leaf = leaves[place] as Leaf;
      const index = indexOf(leaf, entry.petId);
      // A quantity changes far more often than a pet comes or goes.
      if (item === undefined || leaf[index]?.petId !== entry.petId) return Segment.cut(merge(this.items, entries));
      leaves[place] = leaf.with(index, item);
    }
    return [new Segment(leaves)];
  }

  #leafIndex(petId: PetId): number {
    let low = 1;
    let high = this.#leaves.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (firstIn(this.#leaves[middle] as Leaf) <= petId) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

function firstIn(leaf: Leaf): PetId {
  return (leaf[0] as Item).petId;
}

function evenly(items: readonly Item[], sizeMax: number): Leaf[] {
  const size = Math.ceil(items.length / Math.ceil(items.length / sizeMax));
  const parts: Leaf[] = [];
  for (let start = 0; start < items.length; start += size) parts.push(items.slice(start, start + size));
  return parts;
}

/** The index of the pet among items in order, or the one at which it would stand. */
function indexOf(items: readonly Item[], petId: PetId): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle] as Item).petId < petId) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Items in order, as the entries leave them. */
export function merge(items: readonly Item[], entries: readonly LedgerEntry[]): Item[] {
  const changed = new Map(entries.map((entry) => [entry.petId, itemAfter(entry)]));
  const kept = items.filter(({ petId }) => !changed.has(petId));
  const there = [...changed.values()].filter((item) => item !== undefined);
  return [...kept, ...there].sort((a, b) => (a.petId < b.petId ? -1 : 1));
}
