import type { LedgerEntry } from '../../../client/inventory-types.ts';
import { failureOf } from '../edit/failure.ts';
import { Observable } from '../observable.ts';
import { access } from '../session/access.ts';

export type History = {
  readonly petId: bigint;
  /** Newest first. */
  readonly entries: readonly LedgerEntry[];
  readonly loading: boolean;
  /** Where the next page begins, if there is one. */
  readonly next: number | undefined;
  readonly failure: string | undefined;
};

const pageSize = 50;

/** The pet whose past is looked at. */
export const history = new Observable<History | undefined>(undefined);

export function openHistory(petId: bigint): void {
  history.set({ petId, entries: [], loading: false, next: undefined, failure: undefined });
  void loadMore();
}

export function closeHistory(): void {
  history.set(undefined);
}

export async function loadMore(): Promise<void> {
  const open = history.value;
  if (open === undefined || open.loading) return;
  history.set({ ...open, loading: true, failure: undefined });
  try {
    const page = await access().client.getInventoryHistory(open.petId, { limit: pageSize, before: open.next });
    change(open.petId, ({ entries }) => ({ entries: merged(entries, page.entries), next: page.next, loading: false }));
  } catch (error) {
    change(open.petId, () => ({ loading: false, failure: failureOf(error, 'Not loaded') }));
  }
}

export function noticeHistory(entry: LedgerEntry): void {
  change(entry.petId, ({ entries }) => ({ entries: merged(entries, [entry]) }));
}

function change(petId: bigint, how: (open: History) => Partial<History>): void {
  const open = history.value;
  if (open?.petId === petId) history.set({ ...open, ...how(open) });
}

/** The stream and the pages may tell the same. */
function merged(known: readonly LedgerEntry[], more: readonly LedgerEntry[]): LedgerEntry[] {
  const bySeq = new Map([...known, ...more].map((entry) => [entry.seq, entry]));
  return [...bySeq.values()].sort((one, other) => other.seq - one.seq);
}
