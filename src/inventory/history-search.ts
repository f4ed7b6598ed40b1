import type { PetId } from '../domain/item.ts';
import type { Reason } from '../domain/ledger-entry.ts';
import { limits } from '../limits.ts';
import type { LedgerSpan, Store } from '../store/store.ts';

/** Times are in milliseconds. */
export type HistoryFilter = {
  readonly limit: number;
  readonly before?: number | undefined;
  /** If given, entries come oldest first from here on; otherwise newest first. */
  readonly after?: number | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly petId?: PetId | undefined;
  readonly key?: string | undefined;
  readonly reason?: Reason | undefined;
};

/**
 * Finds a page of entries. A page looks at a limited number of entries, so its cost does not depend on the length of the
 * ledger or on how rare a match is. It may therefore be short, or empty, and not the last. See docs/decisions/0013. `next`
 * is what the next page has as `before`, or as `after` if this one has `after`; null on the last page.
 */
export async function searchHistory(
  store: Store,
  headSeq: number,
  filter: HistoryFilter,
  scanned: number = limits.historyScanEntriesMax,
) {
  const { limit, petId = null, key = null, reason = null, before, after, since = null, until = null } = filter;
  const span = await findTimeSpan(store, headSeq, { sinceMs: since, untilMs: until });
  const firstSeq = Math.max(span.firstSeq, (after ?? 0) + 1);
  const endSeq = Math.min(span.endSeq, before ?? span.endSeq);
  const isAscending = after !== undefined;
  const range = isAscending
    ? { firstSeq, endSeq: Math.min(endSeq, firstSeq + scanned) }
    : { firstSeq: Math.max(firstSeq, endSeq - scanned), endSeq };
  const entries = await store.findEntries({ ...range, petId, key, reason, limit, isAscending });
  const last = entries.length === limit ? entries.at(-1) : undefined;
  const next = isAscending ? (last?.seq ?? range.endSeq - 1) : (last?.seq ?? range.firstSeq);
  const hasMore = isAscending ? next + 1 < endSeq : next > firstSeq;
  return { entries, next: hasMore ? next : null };
}

export async function lastSeqBefore(store: Store, headSeq: number, sinceMs: number): Promise<number> {
  const { firstSeq } = await findTimeSpan(store, headSeq, { sinceMs, untilMs: null });
  return firstSeq - 1;
}

export type TimeSpan = { readonly sinceMs: number | null; readonly untilMs: number | null };

/** The entries of a span of time: from `firstSeq` to before `endSeq`. Times never go back, so a binary search works. */
export async function findTimeSpan(store: Store, headSeq: number, { sinceMs, untilMs }: TimeSpan): Promise<LedgerSpan> {
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
