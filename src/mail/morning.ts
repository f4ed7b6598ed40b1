import { defaultOrderTerms, quantityToOrder } from '@pawstock/shared/order.ts';
import { lowLevel } from '@pawstock/shared/pet-details.ts';
import type { ShopDays } from '@pawstock/shared/shop-days.ts';
import { type ReportRow, reportRows } from '../domain/report.ts';
import type { ServiceFault } from '../domain/service-fault.ts';
import type { Inventory } from '../inventory/inventory.ts';

/** A pet as a mail names it. */
export type NamedPet = { readonly petId: bigint; readonly name: string | null };

/** What the mail of a morning tells about the day before. */
export type Morning = {
  /** A time within the day that the mail is about. */
  readonly dayMs: number;
  readonly faults: readonly ServiceFault[];
  readonly sold: readonly (NamedPet & { readonly quantity: bigint })[];
  readonly ranOut: readonly NamedPet[];
  readonly toOrder: readonly (NamedPet & { readonly quantity: number; readonly left: number })[];
  readonly lost: readonly (NamedPet & { readonly died: bigint; readonly damaged: bigint })[];
};

/** How many days of sales decide what to order. */
const salesDays = 30;
const dayMs = 86_400_000;

/** Collects what happened on the day before `nowMs`, and what to order. */
export async function collectMorning(
  inventory: Inventory,
  shopDays: ShopDays,
  nowMs: number,
  faults: readonly ServiceFault[],
): Promise<Morning> {
  const today = shopDays.startOf(nowMs);
  const yesterday = shopDays.startOf(today - 1);
  const details = await inventory.details.list();
  const named = (petId: bigint): NamedPet => ({ petId, name: details.get(petId)?.name ?? null });

  const ofYesterday = await rowsOf(inventory, shopDays, yesterday, today);
  const sold = ofYesterday
    .filter((row) => row.sold > 0n)
    .map((row) => ({
      ...named(row.petId),
      quantity: row.sold,
    }));
  const ranOut = ofYesterday
    .filter((row) => hasRunOut(row) && inventory.snapshot.get(row.petId) !== undefined)
    .map(({ petId }) => named(petId));
  const lost = ofYesterday
    .filter(({ died, damaged }) => died > 0n || damaged > 0n)
    .map(({ petId, died, damaged }) => ({ ...named(petId), died, damaged }));

  return {
    dayMs: yesterday,
    faults,
    sold: sold.sort((one, other) => Number(other.quantity - one.quantity)),
    ranOut,
    toOrder: await ordersOf(inventory, shopDays, nowMs),
    lost,
  };
}

/** Whether there were some of a pet during the span of the report, and none at its end. */
function hasRunOut({ start, end, sold, died, damaged }: ReportRow): boolean {
  return end === 0n && (start > 0n || sold > 0n || died > 0n || damaged > 0n);
}

/** The pets that are low or sell out within a week, the most urgent first. */
async function ordersOf(
  inventory: Inventory,
  shopDays: ShopDays,
  nowMs: number,
): Promise<Morning['toOrder']> {
  const rows = await rowsOf(inventory, shopDays, nowMs - salesDays * dayMs, undefined);
  const rates = new Map(rows.map((row) => [row.petId, row]));
  const details = await inventory.details.list();
  const orders = [];
  for (const { petId, quantity: left, status } of inventory.snapshot.rowsAfter(null)) {
    // A pet with the status "pending" or "sold" is not ordered again.
    if (status !== 'available') continue;
    const pet = details.get(petId);
    const soldPerDay = rates.get(petId)?.soldPerDay ?? 0;
    const stock = { quantity: left, level: lowLevel(pet, inventory.shop.lowAt), soldPerDay };
    const quantity = quantityToOrder(stock, defaultOrderTerms);
    if (quantity === undefined) continue;
    const daysLeft = rates.get(petId)?.daysLeft ?? Number.MAX_SAFE_INTEGER;
    orders.push({ petId, name: pet?.name ?? null, quantity, left, daysLeft });
  }
  return orders.sort((one, other) => one.daysLeft - other.daysLeft);
}

async function rowsOf(
  inventory: Inventory,
  shopDays: ShopDays,
  since: number,
  until: number | undefined,
) {
  const terms = {
    since,
    until,
    petIds: null,
    shopDays,
    withDays: false,
    isWanted: () => true,
  };
  const report = await inventory.reads.report(terms);
  try {
    return [...reportRows(report)];
  } finally {
    report.release();
  }
}
