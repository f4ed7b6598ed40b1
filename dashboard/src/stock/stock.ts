import type { InventoryItem, LedgerEntry, PetStatus } from '../../../client/inventory-types.ts';
import { petStatuses } from '../../../src/domain/item.ts';
import { parsePetId } from '../../../src/domain/pet-id.ts';
import { Observable } from '../app/observable.ts';
import { binarySearch, byId, foldCase, type Pet, petOf } from './pet.ts';

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

  /**
   * The pet that a typed or scanned text means: the one with this ID, else the one with this name, else the only one
   * whose name contains it. Part of an ID means none, nor does a name that several pets have.
   */
  search(text: string): Pet | undefined {
    const wanted = foldCase(text.trim());
    if (wanted === '') return undefined;
    const sameId = this.find(wanted);
    if (sameId !== undefined) return sameId;
    const sameName = this.#sorted.filter(({ foldedName }) => foldedName === wanted);
    if (sameName.length > 0) return onlyOne(sameName);
    return /^-?\d+$/.test(wanted) ? undefined : onlyOne(this.#sorted.filter((pet) => pet.foldedName.includes(wanted)));
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

/** Units are a bigint, since a sum of quantities can exceed 2^53. */
type Subtotal = { readonly pets: number; readonly units: bigint };

export type Totals = Subtotal & {
  readonly out: number;
  readonly low: number;
  readonly byStatus: Readonly<Record<PetStatus, Subtotal>>;
};

type MutableSubtotal = { pets: number; units: bigint };

/** Keeps the totals up to date with each change, instead of counting all pets again. */
export class TotalsCounter {
  readonly #byStatus: Record<PetStatus, MutableSubtotal> = { available: zero(), pending: zero(), sold: zero() };
  readonly #lowThreshold: number;
  #out = 0;
  #low = 0;

  constructor(lowThreshold: number) {
    this.#lowThreshold = lowThreshold;
  }

  add(pet: Pet): void {
    this.#count(pet, 1);
  }

  remove(pet: Pet): void {
    this.#count(pet, -1);
  }

  totals(): Totals {
    const subtotals = petStatuses.map((status) => this.#byStatus[status]);
    return {
      pets: subtotals.reduce((sum, { pets }) => sum + pets, 0),
      units: subtotals.reduce((sum, { units }) => sum + units, 0n),
      out: this.#out,
      low: this.#low,
      byStatus: structuredClone(this.#byStatus),
    };
  }

  #count({ quantity, status }: Pet, by: 1 | -1): void {
    const subtotal = this.#byStatus[status];
    subtotal.pets += by;
    subtotal.units += BigInt(by * quantity);
    if (quantity === 0) this.#out += by;
    else if (quantity <= this.#lowThreshold) this.#low += by;
  }
}

function zero(): MutableSubtotal {
  return { pets: 0, units: 0n };
}

function onlyOne(pets: readonly Pet[]): Pet | undefined {
  return pets.length === 1 ? pets[0] : undefined;
}
