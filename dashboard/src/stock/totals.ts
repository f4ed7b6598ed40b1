import type { PetStatus } from '../../../client/inventory-types.ts';
import { type Pet, statuses } from './pet.ts';

type Share = { readonly pets: number; readonly units: bigint };

/** Sums of quantities can pass 2^53, so they are bigints. */
export type Totals = Share & {
  readonly out: number;
  readonly low: number;
  readonly byStatus: Readonly<Record<PetStatus, Share>>;
};

type Sums = { pets: number; units: bigint };

/** Counts along with every change, so that the overview costs nothing however many pets there are. */
export class Counter {
  readonly #byStatus: Record<PetStatus, Sums> = { available: none(), pending: none(), sold: none() };
  #out = 0;
  #low = 0;
  #threshold: number;

  constructor(threshold: number) {
    this.#threshold = threshold;
  }

  add(pet: Pet, times: 1 | -1 = 1): void {
    const share = this.#byStatus[pet.status];
    share.pets += times;
    share.units += BigInt(times * pet.quantity);
    if (pet.quantity === 0) this.#out += times;
    else if (pet.quantity <= this.#threshold) this.#low += times;
  }

  totals(): Totals {
    const shares = statuses.map((status) => this.#byStatus[status]);
    return {
      pets: shares.reduce((sum, { pets }) => sum + pets, 0),
      units: shares.reduce((sum, { units }) => sum + units, 0n),
      out: this.#out,
      low: this.#low,
      byStatus: structuredClone(this.#byStatus),
    };
  }
}

function none(): Sums {
  return { pets: 0, units: 0n };
}
