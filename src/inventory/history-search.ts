import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LedgerEntry, Reason } from '../domain/ledger-entry.ts';
import { limits } from '../limits.ts';
import type { Store } from '../store/store.ts';

export type HistoryFilter = {
  readonly before: number | null;
  readonly limit: number;
  readonly sinceMs: number | null;
  readonly untilMs: number | null;
  readonly key: string | null;
  readonly reason: Reason | null;
};

export type FoundHistory = {
  readonly entries: readonly LedgerEntry[];
  /** The `before` of the next page; null where there is none. */
  readonly next: number | null;
};

/**
 * The entries that match, newest first. A page looks at a limited number of entries, so that it costs the same however
 * long the ledger is and however rare a match; the next page goes on from there. See docs/decisions/0014.
 */
export async function searchHistory(store: Store, headSeq: number, filter: HistoryFilter): Promise<FoundHistory> {
  const { limit, sinceMs, untilMs, key, reason } = filter;
  const latestMs = untilMs ?? Number.POSITIVE_INFINITY;
  const earliestMs = sinceMs ?? Number.NEGATIVE_INFINITY;
  const isMatch = (entry: LedgerEntry) =>
    entry.atMs >= earliestMs &&
    entry.atMs < latestMs &&
    (key === null || entry.key === key) &&
    (reason === null || entry.reason === reason);
  const isFiltered = [sinceMs, untilMs, key, reason].some((value) => value !== null);
  const pageSize = isFiltered ? limits.historyScanPageEntries : limit;
  const found: LedgerEntry[] = [];
  let before = Math.min(filter.before ?? Number.MAX_SAFE_INTEGER, headSeq + 1);
  if (untilMs !== null) before = await skipLaterThan(store, before, untilMs + limits.clockSkewMs);
  for (let scanned = 0; scanned < limits.historyScanEntriesMax && before > 1; scanned += pageSize) {
    for (const entry of await store.entriesBefore(before, pageSize)) {
      if (entry.atMs < earliestMs - limits.clockSkewMs) return { entries: found, next: null };
      before = entry.seq;
      if (isMatch(entry)) found.push(entry);
      if (found.length === limit) return { entries: found, next: before > 1 ? before : null };
    }
    await nextTurn();
  }
  return { entries: found, next: before > 1 ? before : null };
}

/**
 * The sequence from which all entries are later than that. Entries are in order of commit; their times are too, but
 * for the difference between the clocks of several instances.
 */
async function skipLaterThan(store: Store, before: number, atMs: number): Promise<number> {
  let [low, high] = [1, before];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [entry] = await store.entriesBefore(middle + 1, 1);
    if (entry !== undefined && entry.atMs > atMs) high = middle;
    else low = middle + 1;
  }
  return low;
}
