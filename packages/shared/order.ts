/** What decides whether to order more of a pet, and how many. */
export type OrderTerms = {
  /** Stock that lasts for fewer days than this is ordered. */
  readonly daysLeft: number;
  /** For how many days the stock lasts after the order. */
  readonly daysWanted: number;
};

/** The terms of the mail, and of the dashboard unless its user has typed others. */
export const defaultOrderTerms: OrderTerms = { daysLeft: 7, daysWanted: 30 };

type Stock = { readonly quantity: number; readonly level: number; readonly soldPerDay: number };

/** How many to order of a pet that is low or sells out soon. Undefined if none are needed. */
export function quantityToOrder(
  { quantity, level, soldPerDay }: Stock,
  { daysLeft, daysWanted }: OrderTerms,
): number | undefined {
  const perDay = Math.max(0, soldPerDay);
  const isShort = perDay > 0 && quantity / perDay < daysLeft;
  if (quantity > level && !isShort) return undefined;
  // With the ordered units, the stock lasts for the wanted days, and reaches at least the level for
  // low stock.
  return Math.max(1, Math.ceil(perDay * daysWanted) - quantity, level - quantity);
}
