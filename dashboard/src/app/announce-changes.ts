import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { t } from '../messages/first.ts';
import { titleOf } from '../stock/details.ts';
import { isOwnWrite } from '../stock/store.ts';
import { announce } from '../ui/notifications.tsx';

/** How long changes are collected, and how often they are announced at most. */
const batchMs = 1_500;
const intervalMs = 10_000;
let announcedAtMs = Number.NEGATIVE_INFINITY;

let pending: LedgerEntry[] = [];

/**
 * Tells screen readers which pets others have changed. Changes that follow each other quickly
 * become one sentence.
 */
export function announceChanges(entries: readonly LedgerEntry[]): void {
  const waitMs = Math.max(batchMs, announcedAtMs + intervalMs - performance.now());
  if (pending.length === 0) setTimeout(announcePending, waitMs);
  pending = [...pending, ...entries];
}

function announcePending(): void {
  const entries = pending.filter(({ seq }) => !isOwnWrite(seq));
  const petIds = new Set(entries.map(({ petId }) => petId));
  const last = entries.at(-1);
  pending = [];
  if (last === undefined) return;
  announcedAtMs = performance.now();
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
