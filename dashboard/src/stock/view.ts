import { compareBy, type Filter, matcherOf, noFilter, type Sort } from './filter-and-sort.ts';
import { binarySearch, byId, type Compare, type Pet } from './pet.ts';
import type { Stock } from './stock.ts';

/** The filtered and sorted pets. A change of one pet moves its row and touches no other. */
export class View {
  readonly #stock: () => Stock;
  #rows: Pet[] = [];
  #filter: Filter = noFilter;
  #sort: Sort = { by: 'pet', descending: false };
  #compare: Compare = byId;
  /** The pet that is being edited. Its row stays where it is when stock changes. */
  #pinned: Pet | undefined;

  constructor(stock: () => Stock) {
    this.#stock = stock;
  }

  /** Each pet as it was when its row got its place. The current quantity and status are in the stock. */
  get rows(): readonly Pet[] {
    return this.#rows;
  }

  get filter(): Filter {
    return this.#filter;
  }

  get sort(): Sort {
    return this.#sort;
  }

  indexOf(id: bigint): number {
    const pet = this.#pinned?.id === id ? this.#pinned : this.#stock().get(id);
    if (pet === undefined) return -1;
    const index = binarySearch(this.#rows, pet, this.#compare);
    return this.#rows[index]?.id === id ? index : -1;
  }

  setFilter(filter: Filter): void {
    this.#filter = filter;
    this.rebuild();
  }

  setSort(sort: Sort): void {
    this.#sort = sort;
    this.rebuild();
  }

  rebuild(): void {
    const { sorted, lowThreshold } = this.#stock();
    this.#compare = compareBy(this.#sort, this.#filter.search);
    const pinned = this.#pinned;
    const matches = matcherOf(this.#filter, lowThreshold);
    this.#rows = sorted.filter((pet) => pet.id !== pinned?.id && matches(pet));
    // The stock itself is sorted ascending by id.
    if (this.#sort.by !== 'pet' || this.#sort.descending || this.#filter.search !== '') this.#rows.sort(this.#compare);
    if (pinned !== undefined) this.#insert(pinned);
  }

  change(before: Pet | undefined, after: Pet | undefined): void {
    if ((after ?? before)?.id === this.#pinned?.id) return;
    if (before !== undefined) this.#remove(before);
    if (after !== undefined && this.#matches(after)) this.#insert(after);
  }

  pin(pet: Pet): void {
    this.unpin();
    this.#remove(pet);
    this.#pinned = pet;
    this.#insert(pet);
  }

  unpin(): void {
    const pinned = this.#pinned;
    if (pinned === undefined) return;
    this.#remove(pinned);
    this.#pinned = undefined;
    const current = this.#stock().get(pinned.id);
    if (current !== undefined && this.#matches(current)) this.#insert(current);
  }

  #matches(pet: Pet): boolean {
    return matcherOf(this.#filter, this.#stock().lowThreshold)(pet);
  }

  #remove(pet: Pet): void {
    const index = binarySearch(this.#rows, pet, this.#compare);
    if (this.#rows[index]?.id === pet.id) this.#rows.splice(index, 1);
  }

  #insert(pet: Pet): void {
    this.#rows.splice(binarySearch(this.#rows, pet, this.#compare), 0, pet);
  }
}
