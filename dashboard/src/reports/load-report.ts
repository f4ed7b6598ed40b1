import { limits } from '@pawstock/shared/limits.ts';
import { type OrderTerms, quantityToOrder } from '@pawstock/shared/order.ts';
import type { PawstockClient } from 'pawstock-client/client.ts';
import type { LedgerEntry, Report, ReportedPet } from 'pawstock-client/inventory-types.ts';
import { noteOf } from '../history/filter.ts';
import { t } from '../messages/all.ts';
import { formatList, formatPlain, withoutMarks } from '../messages/format.ts';
import { addDays, type DateSpan, dateText } from '../state/days.ts';
import { setShopTimeZone } from '../state/time-zone.ts';
import type { Pet } from '../stock/pet.ts';
import type { Stock } from '../stock/stock.ts';

/** A report on hundreds of thousands of pets takes long on a slow computer. */
const timeoutMs = 180_000;

/**
 * Loads a report with its figures for each day. Without `until`, it ends now, by the service's
 * clock.
 */
export const loadReport =
  (span: Partial<DateSpan>) => async (client: PawstockClient, signal: AbortSignal) => {
    const report = await client.getReport({ ...span, days: true }, { signal, timeoutMs });
    setShopTimeZone(report.timeZone);
    return { span: { since: report.since, until: report.until }, report };
  };

/** The reasons under which stock is lost. */
const lossReasons = ['damage', 'died', 'count'] as const;
type LossReason = (typeof lossReasons)[number];

/** The units of a pet that were lost for one reason, as recorded with one API key. */
export type Loss = {
  readonly petId: bigint;
  readonly reason: LossReason;
  readonly key: string;
  readonly units: number;
  readonly notes: string;
};

const pagesMax = 10;

/** What the ledger says about a span, and a report does not. */
export type Remarks = {
  readonly losses: readonly Loss[];
  readonly areLossesComplete: boolean;
  /** The ledger entries of adjustments; undefined if there are too many. */
  readonly adjustments: readonly LedgerEntry[] | undefined;
};

/** Loads a span's losses and its adjustments. */
export const loadRemarks =
  (span: DateSpan) =>
  async (client: PawstockClient, signal: AbortSignal): Promise<Remarks> => {
    const load = async (reason: LossReason | 'adjustment') => {
      const entries: LedgerEntry[] = [];
      let pages = 0;
      for await (const page of client.historyPages(
        { ...span, reason, limit: limits.pageMax },
        { signal },
      )) {
        entries.push(...page.entries);
        if (++pages === pagesMax) return { entries, isComplete: page.next === undefined };
      }
      return { entries, isComplete: true };
    };
    const [adjustments, ...losses] = await Promise.all([
      load('adjustment'),
      ...lossReasons.map(load),
    ]);
    return {
      losses: lossesIn(losses.flatMap(({ entries }) => entries)),
      areLossesComplete: losses.every(({ isComplete }) => isComplete),
      adjustments: adjustments.isComplete ? adjustments.entries : undefined,
    };
  };

/**
 * Sums up losses by pet, reason and API key, largest first. An undo, or a count above the stock,
 * reduces a sum.
 */
function lossesIn(entries: readonly LedgerEntry[]): Loss[] {
  const losses = new Map<string, Loss>();
  for (const entry of entries) {
    const { petId, key, delta } = entry;
    const note = noteOf(entry);
    const reason = lossReasons.find((one) => one === entry.reason);
    if (reason === undefined) continue;
    const name = `${petId} ${reason} ${key}`;
    const known = losses.get(name) ?? {
      petId,
      reason,
      key: key ?? t('history.import'),
      units: 0,
      notes: '',
    };
    const notes =
      note === null || known.notes.includes(note)
        ? known.notes
        : `${known.notes}${known.notes && '; '}${note}`;
    losses.set(name, { ...known, units: known.units - delta, notes });
  }
  return [...losses.values()]
    .filter(({ units }) => units > 0)
    .sort((one, other) => other.units - one.units);
}

