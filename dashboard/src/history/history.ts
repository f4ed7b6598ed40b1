import type { PawstockClient } from 'pawstock-client/client.ts';
import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { describeError } from '../api/describe-error.ts';
import { t } from '../messages/first.ts';
import { requireSession } from '../session/session.ts';
import { Observable } from '../state/observable.ts';

type Page = { readonly entries: readonly LedgerEntry[]; readonly next: number | undefined };
type ReadPage<Query> = (
  client: PawstockClient,
  query: Query,
  before: number | undefined,
) => Promise<Page>;

type LedgerState<Query> = Page & {
  readonly query: Query;
  readonly isLoading: boolean;
  readonly error: string | undefined;
};

/**
 * A list of ledger entries, newest first. `add` is for entries from events. `loadMore` reads up to
 * `pagesMax` pages of results, because a page of results may have few entries or none.
 */
export function ledgerList<Query extends object>(readPage: ReadPage<Query>, pagesMax: number) {
  const state = new Observable<LedgerState<Query> | undefined>(undefined);

  function open(query: Query): void {
    state.set({ query, entries: [], next: undefined, isLoading: false, error: undefined });
    void loadMore();
  }

  async function loadMore(): Promise<void> {
    if (state.value === undefined || state.value.isLoading) return;
    const { query, next } = state.value;
    update(query, { isLoading: true, error: undefined });
    try {
      let before = next;
      for (let pages = 1; ; pages++) {
        const page = await readPage(requireSession().client, query, before);
        before = page.next;
        if (state.value?.query !== query) return;
        add(page.entries);
        update(query, { next: before });
        if (before === undefined || pages === pagesMax) break;
      }
      update(query, { isLoading: false });
    } catch (error) {
      update(query, { isLoading: false, error: describeError(error, t('error.notLoaded')) });
    }
  }

  /** Loads the newest ledger entries again: one page of results. */
  async function refresh(): Promise<void> {
    const query = state.value?.query;
    if (query === undefined) return;
    const page = await readPage(requireSession().client, query, undefined);
    if (state.value?.query === query) add(page.entries);
  }

  /**
   * Adds ledger entries. An entry may arrive both in a page of results and as an event, but is
   * listed once.
   */
  function add(entries: readonly LedgerEntry[]): void {
    if (state.value === undefined) return;
    const known = state.value.entries;
    const newest = known[0]?.seq ?? Number.NEGATIVE_INFINITY;
    const isInOrder = entries.every(({ seq }, index) => seq > (entries[index - 1]?.seq ?? newest));
    // New entries of the event stream come in order, and need no sorting of what is known.
    if (isInOrder) {
      state.set({ ...state.value, entries: [...entries.toReversed(), ...known] });
      return;
    }
    const bySeq = new Map([...known, ...entries].map((entry) => [entry.seq, entry]));
    state.set({ ...state.value, entries: [...bySeq.values()].sort((a, b) => b.seq - a.seq) });
  }

  /**
   * Changes the state of the list, unless the user has closed it or opened a list for another
   * query.
   */
  function update(query: Query, change: Partial<LedgerState<Query>>): void {
    if (state.value?.query === query) state.set({ ...state.value, ...change });
  }

  return { state, open, close: () => state.set(undefined), loadMore, refresh, add };
}

export const petHistory = ledgerList<{ readonly petId: bigint }>(
  (client, { petId }, before) => client.getInventoryHistory(petId, { limit: 50, before }),
  1,
);

export function openHistory(petId: bigint): void {
  petHistory.open({ petId });
}

export function addHistoryEntries(entries: readonly LedgerEntry[]): void {
  const petId = petHistory.state.value?.query.petId;
  const own = entries.filter((entry) => entry.petId === petId);
  if (own.length > 0) petHistory.add(own);
}
