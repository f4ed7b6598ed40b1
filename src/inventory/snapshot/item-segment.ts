import { type Item, itemJson, type PetId, type PetStatus, petStatuses } from '../../domain/item.ts';
import { itemAfter, type LedgerEntry } from '../../domain/ledger-entry.ts';
import { bisect, mergeRows, Segment, splitIntoSegments } from './segment.ts';

type Columns = {
  readonly petIds: BigInt64Array;
  readonly quantities: Float64Array;
  readonly versions: Float64Array;
  readonly statuses: Uint8Array;
};

/** One item that differs from the columns. */
type Change = { readonly index: number; readonly item: Item };

/** Changes kept beside the columns before these are rebuilt: copying them costs ten times as much. */
const changesMax = 16;

/** With the longest petId and quantity. */
const itemBytesMax = 80;

/**
 * Items in columns, ascending by petId, and what has changed since, the latest last. A million objects are 120 MB, and the
 * collector goes through all of them again and again; as columns they are 25 MB that it never looks into. An item is made
 * of them when it is needed.
 */
export class ItemSegment extends Segment {
  readonly #columns: Columns;
  readonly #changes: readonly Change[];

  private constructor(first: PetId, columns: Columns, changes: readonly Change[] = []) {
    super(first);
    this.#columns = columns;
    this.#changes = changes;
  }

  static split(items: readonly Item[]): ItemSegment[] {
    return splitIntoSegments(items, (some) => new ItemSegment((some[0] as Item).petId, columnsOf(some)));
  }

  get count(): number {
    return this.#columns.petIds.length;
  }

  override get byteLength(): number {
    return this.count * itemBytesMax;
  }

  get items(): Item[] {
    return Array.from({ length: this.count }, (_, index) => this.#at(index));
  }

  find(petId: PetId): Item | undefined {
    const index = this.#indexOf(petId);
    return index === undefined ? undefined : this.#at(index);
  }

  /** What becomes of the segment; more than one where it grows too large, none where nothing is left of it. */
  apply(entries: readonly LedgerEntry[]): ItemSegment[] {
    const changes = this.#changes.slice();
    for (const entry of entries) {
      const item = itemAfter(entry);
      const index = this.#indexOf(entry.petId);
      // A quantity changes far more often than a pet comes or goes.
      if (item === undefined || index === undefined) return ItemSegment.split(merge(this.items, entries));
      changes.push({ index, item });
    }
    if (changes.length <= changesMax) return [new ItemSegment(this.first, this.#columns, changes)];
    const { petIds, quantities, versions, statuses } = this.#columns;
    const columns = { petIds, quantities: quantities.slice(), versions: versions.slice(), statuses: statuses.slice() };
    for (const { index, item } of changes) set(columns, index, item);
    return [new ItemSegment(this.first, columns)];
  }

  protected override makeJson(): Buffer {
    return Buffer.from(`,${this.items.map(itemJson).join(',')}`, 'latin1');
  }

  #at(index: number): Item {
    const { petIds, quantities, versions, statuses } = this.#columns;
    return (
      this.#changes.findLast((change) => change.index === index)?.item ?? {
        petId: petIds[index] as PetId,
        quantity: quantities[index] as number,
        status: petStatuses[statuses[index] as number] as PetStatus,
        version: versions[index] as number,
      }
    );
  }

  #indexOf(petId: PetId): number | undefined {
    const { petIds } = this.#columns;
    const index = bisect(this.count, (at) => (petIds[at] as PetId) < petId);
    return petIds[index] === petId ? index : undefined;
  }
}

/** Items in order, as the entries leave them. */
export function merge(items: readonly Item[], entries: readonly LedgerEntry[]): Item[] {
  return mergeRows(items, new Map(entries.map((entry) => [entry.petId, itemAfter(entry)])));
}

function columnsOf(items: readonly Item[]): Columns {
  const columns: Columns = {
    petIds: BigInt64Array.from(items, ({ petId }) => petId),
    quantities: new Float64Array(items.length),
    versions: new Float64Array(items.length),
    statuses: new Uint8Array(items.length),
  };
  for (const [index, item] of items.entries()) set(columns, index, item);
  return columns;
}

function set(columns: Columns, index: number, { quantity, status, version }: Item): void {
  columns.quantities[index] = quantity;
  columns.versions[index] = version;
  columns.statuses[index] = petStatuses.indexOf(status);
}
