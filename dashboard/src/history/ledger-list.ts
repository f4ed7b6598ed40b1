import type { PawstockClient } from '../../../client/client.ts';
import type { LedgerEntry } from '../../../client/inventory-types.ts';
import { describeError } from '../api/errors.ts';
import { t } from '../messages/first.ts';
import { requireSession } from '../session/session.ts';
import { Observable } from '../state/observable.ts';

type Page = { readonly entries: readonly LedgerEntry[]; readonly next: number | undefined };
type ReadPage<Query> = (client: PawstockClient, query: Query, before: number | undefined) => Promise<Page>;

type LedgerState<Query> = Page & {
  readonly query: Query;
  readonly isLoading: boolean;
  readonly error: string | undefined;
};

/** Ledger entries, newest first. They are loaded page by page, and the event stream adds to them at any time. */
export class LedgerList<Query extends object> {
  /** undefined while the list is closed. */
  readonly state = new Observable<LedgerState<Query> | undefined>(undefined);
  readonly #readPage: ReadPage<Query>;
  readonly #pagesMax: number;

  /** One call of `loadMore` loads up to `pagesMax` pages. A page may be short or empty and still have a next one. */
  constructor(readPage: ReadPage<Query>, pagesMax: number) {
    this.#readPage = readPage;
    this.#pagesMax = pagesMax;
  }

  open(query: Query): void {
    this.state.set({ query, entries: [], next: undefined, isLoading: false, error: undefined });
    void this.loadMore();
  }

  close(): void {
    this.state.set(undefined);
  }

  async loadMore(): Promise<void> {
    const open = this.state.value;
    if (open === undefined || open.isLoading) return;
    const { query } = open;
    this.#update(query, { isLoading: true, error: undefined });
    try {
      let before = open.next;
      for (let pages = 1; ; pages++) {
        const page = await this.#readPage(requireSession().client, query, before);
        before = page.next;
        if (this.state.value?.query !== query) return;
        this.add(page.entries);
        this.#update(query, { next: before });
        if (before === undefined || pages === this.#pagesMax) break;
      }
      this.#update(query, { isLoading: false });
    } catch (error) {
      this.#update(query, { isLoading: false, error: describeError(error, t('error.notLoaded')) });
    }
  }

  /** Loads the newest entries again. */
  async refresh(): Promise<void> {
    const query = this.state.value?.query;
    if (query === undefined) return;
    const page = await this.#readPage(requireSession().client, query, undefined);
    if (this.state.value?.query === query) this.add(page.entries);
  }

  /** An entry can arrive twice: with a page and with the event stream. */
  add(entries: readonly LedgerEntry[]): void {
    const open = this.state.value;
    if (open === undefined) return;
    const bySeq = new Map([...open.entries, ...entries].map((entry) => [entry.seq, entry]));
    this.state.set({ ...open, entries: [...bySeq.values()].sort((a, b) => b.seq - a.seq) });
  }

  /** Does nothing if another list has been opened since. */
  #update(query: Query, change: Partial<LedgerState<Query>>): void {
    const open = this.state.value;
    if (open?.query === query) this.state.set({ ...open, ...change });
  }
}
