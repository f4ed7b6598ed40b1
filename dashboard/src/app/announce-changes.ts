import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { t } from '../messages/first.ts';
import { titleOf } from '../stock/details.ts';
import { isOwnWrite } from '../stock/store.ts';
import { announce } from '../ui/notifications.tsx';

const batchMs = 1_500;

let pending: LedgerEntry[] = [];

/**
 * Tells screen readers which pets others have changed. Changes that follow each other quickly
 * become one sentence.
 */
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
  const { petId, after } = last;
  if (petIds.size > 1) announce(t('app.petsChanged', { count: petIds.size }));
  else
    announce(
      t(after === null ? 'app.petRemoved' : 'app.petIsNow', {
        pet: titleOf(petId),
        quantity: after ?? 0,
      }),
    );
}
