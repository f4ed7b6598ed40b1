import type { LedgerEntry } from '../../../client/inventory-types.ts';
import { titleOf } from '../names/names.ts';
import { isOwnWrite } from '../stock/store.ts';
import { formatNumber } from '../ui/format.ts';
import { Observable, useObservable } from './observable.ts';

const announcement = new Observable('');

/** Announces to screen readers what sighted users see on the screen anyway. */
export function LiveRegion() {
  return (
    <div role="status" className="visually-hidden">
      {useObservable(announcement)}
    </div>
  );
}

export function announce(text: string): void {
  // A different string, so that screen readers repeat an announcement that has not changed.
  announcement.set(announcement.value === text ? `${text}\u00a0` : text);
}

const batchMs = 1_500;

let pending: LedgerEntry[] = [];

/** Announces changes by others in batches, so that a burst of them is one sentence. */
export function announceChange(entry: LedgerEntry): void {
  if (pending.length === 0) setTimeout(announcePending, batchMs);
  pending.push(entry);
}

function announcePending(): void {
  const entries = pending.filter(({ seq }) => !isOwnWrite(seq));
  const petIds = new Set(entries.map(({ petId }) => petId));
  const last = entries.at(-1);
  pending = [];
  if (last === undefined) return;
  const change = last.after === null ? 'has been removed' : `is now ${formatNumber(last.after)}`;
  announce(petIds.size > 1 ? `${formatNumber(petIds.size)} pets have changed.` : `${titleOf(last.petId)} ${change}.`);
}
