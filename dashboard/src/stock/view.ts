import {
  compareBy,
  type Filter,
  matcherOf,
  noFilter,
  rankBy,
  type Sort,
  type ViewState,
} from './filter-and-sort.ts';
import { binarySearch, byId, type Compare, type Pet } from './pet.ts';

type Source = {
  readonly sorted: readonly Pet[];
  readonly lowThreshold: number;
  readonly get: (id: bigint) => Pet | undefined;
};

/**
 * The rows of the table: the filtered and sorted pets. All pets stay sorted by the chosen column,
 * so that a search only filters, and a change of a pet moves only its own row.
 */
export class View {
  readonly #stock: Source;
  #ordered: Pet[] = [];
  #orderBy: Compare = byId;
  #rows: Pet[] = [];
  filter: Filter = noFilter;
  sort: Sort = { by: 'pet', descending: false };
  #compare: Compare = byId;
  /** The pet that is being edited. Its row does not move when its quantity changes. */
  #pinned: Pet | undefined;

  constructor(stock: Source) {
    this.#stock = stock;
  }

  /**
   * The pets in the table. The edited pet has its earlier quantity and status here; the stock has
   * the current ones.
   */
  get rows(): readonly Pet[] {
    return this.#rows;
  }

  indexOf(id: bigint): number {
    const pet = this.#pinned?.id === id ? this.#pinned : this.#stock.get(id);
    if (pet === undefined) return -1;
    const index = binarySearch(this.#rows, pet, this.#compare);
    return this.#rows[index]?.id === id ? index : -1;
  }

  update({ filter = this.filter, sort = this.sort }: Partial<ViewState>): void {
    const isSameOrder = sort === this.sort;
    this.filter = filter;
    this.sort = sort;
    if (isSameOrder) this.#select();
    else this.rebuild();
  }

  rebuild(): void {
    this.#orderBy = compareBy(this.sort);
    this.#ordered = [...this.#stock.sorted];
    // The stock is sorted by ID already, so the default order needs no sorting.
    if (this.sort.by !== 'pet' || this.sort.descending) this.#ordered.sort(this.#orderBy);
    this.#select();
  }

  /** Selects the pets that match the filter. Exact matches of the search come first. */
  #select(): void {
    const rank = rankBy(this.filter.search);
    this.#compare = (a, b) => rank(b) - rank(a) || this.#orderBy(a, b);
    const pinned = this.#pinned;
    const matches = matcherOf(this.filter, this.#stock.lowThreshold);
    const hasSearch = this.filter.search !== '';
    const first: Pet[] = [];
    const rows: Pet[] = [];
    for (const pet of this.#ordered) {
      if (pet.id !== pinned?.id && matches(pet))
        (hasSearch && rank(pet) > 0 ? first : rows).push(pet);
    }
    this.#rows = first.length === 0 ? rows : first.sort(this.#compare).concat(rows);
    if (pinned !== undefined) insertInto(this.#rows, pinned, this.#compare);
  }

  change(before: Pet | undefined, after: Pet | undefined): void {
    if (before !== undefined) removeFrom(this.#ordered, before, this.#orderBy);
    if (after !== undefined) insertInto(this.#ordered, after, this.#orderBy);
    if ((after ?? before)?.id === this.#pinned?.id) return;
    if (before !== undefined) removeFrom(this.#rows, before, this.#compare);
    if (after !== undefined && this.#matches(after)) insertInto(this.#rows, after, this.#compare);
  }

  pin(pet: Pet): void {
    this.unpin();
    removeFrom(this.#rows, pet, this.#compare);
    this.#pinned = pet;
    insertInto(this.#rows, pet, this.#compare);
  }

  unpin(): void {
    const pinned = this.#pinned;
    if (pinned === undefined) return;
    removeFrom(this.#rows, pinned, this.#compare);
    this.#pinned = undefined;
    const current = this.#stock.get(pinned.id);
    if (current !== undefined && this.#matches(current))
      insertInto(this.#rows, current, this.#compare);
  }

  #matches(pet: Pet): boolean {
    return matcherOf(this.filter, this.#stock.lowThreshold)(pet);
  }
}

function removeFrom(pets: Pet[], pet: Pet, compare: Compare): void {
  const index = binarySearch(pets, pet, compare);
  if (pets[index]?.id === pet.id) pets.splice(index, 1);
}

function insertInto(pets: Pet[], pet: Pet, compare: Compare): void {
  pets.splice(binarySearch(pets, pet, compare), 0, pet);
}
