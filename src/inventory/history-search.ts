import { setImmediate as nextTurn } from 'node:timers/promises';
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

/** How many entries are looked at in one turn of the event loop. */
const scanPageEntries = 500;

/**
 * The entries that match. A page looks at a limited number of entries, so that it costs the same however long the ledger
 * is and however rare a match; the next page goes on from there. See docs/decisions/0014.
 */
export async function searchHistory(store: Store, headSeq: number, filter: HistoryFilter): Promise<FoundHistory> {
  const { limit, sinceMs, untilMs, key, reason, before, after } = filter;
  const isAscending = after !== null;
  const isMatch = (entry: LedgerEntry) =>
    (key === null || entry.key === key) && (reason === null || entry.reason === reason);
  const isFiltered = key !== null || reason !== null;
  const pageSize = isFiltered ? Math.max(scanPageEntries, limit) : limit;
  let { firstSeq, endSeq } = await findTimeSpan(store, headSeq, { sinceMs, untilMs });
  firstSeq = Math.max(firstSeq, (after ?? 0) + 1);
  endSeq = Math.min(endSeq, before ?? endSeq);
  const found: LedgerEntry[] = [];
  const next = () => (firstSeq >= endSeq ? null : isAscending ? firstSeq - 1 : endSeq);
  for (let scanned = 0; scanned < limits.historyScanEntriesMax && firstSeq < endSeq; scanned += pageSize) {
    const entries = await store.findEntries({ firstSeq, endSeq, key, reason, isAscending, limit: pageSize });
    for (const entry of entries) {
      if (isAscending) firstSeq = entry.seq + 1;
      else endSeq = entry.seq;
      if (isMatch(entry)) found.push(entry);
      if (found.length === limit) return { entries: found, next: next() };
    }
    if (entries.length < pageSize) return { entries: found, next: null };
    await nextTurn();
  }
  return { entries: found, next: next() };
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
