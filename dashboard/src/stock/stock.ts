import type { InventoryItem, LedgerEntry } from '../../../client/inventory-types.ts';
import { Observable } from '../observable.ts';
import { byId, placeOf } from './order.ts';
import { type Pet, petOf } from './pet.ts';
import { Counter, type Totals } from './totals.ts';

type Listener = (before: Pet | undefined, after: Pet | undefined) => void;

/** All pets, as the service last told us, with every change applied as it comes. */
export class Stock {
  /** Ascending by identifier. */
  #sorted: Pet[] = [];
  #pets = new Map<bigint, Pet>();
  /** What is known of versions: only pets that were read or changed since the list came have one here. */
  readonly #versions = new Map<bigint, number>();
  readonly #onChange: Listener;
  readonly #onLoad: () => void;
  #threshold: number;
  #counter: Counter;
  readonly totals: Observable<Totals>;

  constructor(threshold: number, on: { readonly change: Listener; readonly load: () => void }) {
    this.#threshold = threshold;
    this.#counter = new Counter(threshold);
    this.totals = new Observable(this.#counter.totals());
    this.#onChange = on.change;
    this.#onLoad = on.load;
  }

  get sorted(): readonly Pet[] {
    return this.#sorted;
  }

  get threshold(): number {
    return this.#threshold;
  }

  get(id: bigint): Pet | undefined {
    return this.#pets.get(id);
  }

  versionOf(id: bigint): number | undefined {
    return this.#versions.get(id);
  }

  /** Replaces everything. The service sends the list in order. */
  load(items: readonly InventoryItem[]): void {
    this.#sorted = items.map(petOf);
    this.#pets = new Map(this.#sorted.map((pet) => [pet.id, pet]));
    this.#versions.clear();
    this.#recount();
    this.#onLoad();
  }

  setThreshold(threshold: number): void {
    this.#threshold = threshold;
    this.#recount();
    this.#onLoad();
  }

  /** Returns whether it was news: what a write of ours has told already comes again by the stream. */
  apply({ petId, after, status, seq }: LedgerEntry): boolean {
    return this.put(petId, after === null ? undefined : { petId, quantity: after, status }, seq);
  }

  put(id: bigint, item: InventoryItem | undefined, version: number): boolean {
    if (version <= (this.#versions.get(id) ?? 0)) return false;
    this.#versions.set(id, version);
    const before = this.#pets.get(id);
    const after = item === undefined ? undefined : petOf(item);
    if (before === undefined && after === undefined) return false;
    this.#replace(before, after);
    this.#onChange(before, after);
    return true;
  }

  /** Tells those who look on. Called once for many changes. */
  publishTotals(): void {
    this.totals.set(this.#counter.totals());
  }

  #replace(before: Pet | undefined, after: Pet | undefined): void {
    if (before !== undefined) this.#counter.add(before, -1);
    if (after !== undefined) this.#counter.add(after);
    const pet = after ?? before;
    if (pet === undefined) return;
    const place = placeOf(this.#sorted, pet, byId);
    this.#sorted.splice(place, before === undefined ? 0 : 1, ...(after === undefined ? [] : [after]));
    if (after === undefined) this.#pets.delete(pet.id);
    else this.#pets.set(pet.id, after);
  }

  #recount(): void {
    this.#counter = new Counter(this.#threshold);
    for (const pet of this.#sorted) this.#counter.add(pet);
    this.publishTotals();
  }
}
