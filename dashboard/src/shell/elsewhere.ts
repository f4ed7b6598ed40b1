import type { LedgerEntry } from '../../../client/inventory-types.ts';
import { formatNumber } from '../format.ts';
import { isOwn } from '../stock/shop.ts';
import { announce } from './notices.ts';

const gatherMs = 1_500;

let gathered: LedgerEntry[] = [];

/** Changes are read out together, after a while: one by one they would never end. */
export function noticeElsewhere(entry: LedgerEntry): void {
  if (gathered.length === 0) setTimeout(tell, gatherMs);
  gathered.push(entry);
}

function tell(): void {
  const others = gathered.filter(({ seq }) => !isOwn(seq));
  const pets = new Set(others.map(({ petId }) => petId));
  const last = others.at(-1);
  gathered = [];
  if (last === undefined) return;
  const now = last.after === null ? 'has been removed' : `is now ${formatNumber(last.after)}`;
  announce(pets.size > 1 ? `${formatNumber(pets.size)} pets have changed.` : `Pet ${last.petId} ${now}.`);
}
