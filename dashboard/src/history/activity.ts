import type { LedgerEntry } from '../../../client/inventory-types.ts';
import type { Reason } from '../../../src/domain/ledger-entry.ts';
import { limits } from '../../../src/limits.ts';
import { describeError } from '../api/errors.ts';
import { requireSession } from '../session/session.ts';
import { Observable } from '../state/observable.ts';
import { connection, latestEntry } from '../stock/live-updates.ts';
import { mergeEntries } from './history.ts';

/** A span of days in the user's time zone, as RFC 3339. */
type Span = { readonly since: string; readonly until: string | undefined };

type Activity = Span & {
  /** Newest first. */
  readonly entries: readonly LedgerEntry[];
  /** The `before` of the next page; undefined if there is none. */
  readonly next: number | undefined;
  readonly isLoading: boolean;
  readonly error: string | undefined;
};

/** With each press of the button, at most. A page may be short or empty and still have a next one. */
const pagesMax = 10;
const entriesPerLoad = 5_000;
/** Beyond this the browser would get slow. */
export const entriesMax = 50_000;

export const activity = new Observable<Activity>({
  since: '',
  until: undefined,
  entries: [],
  next: undefined,
  isLoading: false,
  error: undefined,
});

export type Range = 'today' | 'week' | 'day';

export function spanOfRange(range: Range, day: string): Span | undefined {
  const now = new Date();
  if (range === 'today') return spanOf(now, 1);
  if (range === 'week') return spanOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 6), 7);
  const [year, month, date] = day.split('-').map(Number);
  // The field is empty while a date is being typed.
  if (year === undefined || month === undefined || date === undefined || year < 1_970) return undefined;
  return spanOf(new Date(year, month - 1, date), 1);
}

/** From the beginning of `day`, for so many days. Days that are not over have no end. */
function spanOf(day: Date, days: number): Span {
  const at = (offset: number) => new Date(day.getFullYear(), day.getMonth(), day.getDate() + offset);
  const end = at(days);
  return { since: at(0).toISOString(), until: end.getTime() > Date.now() ? undefined : end.toISOString() };
}

export function describeRange(range: Range, day: string): string {
  if (range === 'day') return day;
  const today = dateText(new Date());
  return range === 'today' ? today : `The 7 days up to ${today}`;
}

/** As a date field has it: 2026-11-16. */
export function dateText(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export function showActivity(span: Span): void {
  activity.set({ ...span, entries: [], next: undefined, isLoading: false, error: undefined });
  void loadMoreActivity();
}

export async function loadMoreActivity(): Promise<void> {
  const open = activity.value;
  if (open.isLoading) return;
  const { since, until } = open;
  const update = (change: Partial<Activity>): boolean => {
    const isCurrent = activity.value.since === since && activity.value.until === until;
    if (isCurrent) activity.set({ ...activity.value, ...change });
    return isCurrent;
  };
  update({ isLoading: true, error: undefined });
  try {
    let before = open.next;
    let loaded = 0;
    for (let pages = 1; ; pages++) {
      const query = { limit: limits.pageMax, before, since, until };
      const page = await requireSession().client.listInventoryHistory(query);
      before = page.next;
      loaded += page.entries.length;
      if (!update({ entries: mergeEntries(activity.value.entries, page.entries), next: before })) return;
      if (before === undefined || pages === pagesMax || loaded >= entriesPerLoad) break;
    }
    update({ isLoading: false });
  } catch (error) {
    update({ isLoading: false, error: describeError(error, 'Not loaded') });
  }
}

/** Keeps the span up to date until the returned function is called. */
export function followActivity(): () => void {
  const stopEntries = latestEntry.subscribe(() => {
    const entry = latestEntry.value;
    const { since, until, entries } = activity.value;
    if (entry === undefined || since === '' || until !== undefined || Date.parse(entry.at) < Date.parse(since)) return;
    activity.set({ ...activity.value, entries: mergeEntries(entries, [entry]) });
  });
  let state = connection.value.state;
  const stopConnection = connection.subscribe(() => {
    const wasOffline = state === 'offline';
    state = connection.value.state;
    // Changes may have been missed while the stock was loaded anew.
    if (wasOffline && state === 'live') showActivity(activity.value);
  });
  return () => {
    stopEntries();
    stopConnection();
  };
}

/** What the sums tell apart. Each is shown as units that left or came. */
export const sumNames = {
  sale: 'Sold',
  arrival: 'Arrived',
  return: 'Returned',
  damage: 'Damaged',
  other: 'Other',
} as const;
export type SumName = keyof typeof sumNames;
export type Sum = { readonly changes: number; readonly units: bigint };

export function sumsOf(entries: readonly LedgerEntry[]): Readonly<Record<SumName, Sum>> {
  const zero: Sum = { changes: 0, units: 0n };
  const sums: Record<SumName, Sum> = { sale: zero, arrival: zero, return: zero, damage: zero, other: zero };
  for (const { reason, delta } of entries) {
    const name = sumNameOf(reason);
    sums[name] = { changes: sums[name].changes + 1, units: sums[name].units + BigInt(delta) };
  }
  return sums;
}

function sumNameOf(reason: Reason | null): SumName {
  return reason !== null && reason in sumNames ? (reason as SumName) : 'other';
}
