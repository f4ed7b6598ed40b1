import { type Item, type PetStatus, petStatuses } from '../domain/item.ts';
import type { PetId } from '../domain/pet-id.ts';

type Columns = {
  readonly petIds: BigInt64Array;
  readonly quantities: Float64Array;
  readonly versions: Float64Array;
  readonly statuses: Uint8Array;
};

/** So many changes are kept beside the columns before these are made anew: copying them costs ten times as much. */
const changesMax = 16;

/**
 * Items in columns, ascending by petId, and what has changed since by its index. A million objects are 120 MB, and the
 * collector goes through all of them again and again; as columns they are 25 MB that it never looks into. An item is made
 * of them when somebody asks for it.
 */
export class Levels {
  readonly #columns: Columns;
  readonly #changes: ReadonlyMap<number, Item>;

  private constructor(columns: Columns, changes: ReadonlyMap<number, Item>) {
    this.#columns = columns;
    this.#changes = changes;
  }

  static of(items: readonly Item[]): Levels {
    const columns: Columns = {
      petIds: BigInt64Array.from(items, ({ petId }) => petId),
      quantities: new Float64Array(items.length),
      versions: new Float64Array(items.length),
      statuses: new Uint8Array(items.length),
    };
    for (const [index, item] of items.entries()) set(columns, index, item);
    return new Levels(columns, new Map());
  }

  get count(): number {
    return this.#columns.petIds.length;
  }

  petIdAt(index: number): PetId {
    return this.#columns.petIds[index] as bigint;
  }

  at(index: number): Item {
    const { quantities, versions, statuses } = this.#columns;
    return (
      this.#changes.get(index) ?? {
        petId: this.petIdAt(index),
        quantity: quantities[index] as number,
        status: petStatuses[statuses[index] as number] as PetStatus,
        version: versions[index] as number,
      }
    );
  }

  all(): Item[] {
    return Array.from({ length: this.count }, (_, index) => this.at(index));
  }

  /** The index of the pet, or undefined where it is not among them. */
  indexOf(petId: PetId): number | undefined {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.petIdAt(middle) < petId) low = middle + 1;
      else high = middle;
    }
    return low < this.count && this.petIdAt(low) === petId ? low : undefined;
  }

  /** The same pets, some of them at other levels. */
  with(changes: ReadonlyMap<number, Item>): Levels {
    if (this.#changes.size + changes.size > changesMax) return new Levels(this.#columnsWith(changes), new Map());
    const all = new Map(this.#changes);
    for (const [index, item] of changes) all.set(index, item);
    return new Levels(this.#columns, all);
  }

  #columnsWith(changes: ReadonlyMap<number, Item>): Columns {
    const { petIds, quantities, versions, statuses } = this.#columns;
    const columns = { petIds, quantities: quantities.slice(), versions: versions.slice(), statuses: statuses.slice() };
    for (const [index, item] of this.#changes) set(columns, index, item);
    for (const [index, item] of changes) set(columns, index, item);
    return columns;
  }
}

function set(columns: Columns, index: number, { quantity, status, version }: Item): void {
  columns.quantities[index] = quantity;
  columns.versions[index] = version;
  columns.statuses[index] = petStatuses.indexOf(status);
}
