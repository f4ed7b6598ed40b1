import type { LedgerEntry } from '../../../client/inventory-types.ts';
import { describeError } from '../api/errors.ts';
import { requireSession } from '../session/session.ts';
import { Observable } from '../state/observable.ts';

type History = {
  readonly petId: bigint;
  /** Newest first. */
  readonly entries: readonly LedgerEntry[];
  readonly isLoading: boolean;
  /** The `before` of the next page; undefined if there is none. */
  readonly next: number | undefined;
  readonly error: string | undefined;
};

const pageSize = 50;

/** The history in the drawer; undefined while the drawer is closed. */
export const history = new Observable<History | undefined>(undefined);

export function openHistory(petId: bigint): void {
  history.set({ petId, entries: [], isLoading: false, next: undefined, error: undefined });
  void loadMoreHistory();
}

export function closeHistory(): void {
  history.set(undefined);
}

export async function loadMoreHistory(): Promise<void> {
  const open = history.value;
  if (open === undefined || open.isLoading) return;
  const { petId, next: before } = open;
  history.set({ ...open, isLoading: true, error: undefined });
  try {
    const page = await requireSession().client.getInventoryHistory(petId, { limit: pageSize, before });
    update(petId, ({ entries }) => ({
      entries: mergeEntries(entries, page.entries),
      next: page.next,
      isLoading: false,
    }));
  } catch (error) {
    update(petId, () => ({ isLoading: false, error: describeError(error, 'Not loaded') }));
  }
}

/** Loads the newest changes again. */
export async function refreshHistory(): Promise<void> {
  const petId = history.value?.petId;
  if (petId === undefined) return;
  const page = await requireSession().client.getInventoryHistory(petId, { limit: pageSize });
  update(petId, ({ entries }) => ({ entries: mergeEntries(entries, page.entries) }));
}

/** Adds a change from the event stream, if it is about the pet in the drawer. */
export function addHistoryEntry(entry: LedgerEntry): void {
  update(entry.petId, ({ entries }) => ({ entries: mergeEntries(entries, [entry]) }));
}

function update(petId: bigint, change: (open: History) => Partial<History>): void {
  const open = history.value;
  if (open?.petId === petId) history.set({ ...open, ...change(open) });
}

/** An entry can arrive twice: with a page and with the event stream. */
export function mergeEntries(known: readonly LedgerEntry[], more: readonly LedgerEntry[]): LedgerEntry[] {
  const bySeq = new Map([...known, ...more].map((entry) => [entry.seq, entry]));
  return [...bySeq.values()].sort((a, b) => b.seq - a.seq);
}
