import { type Item, petStatuses } from '@pawstock/shared/item.ts';
import { itemAfter, type LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import { itemJson } from '../../json/item-json.ts';
import {
  type Changes,
  mergeRows,
  Segment,
  SegmentedList,
  splitIntoSegments,
} from './segmented-list.ts';

/** The whole inventory after the first `seq` entries of the ledger. */
export class Snapshot extends SegmentedList<Item> {
  readonly seq: number;

  private constructor(seq: number, segments: readonly Segment<Item>[]) {
    super(segments);
    this.seq = seq;
  }

  static of(seq: number, items: readonly Item[]): Snapshot {
    return new Snapshot(seq, splitItems(items));
  }

  static async load(seq: number, pages: AsyncIterable<readonly Item[]>): Promise<Snapshot> {
    return new Snapshot(seq, (await Array.fromAsync(pages, splitItems)).flat());
  }

  /**
   * Returns the snapshot after these further ledger entries. The first must have the sequence
   * number `seq` + 1.
   */
  apply(entries: readonly LedgerEntry[]): Snapshot {
    const changes = entries.map((entry) => [entry.petId, itemAfter(entry)] as const);
    return new Snapshot(entries.at(-1)?.seq ?? this.seq, this.segmentsAfter(changes, splitItems));
  }
}

type Columns = {
  readonly quantities: Float64Array;
  readonly versions: Float64Array;
  readonly statuses: Uint8Array;
};

/**
 * A change of one pet's stock that a segment of the list of pets has not written to its columns
 * yet.
 */
type ItemChange = { readonly index: number; readonly item: Item };

/**
 * A segment rebuilds its columns after more than this many changes. A rebuild costs as much as ten
 * changes.
 */
const changesMax = 16;

/** As JSON, a pet's stock takes 80 bytes if its petId and its quantity are as long as allowed. */
const itemFormat = { bytes: 80, json: itemJson };

/**
 * A segment of the list of pets: an array for each column, and the changes since the arrays were
 * made. A million objects would take 120 MB, which the garbage collector visits again and again.
 * The arrays take 25 MB, which it skips.
 */
class ItemSegment extends Segment<Item> {
  readonly #columns: Columns;
  readonly #changes: readonly ItemChange[];

  constructor(petIds: BigInt64Array, columns: Columns, changes: readonly ItemChange[] = []) {
    super(petIds, itemFormat);
    this.#columns = columns;
    this.#changes = changes;
  }

  override apply(changes: Changes<Item>): Segment<Item>[] {
    const latest = this.#changes.slice();
    for (const [petId, item] of changes) {
      const index = this.indexOf(petId);
      // If a pet is added or removed, this part of the list is rebuilt. That is far rarer than a
      // change of quantity.
      if (item === undefined || index === undefined)
        return splitItems(mergeRows(this.rows, changes));
      latest.push({ index, item });
    }
    if (latest.length <= changesMax) return [new ItemSegment(this.petIds, this.#columns, latest)];
    const { quantities, versions, statuses } = this.#columns;
    const columns = {
      quantities: quantities.slice(),
      versions: versions.slice(),
      statuses: statuses.slice(),
    };
    for (const { index, item } of latest) set(columns, index, item);
    return [new ItemSegment(this.petIds, columns)];
  }

  protected override rowAt(index: number): Item {
    const changed = this.#changes.findLast((change) => change.index === index);
    if (changed !== undefined) return changed.item;
    const { quantities, versions, statuses } = this.#columns;
    const petId = this.petIds[index];
    const quantity = quantities[index];
    const version = versions[index];
    const status = petStatuses[statuses[index] ?? petStatuses.length];
    // One check for all columns: a call of `elementAt` for each would cost more than the rest.
    if (
      petId === undefined ||
      quantity === undefined ||
      version === undefined ||
      status === undefined
    ) {
      throw new RangeError(`there is no row ${index} in a segment of ${this.count}`);
    }
    return { petId, quantity, status, version };
  }
}

function splitItems(items: readonly Item[]): Segment<Item>[] {
  return splitIntoSegments(items, (some) => {
    const columns = {
      quantities: new Float64Array(some.length),
      versions: new Float64Array(some.length),
      statuses: new Uint8Array(some.length),
    };
    for (const [index, item] of some.entries()) set(columns, index, item);
    const petIds = BigInt64Array.from(some, ({ petId }) => petId);
    return new ItemSegment(petIds, columns);
  });
}

function set(columns: Columns, index: number, { quantity, status, version }: Item): void {
  columns.quantities[index] = quantity;
  columns.versions[index] = version;
  columns.statuses[index] = petStatuses.indexOf(status);
}
