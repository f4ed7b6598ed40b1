/** The settings of the shop, which its owners change. */
export type Shop = {
  /** A pet without a low level of its own is low at this quantity. */
  readonly lowAt: number;
};

/** The level of a shop whose owners have not chosen another one. */
export const lowAtAtFirst = 5;
