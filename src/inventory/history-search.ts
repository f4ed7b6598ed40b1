import { limits } from '../limits.ts';
import type { EntryFilter, LedgerSpan, Store } from '../store/store.ts';

/** A span of time in milliseconds. Either end may be left open. */
type TimeSpan = { readonly since?: number | undefined; readonly until?: number | undefined };

export type HistoryFilter = EntryFilter &
  TimeSpan & {
    readonly before?: number | undefined;
    /** Asks for the ledger entries after this sequence number, oldest first. Without it, the newest come first. */
    readonly after?: number | undefined;
  };

/**
 * Finds a page of ledger entries. Each page looks at a limited number of entries, so a search costs no more in a long
 * ledger. A page may therefore be short or empty although more pages follow: docs/decisions/0013. `next` says where the
 * next page begins; null on the last page.
 */
export async function searchHistory(
  store: Store,
  headSeq: number,
  filter: HistoryFilter,
  scanned: number = limits.historyScanEntriesMax,
) {
  const { before, after, since, until, ...entryFilter } = filter;
  const span = await findTimeSpan(store, headSeq, { since, until });
  const firstSeq = Math.max(span.firstSeq, (after ?? 0) + 1);
  const endSeq = Math.min(span.endSeq, before ?? span.endSeq);
  const isAscending = after !== undefined;
  const range = isAscending
    ? { firstSeq, endSeq: Math.min(endSeq, firstSeq + scanned) }
    : { firstSeq: Math.max(firstSeq, endSeq - scanned), endSeq };
  const entries = await store.findEntries({ ...entryFilter, ...range, isAscending });
  const last = entries.length === filter.limit ? entries.at(-1) : undefined;
  const next = isAscending ? (last?.seq ?? range.endSeq - 1) : (last?.seq ?? range.firstSeq);
  const hasMore = isAscending ? next + 1 < endSeq : next > firstSeq;
  return { entries, next: hasMore ? next : null };
}

export async function lastSeqBefore(store: Store, headSeq: number, since: number): Promise<number> {
  return (await findTimeSpan(store, headSeq, { since })).firstSeq - 1;
}

/** Finds the ledger entries of a span of time by binary search, since times in the ledger never go back. */
export async function findTimeSpan(store: Store, headSeq: number, { since, until }: TimeSpan): Promise<LedgerSpan> {
  const firstAt = async (atMs: number) => {
    let [low, high] = [1, headSeq + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((await store.timeOf(middle)) >= atMs) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return {
    firstSeq: since === undefined ? 1 : await firstAt(since),
    endSeq: until === undefined ? headSeq + 1 : await firstAt(until),
  };
}
