import type { Refusal } from './errors.ts';

/** The settings of the shop, which its owners change. */
export type Shop = {
  /** A pet without a low level of its own is low at this quantity. */
  readonly lowAt: number;
};

/** The level of a shop whose owners have not chosen another one. */
export const lowAtAtFirst = 5;

/** What became of a request to change the settings: `effect` are those that the request set. */
export type ShopOutcome =
  | { readonly result: 'applied' | 'replayed'; readonly effect: Shop }
  | { readonly result: 'refused'; readonly refusal: Refusal };
