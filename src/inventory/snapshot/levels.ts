import { type Item, type PetStatus, petStatuses } from '../../domain/item.ts';
import type { PetId } from '../../domain/pet-id.ts';

type Columns = {
  /** As numbers where those are exact: a bigint is an object, created again on each access. */
  readonly petIds: Float64Array | BigInt64Array;
  readonly quantities: Float64Array;
  readonly versions: Float64Array;
  readonly statuses: Uint8Array;
};

/** One item that differs from the columns. */
export type Change = { readonly index: number; readonly item: Item };

/** Changes kept beside the columns before these are rebuilt: copying them costs ten times as much. */
const changesMax = 16;

/**
 * Items in columns, ascending by petId, and what has changed since, the latest last. A million objects are 120 MB, and the
 * collector goes through all of them again and again; as columns they are 25 MB that it never looks into. An item is made
 * of them when it is first needed.
 */
export class Levels {
  readonly #columns: Columns;
  readonly #changes: readonly Change[];

  private constructor(columns: Columns, changes: readonly Change[]) {
    this.#columns = columns;
    this.#changes = changes;
  }

  static of(items: readonly Item[]): Levels {
    const columns: Columns = {
      petIds: petIdColumn(items),
      quantities: new Float64Array(items.length),
      versions: new Float64Array(items.length),
      statuses: new Uint8Array(items.length),
    };
    for (const [index, item] of items.entries()) set(columns, index, item);
    return new Levels(columns, []);
  }

  get count(): number {
    return this.#columns.petIds.length;
  }

  petIdAt(index: number): PetId {
    return BigInt(this.#columns.petIds[index] as number | bigint);
  }

  at(index: number): Item {
    const { quantities, versions, statuses } = this.#columns;
    return (
      this.#changes.findLast((change) => change.index === index)?.item ?? {
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
    const { petIds } = this.#columns;
    const wanted = petIds instanceof Float64Array ? Number(petId) : petId;
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((petIds[middle] as number | bigint) < wanted) low = middle + 1;
      else high = middle;
    }
    return low < this.count && this.petIdAt(low) === petId ? low : undefined;
  }

  /** The same pets, some of them at other levels. */
  with(changes: readonly Change[]): Levels {
    const all = this.#changes.concat(changes);
    return all.length > changesMax ? new Levels(this.#columnsWith(all), []) : new Levels(this.#columns, all);
  }

  #columnsWith(changes: readonly Change[]): Columns {
    const { petIds, quantities, versions, statuses } = this.#columns;
    const columns = { petIds, quantities: quantities.slice(), versions: versions.slice(), statuses: statuses.slice() };
    for (const { index, item } of changes) set(columns, index, item);
    return columns;
  }
}

/** Items are in order, so that what holds for the first and the last holds for all. */
function petIdColumn(items: readonly Item[]): Columns['petIds'] {
  const ends = [items[0], items.at(-1)];
  if (ends.some((item) => item !== undefined && !Number.isSafeInteger(Number(item.petId)))) {
    return BigInt64Array.from(items, ({ petId }) => petId);
  }
  return Float64Array.from(items, ({ petId }) => Number(petId));
}

function set(columns: Columns, index: number, { quantity, status, version }: Item): void {
  columns.quantities[index] = quantity;
  columns.versions[index] = version;
  columns.statuses[index] = petStatuses.indexOf(status);
}
