import type { InventoryItem, LedgerEntry } from '../../../client/inventory-types.ts';
import { parsePetId } from '../../../src/domain/item.ts';
import { Observable } from '../app/observable.ts';
import { type Pet, petOf } from './pet.ts';
import { binarySearch, byId } from './sort.ts';
import { type Totals, TotalsCounter } from './totals.ts';

type Listeners = {
  readonly onChange: (before: Pet | undefined, after: Pet | undefined) => void;
  readonly onLoad: () => void;
};

type NameOf = (petId: bigint) => string | undefined;

/** All pets, as loaded from the service and updated by every change since. */
export class Stock {
  /** Ascending by id. */
  #sorted: Pet[] = [];
  #pets = new Map<bigint, Pet>();
  /** Only of pets that have changed since the list was loaded: the list has no versions. */
  readonly #versions = new Map<bigint, number>();
  readonly #listeners: Listeners;
  readonly #nameOf: NameOf;
  #lowThreshold: number;
  #counter: TotalsCounter;
  readonly totals: Observable<Totals>;

  constructor(lowThreshold: number, listeners: Listeners, nameOf: NameOf = () => undefined) {
    this.#lowThreshold = lowThreshold;
    this.#nameOf = nameOf;
    this.#counter = new TotalsCounter(lowThreshold);
    this.totals = new Observable(this.#counter.totals());
    this.#listeners = listeners;
  }

  get sorted(): readonly Pet[] {
    return this.#sorted;
  }

  get lowThreshold(): number {
    return this.#lowThreshold;
  }

  get(id: bigint): Pet | undefined {
    return this.#pets.get(id);
  }

  /** The pet with exactly this ID, written as the service writes it. */
  find(text: string): Pet | undefined {
    const id = parsePetId(text);
    return id === undefined ? undefined : this.#pets.get(id);
  }

  versionOf(id: bigint): number | undefined {
    return this.#versions.get(id);
  }

  /** Replaces all pets. The service lists them ascending by id. */
  load(items: readonly InventoryItem[]): void {
    this.#setPets(items.map((item) => petOf(item, this.#nameOf(item.petId))));
    this.#versions.clear();
    this.#recount();
    this.#listeners.onLoad();
  }

  /** Gives every pet the name that it has now. */
  rename(): void {
    this.#setPets(
      this.#sorted.map((pet) => {
        const name = this.#nameOf(pet.id) ?? '';
        return name === pet.name ? pet : petOf({ petId: pet.id, quantity: pet.quantity, status: pet.status }, name);
      }),
    );
    this.#listeners.onLoad();
  }

  setLowThreshold(lowThreshold: number): void {
    this.#lowThreshold = lowThreshold;
    this.#recount();
    this.#listeners.onLoad();
  }

  /** Returns false if the change is known already: our own writes arrive again with the event stream. */
  apply({ petId, after, status, seq }: LedgerEntry): boolean {
    return this.put(petId, after === null ? undefined : { petId, quantity: after, status }, seq);
  }

  /** Adds, replaces or (without an item) removes a pet. Returns false if this version or a later one is known. */
  put(id: bigint, item: InventoryItem | undefined, version: number): boolean {
    if (version <= (this.#versions.get(id) ?? 0)) return false;
    this.#versions.set(id, version);
    const before = this.#pets.get(id);
    const after = item === undefined ? undefined : petOf(item, this.#nameOf(id));
    if (before === undefined && after === undefined) return false;
    this.#replace(before, after);
    this.#listeners.onChange(before, after);
    return true;
  }

  /** Makes the current totals visible. Called once for many changes. */
  publishTotals(): void {
    this.totals.set(this.#counter.totals());
  }

  #setPets(sorted: Pet[]): void {
    this.#sorted = sorted;
    this.#pets = new Map(sorted.map((pet) => [pet.id, pet]));
  }

  #replace(before: Pet | undefined, after: Pet | undefined): void {
    if (before !== undefined) this.#counter.remove(before);
    if (after !== undefined) this.#counter.add(after);
    const pet = after ?? before;
    if (pet === undefined) return;
    const index = binarySearch(this.#sorted, pet, byId);
    this.#sorted.splice(index, before === undefined ? 0 : 1, ...(after === undefined ? [] : [after]));
    if (after === undefined) this.#pets.delete(pet.id);
    else this.#pets.set(pet.id, after);
  }

  #recount(): void {
    this.#counter = new TotalsCounter(this.#lowThreshold);
    for (const pet of this.#sorted) this.#counter.add(pet);
    this.publishTotals();
  }
}
