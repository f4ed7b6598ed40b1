import { type Item, type PetStatus, petStatuses } from '../domain/item.ts';
import type { PetId } from '../domain/pet-id.ts';

/**
 * Items in columns, ascending by petId. A million objects are 120 MB, and the collector goes through all of them again
 * and again; as columns they are 25 MB that it never looks into. An item is made of them when somebody asks for it.
 */
export class Levels {
  readonly #petIds: BigInt64Array;
  readonly #columns: ArrayBuffer;
  readonly #quantities: Float64Array;
  readonly #versions: Float64Array;
  readonly #statuses: Uint8Array;

  private constructor(petIds: BigInt64Array, columns: ArrayBuffer) {
    const count = petIds.length;
    this.#petIds = petIds;
    this.#columns = columns;
    this.#quantities = new Float64Array(columns, 0, count);
    this.#versions = new Float64Array(columns, 8 * count, count);
    this.#statuses = new Uint8Array(columns, 16 * count, count);
  }

  static of(items: readonly Item[]): Levels {
    const petIds = BigInt64Array.from(items, ({ petId }) => petId);
    const levels = new Levels(petIds, new ArrayBuffer(17 * items.length));
    for (const [index, item] of items.entries()) levels.#set(index, item);
    return levels;
  }

  get count(): number {
    return this.#petIds.length;
  }

  petIdAt(index: number): PetId {
    return this.#petIds[index] as bigint;
  }

  at(index: number): Item {
    return {
      petId: this.petIdAt(index),
      quantity: this.#quantities[index] as number,
      status: petStatuses[this.#statuses[index] as number] as PetStatus,
      version: this.#versions[index] as number,
    };
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
    const levels = new Levels(this.#petIds, this.#columns.slice(0));
    for (const [index, item] of changes) levels.#set(index, item);
    return levels;
  }

  #set(index: number, { quantity, status, version }: Item): void {
    this.#quantities[index] = quantity;
    this.#versions[index] = version;
    this.#statuses[index] = petStatuses.indexOf(status);
  }
}
