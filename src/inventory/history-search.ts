import type { LedgerEntry, Reason } from '../domain/ledger-entry.ts';
import { limits } from '../limits.ts';
import type { Store } from '../store/store.ts';

export type HistoryFilter = {
  readonly before: number | null;
  /** Oldest first from there; newest first where it is null. */
  readonly after: number | null;
  readonly limit: number;
  readonly sinceMs: number | null;
  readonly untilMs: number | null;
  readonly key: string | null;
  readonly reason: Reason | null;
};

export type FoundHistory = {
  readonly entries: readonly LedgerEntry[];
  /** The `before` of the next page, or its `after` if there was one; null on the last page. */
  readonly next: number | null;
};

/**
 * The entries that match. A page looks at a limited number of entries, so that it costs the same however long the ledger
 * is and however rare a match; the next page goes on from there. See docs/decisions/0014.
 */
export async function searchHistory(
  store: Store,
  headSeq: number,
  filter: HistoryFilter,
  scanned: number = limits.historyScanEntriesMax,
): Promise<FoundHistory> {
  const { limit, key, reason, before, after } = filter;
  const span = await findTimeSpan(store, headSeq, filter);
  const firstSeq = Math.max(span.firstSeq, (after ?? 0) + 1);
  const endSeq = Math.min(span.endSeq, before ?? span.endSeq);
  const isAscending = after !== null;
  const range = isAscending
    ? { firstSeq, endSeq: Math.min(endSeq, firstSeq + scanned) }
    : { firstSeq: Math.max(firstSeq, endSeq - scanned), endSeq };
  const entries = await store.findEntries({ ...range, key, reason, limit, isAscending });
  const last = entries.length === limit ? entries.at(-1) : undefined;
  const next = isAscending ? (last?.seq ?? range.endSeq - 1) : (last?.seq ?? range.firstSeq);
  const hasMore = isAscending ? next + 1 < endSeq : next > firstSeq;
  return { entries, next: hasMore ? next : null };
}

/** Returns the last sequence before this time. */
export async function lastSeqBefore(store: Store, headSeq: number, sinceMs: number): Promise<number> {
  const { firstSeq } = await findTimeSpan(store, headSeq, { sinceMs, untilMs: null });
  return firstSeq - 1;
}

export type TimeSpan = { readonly sinceMs: number | null; readonly untilMs: number | null };

/** The sequences of a span of time: from `firstSeq` to before `endSeq`. Times never go back, so a binary search finds them. */
export async function findTimeSpan(
  store: Pick<Store, 'timeOf'>,
  headSeq: number,
  { sinceMs, untilMs }: TimeSpan,
): Promise<{ firstSeq: number; endSeq: number }> {
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
    firstSeq: sinceMs === null ? 1 : await firstAt(sinceMs),
    endSeq: untilMs === null ? headSeq + 1 : await firstAt(untilMs),
  };
}
