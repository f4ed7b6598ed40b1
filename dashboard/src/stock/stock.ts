import { barcodeKey } from '@pawstock/shared/barcode.ts';
import type { Details } from '@pawstock/shared/pet-details.ts';
import type { InventoryItem, PetStatus } from 'pawstock-client/inventory-types.ts';
import { levelOf } from './filter-and-sort.ts';
import { binarySearch, byId, fold, type Pet, parseWrittenId, petOf, withoutAim } from './pet.ts';
import { View } from './view.ts';

/**
 * A number of pets and of their units. Units are a bigint, because a sum of quantities can exceed
 * 2^53.
 */
type Subtotal = { pets: number; units: bigint };

export type Totals = Subtotal & { out: number; low: number; byStatus: Record<PetStatus, Subtotal> };

export class Stock {
  readonly view = new View(this);
  /** All pets, ascending by id. */
  #sorted: Pet[] = [];
  #pets = new Map<bigint, Pet>();
  /**
   * The versions of pets that have changed since all pets were loaded. The service's list of pets
   * has no versions.
   */
  readonly #versions = new Map<bigint, number>();
  readonly #detailsOf: (petId: bigint) => Details;
  lowThreshold: number;
  /** Totals over all pets. Each change updates them, so that pets are not counted again. */
  totals = noTotals();
  /** A number that changes whenever a pet changes. */
  changes = 0;

  constructor(lowThreshold: number, detailsOf: (petId: bigint) => Details) {
    this.lowThreshold = lowThreshold;
    this.#detailsOf = detailsOf;
  }

  get sorted(): readonly Pet[] {
    return this.#sorted;
  }

  get(id: bigint): Pet | undefined {
    return this.#pets.get(id);
  }

  /** The pet with this barcode. */
  withBarcode(code: string): Pet | undefined {
    const key = barcodeKey(code);
    return key === '' ? undefined : this.#sorted.find((pet) => pet.barcodeKey === key);
  }

  /** The only pet with exactly this name. */
  named(name: string): Pet | undefined {
    const wanted = fold(name);
    if (wanted === '') return undefined;
    return onlyOne(this.#sorted.filter(({ foldedName }) => foldedName === wanted));
  }

  /**
   * Finds the pet for a text: by barcode, else by ID, else by name if only one pet has that name.
   */
  resolve(text: string): Pet | undefined {
    const code = withoutAim(text);
    const id = parseWrittenId(code);
    const sameId = id === undefined ? undefined : this.#pets.get(id);
    return this.withBarcode(code) ?? sameId ?? this.named(code);
  }

  /**
   * Finds the pet for a typed text: as for a scan, else the only pet whose name or barcode contains
   * the text.
   */
  search(text: string): Pet | undefined {
    const pet = this.resolve(text);
    if (pet !== undefined) return pet;
    const found = this.containing(text);
    const isName = found.some(({ foldedName }) => foldedName === fold(text));
    return isName ? undefined : onlyOne(found);
  }

  /**
   * The pets whose name or barcode contains a text. A number finds none, because it counts as an
   * ID.
   */
  containing(text: string): readonly Pet[] {
    const wanted = fold(text);
    if (wanted === '' || parseWrittenId(text) !== undefined) return [];
    return this.#sorted.filter(
      (pet) => pet.foldedName.includes(wanted) || pet.foldedBarcode.includes(wanted),
    );
  }

  versionOf(id: bigint): number | undefined {
    return this.#versions.get(id);
  }

  /** Replaces all pets. The service lists them ascending by id. */
  load(items: readonly InventoryItem[]): void {
    this.#versions.clear();
    this.#setPets(items.map((item) => petOf(item, this.#detailsOf(item.petId))));
  }

  /** Updates all pets after a change of their details, or of the threshold for low stock. */
  update(lowThreshold: number): void {
    this.lowThreshold = lowThreshold;
    this.#setPets(
      this.#sorted.map((pet) => {
        const details = this.#detailsOf(pet.id);
        const { name, barcode, lowAt } = details;
        const isSame =
          (name ?? '') === pet.name && (barcode ?? '') === pet.barcode && lowAt === pet.lowAt;
        return isSame ? pet : petOf({ ...pet, petId: pet.id }, details);
      }),
    );
  }

  /**
   * Adds or replaces a pet, or removes it if `item` is undefined. Returns false if that changes
   * nothing.
   */
  put(id: bigint, item: InventoryItem | undefined, version: number): boolean {
    if (version <= (this.#versions.get(id) ?? 0)) return false;
    this.#versions.set(id, version);
    const before = this.#pets.get(id);
    const after = item === undefined ? undefined : petOf(item, this.#detailsOf(id));
    const pet = after ?? before;
    if (pet === undefined) return false;
    if (before !== undefined) this.#count(before, -1);
    if (after !== undefined) this.#count(after, 1);
    const index = binarySearch(this.#sorted, pet, byId);
    this.#sorted.splice(
      index,
      before === undefined ? 0 : 1,
      ...(after === undefined ? [] : [after]),
    );
    if (after === undefined) this.#pets.delete(id);
    else this.#pets.set(id, after);
    this.view.change(before, after);
    return true;
  }

  #setPets(sorted: Pet[]): void {
    this.#sorted = sorted;
    this.#pets = new Map(sorted.map((pet) => [pet.id, pet]));
    this.totals = noTotals();
    for (const pet of this.#sorted) this.#count(pet, 1);
    this.view.rebuild();
  }

  #count(pet: Pet, by: 1 | -1): void {
    const { quantity, status } = pet;
    this.changes++;
    const { totals } = this;
    for (const sum of [totals, totals.byStatus[status]]) {
      sum.pets += by;
      sum.units += BigInt(by * quantity);
    }
    const level = levelOf(pet, this.lowThreshold);
    if (level !== 'enough') totals[level] += by;
  }
}

function noTotals(): Totals {
  const none = () => ({ pets: 0, units: 0n });
  return {
    ...none(),
    out: 0,
    low: 0,
    byStatus: { available: none(), pending: none(), sold: none() },
  };
}

function onlyOne(pets: readonly Pet[]): Pet | undefined {
  return pets.length === 1 ? pets[0] : undefined;
}
