import { type Item, itemJson, type PetId, type PetStatus, petStatuses } from '../../domain/item.ts';
import { itemAfter, type LedgerEntry } from '../../domain/ledger-entry.ts';
import { type Changes, mergeRows, Segment, SegmentedList, splitIntoSegments } from './segmented-list.ts';

/** The whole inventory as the ledger's first `seq` entries have it. */
export class Snapshot extends SegmentedList<Item> {
  readonly seq: number;

  private constructor(seq: number, segments: readonly Segment<Item>[]) {
    super(segments);
    this.seq = seq;
  }

  static of(seq: number, items: readonly Item[]): Snapshot {
    return new Snapshot(seq, splitItems(items));
  }

  /** A snapshot of items that come in pages, in order, and need not all be in memory at once. */
  static async load(seq: number, pages: AsyncIterable<readonly Item[]>): Promise<Snapshot> {
    return new Snapshot(seq, (await Array.fromAsync(pages, splitItems)).flat());
  }

  /** The snapshot after these entries, which must follow its own sequence without a gap. */
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

/** One item that differs from the columns. */
type ItemChange = { readonly index: number; readonly item: Item };

/** Changes kept beside the columns before the columns are rebuilt, which costs ten times as much as keeping one. */
const changesMax = 16;

/** With the longest petId and quantity. */
const itemBytesMax = 80;

/**
 * Items in columns, ascending by petId, and what has changed since, the latest last. A million objects are 120 MB, and the
 * collector goes through all of them again and again; as columns they are 25 MB that it never looks into. An item is made
 * of them when it is needed.
 */
class ItemSegment extends Segment<Item> {
  readonly #columns: Columns;
  readonly #changes: readonly ItemChange[];

  constructor(petIds: BigInt64Array, columns: Columns, changes: readonly ItemChange[] = []) {
    super(petIds);
    this.#columns = columns;
    this.#changes = changes;
  }

  override get byteLength(): number {
    return this.count * itemBytesMax;
  }

  override apply(changes: Changes<Item>): Segment<Item>[] {
    const latest = this.#changes.slice();
    for (const [petId, item] of changes) {
      const index = this.indexOf(petId);
      // A quantity changes far more often than a pet comes or goes.
      if (item === undefined || index === undefined) return splitItems(mergeRows(this.rows, changes));
      latest.push({ index, item });
    }
    if (latest.length <= changesMax) return [new ItemSegment(this.petIds, this.#columns, latest)];
    const { quantities, versions, statuses } = this.#columns;
    const columns = { quantities: quantities.slice(), versions: versions.slice(), statuses: statuses.slice() };
    for (const { index, item } of latest) set(columns, index, item);
    return [new ItemSegment(this.petIds, columns)];
  }

  protected override rowAt(index: number): Item {
    const { quantities, versions, statuses } = this.#columns;
    return (
      this.#changes.findLast((change) => change.index === index)?.item ?? {
        petId: this.petIds[index] as PetId,
        quantity: quantities[index] as number,
        status: petStatuses[statuses[index] as number] as PetStatus,
        version: versions[index] as number,
      }
    );
  }

  protected override rowJson(item: Item): string {
    return itemJson(item);
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
