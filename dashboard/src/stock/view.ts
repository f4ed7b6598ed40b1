import { everything, type Filter, matches } from './filter.ts';
import { byId, type Compare, compareBy, type Order, placeOf } from './order.ts';
import type { Pet } from './pet.ts';
import type { Stock } from './stock.ts';

/** The pets that are shown, in the order in which they are shown. A change moves one of them; the rest is not touched. */
export class View {
  readonly #stock: () => Stock;
  #rows: Pet[] = [];
  #filter: Filter = everything;
  #order: Order = { by: 'pet', descending: false };
  #compare: Compare = byId;
  /** The pet that keeps its place whatever happens, because somebody is at work on it. */
  #held: Pet | undefined;

  constructor(stock: () => Stock) {
    this.#stock = stock;
  }

  /** As they were when they got their place: look into the stock for how they are now. */
  get rows(): readonly Pet[] {
    return this.#rows;
  }

  get filter(): Filter {
    return this.#filter;
  }

  get order(): Order {
    return this.#order;
  }

  indexOf(id: bigint): number {
    const pet = this.#held?.id === id ? this.#held : this.#stock().get(id);
    if (pet === undefined) return -1;
    const place = placeOf(this.#rows, pet, this.#compare);
    return this.#rows[place]?.id === id ? place : -1;
  }

  show(filter: Filter, order: Order): void {
    this.#filter = filter;
    this.#order = order;
    this.rebuild();
  }

  rebuild(): void {
    const { sorted, threshold } = this.#stock();
    this.#compare = compareBy(this.#order, this.#filter.search);
    const held = this.#held;
    this.#rows = sorted.filter((pet) => pet.id !== held?.id && matches(pet, this.#filter, threshold));
    // The stock is in this order already.
    if (this.#order.by !== 'pet' || this.#order.descending || this.#filter.search !== '')
      this.#rows.sort(this.#compare);
    if (held !== undefined) this.#insert(held);
  }

  change(before: Pet | undefined, after: Pet | undefined): void {
    if ((after ?? before)?.id === this.#held?.id) return;
    if (before !== undefined) this.#remove(before);
    if (after !== undefined && matches(after, this.#filter, this.#stock().threshold)) this.#insert(after);
  }

  hold(pet: Pet): void {
    this.release();
    this.#remove(pet);
    this.#held = pet;
    this.#insert(pet);
  }

  release(): void {
    const held = this.#held;
    if (held === undefined) return;
    this.#remove(held);
    this.#held = undefined;
    const now = this.#stock().get(held.id);
    if (now !== undefined && matches(now, this.#filter, this.#stock().threshold)) this.#insert(now);
  }

  #remove(pet: Pet): void {
    const place = placeOf(this.#rows, pet, this.#compare);
    if (this.#rows[place]?.id === pet.id) this.#rows.splice(place, 1);
  }

  #insert(pet: Pet): void {
    this.#rows.splice(placeOf(this.#rows, pet, this.#compare), 0, pet);
  }
}
