import type { PawstockClient } from '../../../client/client.ts';
import type { LedgerEntry, Report, ReportedPet } from '../../../client/inventory-types.ts';
import { limits } from '../../../src/limits.ts';
import type { DateSpan } from '../ui/days.ts';

export const spanNames = { week: 'Week', month: 'Month', quarter: 'Quarter', year: 'Year', any: 'Any span' } as const;
export type SpanName = keyof typeof spanNames;

/** From the beginning of the current week, month, quarter or year up to now. */
export function currentSpan(name: Exclude<SpanName, 'any'>, now = new Date()): DateSpan {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()];
  const starts = {
    // Weeks begin on Monday.
    week: new Date(year, month, date - ((now.getDay() + 6) % 7)),
    month: new Date(year, month, 1),
    quarter: new Date(year, month - (month % 3), 1),
    year: new Date(year, 0, 1),
  };
  return { since: starts[name], until: now };
}

/** The span before, of the same length. */
function spanBefore({ since, until }: DateSpan): DateSpan {
  return { since: new Date(2 * since.getTime() - until.getTime()), until: since };
}

/** What was lost of a pet for a reason, and under whose key. */
export type Loss = {
  readonly petId: bigint;
  readonly reason: 'damage' | 'count';
  readonly key: string;
  readonly units: number;
  readonly notes: string;
};

export type Figures = Awaited<ReturnType<typeof loadFigures>>;

const lossPagesMax = 10;

export async function loadFigures(client: PawstockClient, span: DateSpan, signal: AbortSignal) {
  const report = await client.getReport({ ...span, days: true }, { signal });
  const before = await client.getReport(spanBefore(span), { signal });
  const lost: LedgerEntry[] = [];
  let hasMoreLosses = false;
  for (const reason of ['damage', 'count'] as const) {
    let next: number | undefined;
    for (let pages = 0; pages < lossPagesMax && (pages === 0 || next !== undefined); pages++) {
      const query = { ...span, reason, limit: limits.pageMax, before: next };
      const page = await client.listInventoryHistory(query, { signal });
      lost.push(...page.entries);
      next = page.next;
    }
    hasMoreLosses ||= next !== undefined;
  }
  return { span, report, before, losses: lossesIn(lost), hasMoreLosses };
}

/** Sums up losses by pet, reason and key, largest first. Counts that found more, and undone changes, are no losses. */
function lossesIn(entries: readonly LedgerEntry[]): Loss[] {
  const losses = new Map<string, Loss>();
  for (const { petId, reason, key, delta, note } of entries) {
    if (reason !== 'damage' && reason !== 'count') continue;
    const name = `${petId} ${reason} ${key}`;
    const known = losses.get(name) ?? { petId, reason, key: key ?? 'Import', units: 0, notes: '' };
    const notes =
      note === null || known.notes.includes(note) ? known.notes : `${known.notes}${known.notes && '; '}${note}`;
    losses.set(name, { ...known, units: known.units - delta, notes });
  }
  return [...losses.values()].filter(({ units }) => units > 0).sort((one, other) => other.units - one.units);
}

export type OrderTerms = { readonly daysLeft: number; readonly daysWanted: number };

/** What to order of a pet: enough for so many days, and at least up to its level; undefined where there is enough. */
export function orderOf(
  { quantity, level }: { readonly quantity: number; readonly level: number },
  sales: Pick<ReportedPet, 'soldPerDay'> | undefined,
  { daysLeft, daysWanted }: OrderTerms,
): number | undefined {
  const perDay = Math.max(0, sales?.soldPerDay ?? 0);
  const isShort = perDay > 0 && quantity / perDay < daysLeft;
  if (quantity > level && !isShort) return undefined;
  return Math.max(1, Math.ceil(perDay * daysWanted) - quantity, level - quantity);
}

export type ChartBar = { readonly name: string; readonly sold: number; readonly arrived: number };

const daysShownMax = 62;

/** One bar a day, also for days without sales; one bar a month in a long report. */
export function barsOf({ since, until, timeZone, days = [] }: Report): ChartBar[] {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const [first, last] = [format.format(since), format.format(until.getTime() - 1)];
  const names: string[] = [];
  for (let day = Date.parse(first); day <= Date.parse(last); day += 86_400_000) {
    names.push(new Date(day).toISOString().slice(0, 10));
  }
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
