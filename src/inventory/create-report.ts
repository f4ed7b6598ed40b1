import type { PetId } from '@pawstock/shared/item.ts';
import type { ShopDays } from '@pawstock/shared/shop-days.ts';
import { entriesLost } from '../domain/errors.ts';
import { type DayAmounts, exactSum, quarterMs, quartersIn } from '../domain/report.ts';
import { storeTime } from '../domain/store-clock.ts';
import type { Platform } from '../platform.ts';
import type { Head, Store } from '../store/store.ts';
import { findTimeSpan } from './history-search.ts';

/**
 * The database store, its last known revisions and time, and the last ledger entry of the stock in
 * memory.
 */
export type ReadSource = {
  readonly store: Store;
  readonly head: Head;
  readonly snapshot: { readonly seq: number };
};

/** What a report covers. `until` is undefined for a report up to now. */
export type ReportTerms = {
  readonly since: number;
  readonly until: number | undefined;
  /** The pets that are reported on; null for all. */
  readonly petIds: readonly PetId[] | null;
  readonly shopDays: ShopDays;
  readonly withDays: boolean;
  /** Whether the client still waits for the report. */
  readonly isWanted: () => boolean;
};

/** Sums the ledger over a span of time: docs/decisions/0028. */
export async function createReport(
  { store, snapshot, head }: ReadSource,
  terms: ReportTerms,
  platform: Platform,
) {
  const { since: sinceMs, until, shopDays, withDays } = terms;
  // A report up to now ends after the newest change, which may be of this millisecond, and not
  // before it begins.
  const afterLastMs = async () => (snapshot.seq > 0 ? (await store.timeOf(snapshot.seq)) + 1 : 0);
  const untilMs = until ?? Math.max(storeTime(head), await afterLastMs(), sinceMs);
  const found = { ...(await findTimeSpan(store, snapshot.seq, terms)), petIds: terms.petIds };
  const pages = await store.petSums(found);
  const daily = withDays ? await byDay(await store.quarterSums(found), shopDays, platform) : null;
  // A failover in between may have lost entries that the sums should have.
  if ((await store.head()).connection !== head.connection) throw entriesLost();
  return {
    sinceMs,
    untilMs,
    lastSeq: found.endSeq - 1,
    timeZone: shopDays.timeZone,
    days: shopDays.between(sinceMs, untilMs),
    pages,
    daily,
    // The pages of a report are ASCII text, so each character takes one byte.
    retained: [{ byteLength: pages.reduce((sum, { length }) => sum + length, 0) }],
  };
}

/**
 * Adds up the sales and arrivals of each day. Serves other requests after each page of quarter-hour
 * sums.
 */
async function byDay(
  pages: readonly string[],
  shopDays: ShopDays,
  { nextTurn }: Platform,
): Promise<DayAmounts[]> {
  const days = new Map<string, DayAmounts>();
  for (const page of pages) {
    for (const { quarter, sums } of quartersIn(page)) {
      const day = shopDays.dayOf(quarter * quarterMs);
      const { sold, arrived } = days.get(day) ?? { sold: 0n, arrived: 0n };
      days.set(day, {
        day,
        sold: sold - exactSum(sums, 'sale'),
        arrived: arrived + exactSum(sums, 'arrival'),
      });
    }
    await nextTurn();
  }
  return [...days.values()];
}
