import type { EntryFilter, LedgerSpan, Store } from '../store/store.ts';

/** A span of time in milliseconds. Either end may be left open. */
type TimeSpan = { readonly since?: number | undefined; readonly until?: number | undefined };

export type HistoryFilter = EntryFilter &
  TimeSpan & {
    readonly before?: number | undefined;
    /**
     * Asks for the ledger entries after this sequence number, oldest first. If undefined, the
     * newest come first.
     */
    readonly after?: number | undefined;
  };

/**
 * Finds a page of ledger entries. At most `scanned` entries are read for a page, so that a search
 * costs no more in a long ledger. A page may therefore be short or empty although more pages
 * follow: docs/decisions/0013. `next` is the value of `after` (oldest first) or `before` (newest
 * first) for the next page; null on the last page.
 */
export async function searchHistory(
  store: Store,
  headSeq: number,
  filter: HistoryFilter,
  scanned: number,
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

/**
 * Finds the last ledger entry before a time by binary search, since times in the ledger never go
 * back.
 */
export async function lastSeqBefore(store: Store, headSeq: number, atMs: number): Promise<number> {
  let [low, high] = [0, headSeq];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((await store.timeOf(middle)) < atMs) low = middle;
    else high = middle - 1;
  }
  return low;
}

export async function findTimeSpan(
  store: Store,
  headSeq: number,
  { since, until }: TimeSpan,
): Promise<LedgerSpan> {
  return {
    firstSeq: since === undefined ? 1 : (await lastSeqBefore(store, headSeq, since)) + 1,
    endSeq: until === undefined ? headSeq + 1 : (await lastSeqBefore(store, headSeq, until)) + 1,
  };
}
