import type { PetStatus } from '../../../client/inventory-types.ts';
import { type Pet, statuses } from './pet.ts';

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
    const subtotals = statuses.map((status) => this.#byStatus[status]);
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
