import { type Item, itemJson } from '../domain/item.ts';
import type { PetId } from '../domain/pet-id.ts';
import { type Gzipped, gzipPart } from './gzip-parts.ts';

/**
 * A run of neighbouring items with their JSON, made when first asked for. A segment never changes: a change makes a
 * new one, so a slow reader keeps what it began with, and what did not change is never made again.
 */
export class Segment {
  readonly items: readonly Item[];
  #json: Buffer | undefined;
  #gzipped: Promise<Gzipped> | undefined;

  constructor(items: readonly Item[]) {
    this.items = items;
  }

  get first(): PetId {
    return (this.items[0] as Item).petId;
  }

  /** The items' JSON, each after a comma, the first one too: so segments join as they are. */
  get json(): Buffer {
    this.#json ??= Buffer.from(`,${this.items.map(itemJson).join(',')}`, 'latin1');
    return this.#json;
  }

  /** The JSON without that first comma, deflated so that it can stand anywhere in a gzip stream. */
  gzipped(): Promise<Gzipped> {
    this.#gzipped ??= gzipPart(this.json.subarray(1));
    return this.#gzipped;
  }

  find(petId: PetId): Item | undefined {
    const item = this.items[indexOf(this.items, petId)];
    return item?.petId === petId ? item : undefined;
  }
}

/** The index of the pet among items in order, or the one at which it would stand. */
export function indexOf(items: readonly Item[], petId: PetId): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle] as Item).petId < petId) low = middle + 1;
    else high = middle;
  }
  return low;
}