/** Sums up losses, largest first. `nameOf` groups them, for example by reason or by API key. */
export function lossesBy(losses: readonly Loss[], nameOf: (loss: Loss) => string) {
  const units = new Map<string, number>();
  for (const loss of losses) units.set(nameOf(loss), (units.get(nameOf(loss)) ?? 0) + loss.units);
  return [...units]
    .map(([name, lost]) => ({ name, lost }))
    .sort((one, other) => other.lost - one.lost);
}

/**
 * Sums up the units that changed without a reason. The service's report counts these together with
 * adjustments, so the adjustments are subtracted.
 */
export function unexplained(
  pets: readonly ReportedPet[],
  adjustments: readonly LedgerEntry[] | undefined,
) {
  if (adjustments === undefined) return { pets: 0, units: 0 };
  const left = new Map(pets.map(({ petId, other }) => [petId, other]));
  for (const { petId, delta } of adjustments) left.set(petId, (left.get(petId) ?? 0) - delta);
  const changed = [...left.values()].filter((units) => units !== 0);
  return { pets: changed.length, units: changed.reduce((sum, units) => sum + units, 0) };
}

/**
 * The pets whose stock lasts for less than this many days at the current rate of sales, the most
 * urgent first.
 */
export function runningOut<T extends ReportedPet>(
  pets: readonly T[],
  days: number,
  petOf: Stock['get'],
) {
  const isShort = ({ petId, daysLeft, end }: T) =>
    daysLeft !== null && daysLeft < days && end > 0 && petOf(petId)?.status === 'available';
  return pets.filter(isShort).sort((one, other) => (one.daysLeft ?? 0) - (other.daysLeft ?? 0));
}

export type Order = ReturnType<typeof ordersOf>[number];

/**
 * The pets that are low or sell out soon, with how many of each to order, the most urgent first.
 */
export function ordersOf(
  pets: readonly Pet[],
  report: Report,
  threshold: number,
  terms: OrderTerms,
) {
  const sales = new Map(report.pets.map((pet) => [pet.petId, pet]));
  const orders = pets.flatMap((pet) => {
    // A pet with the status "pending" or "sold" is not reordered.
    if (pet.status !== 'available') return [];
    const level = pet.lowAt ?? threshold;
    const sold = sales.get(pet.id);
    const stock = { quantity: pet.quantity, level, soldPerDay: sold?.soldPerDay ?? 0 };
    const quantity = quantityToOrder(stock, terms);
    if (quantity === undefined) return [];
    return [{ pet, quantity, daysLeft: sold?.daysLeft ?? null, level }];
  });
  const last = Number.MAX_SAFE_INTEGER;
  return orders.sort((one, other) => (one.daysLeft ?? last) - (other.daysLeft ?? last));
}

/** A shopping list for the supplier, to copy or to mail, with a line for each pet. */
export function orderText(orders: readonly Order[]): string {
  const lineOf = ({ pet: { name, text, barcode }, quantity }: Order) => {
    const named = name === '' ? t('reports.petId', { id: text }) : name;
    const line = t('reports.orderLine', { quantity: formatPlain(quantity), name: named });
    return barcode === '' ? line : formatList([line, barcode], 'unit');
  };
  return withoutMarks(orders.map(lineOf).join('\n'));
}

export type ChartBar = { readonly name: string; readonly sold: number; readonly arrived: number };

const daysShownMax = 62;

/**
 * The bars of the chart: one for each day, even without sales, or one for each month of a long
 * report.
 */
export function barsOf({ since, until, days = [] }: Report): ChartBar[] {
  const [first, last] = [dateText(since), dateText(new Date(until.getTime() - 1))];
  const names: string[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) names.push(day);
  const length = names.length > daysShownMax ? 7 : 10;
  const bars = new Map(names.map((name) => [name.slice(0, length), { sold: 0, arrived: 0 }]));
  for (const { day, sold, arrived } of days) {
    const bar = bars.get(day.slice(0, length));
    if (bar === undefined) continue;
    bar.sold += sold;
    bar.arrived += arrived;
  }
  return [...bars].map(([name, sums]) => ({ name, ...sums }));
}

/** The top of a chart's axis: the next even and round number. */
export function axisTop(most: number): number {
  let power = 1;
  while (power * 10 < most) power *= 10;
  const tops = [1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10].map((factor) => factor * power);
  return tops.find((top) => top >= most && top % 2 === 0) ?? 10 * power;
}
