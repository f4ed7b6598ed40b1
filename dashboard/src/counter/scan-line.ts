import { flushSync } from 'react-dom';
import { describeError, hasCode } from '../api/errors.ts';
import { t } from '../messages/all.ts';
import { formatMoment } from '../messages/format.ts';
import { requireSession } from '../session/session.ts';
import { labelOf, titleOf } from '../stock/details.ts';
import { connection } from '../stock/live-updates.ts';
import type { Pet } from '../stock/pet.ts';
import { stock } from '../stock/store.ts';
import { announce } from '../ui/notifications.tsx';
import { refuse } from '../ui/sound.ts';
import { fetchVersion } from './save-sheet.ts';
import { linesMax, type SheetKind, unitsOf } from './sheet.ts';
import { putLine, sheets, shortageOf, updateSheet, whyLocked } from './sheets.ts';

export const tooManyLines = t('counter.tooManyLines', { max: linesMax });

/**
 * Adds one unit of a scanned pet to the sale, delivery or count and focuses the line. If that
 * fails, returns why.
 */
export function addScanned(kind: SheetKind, pet: Pet): string | undefined {
  const { lines } = sheets[kind].value;
  const refusal = whyLocked(sheets[kind].value);
  if (refusal !== undefined) return refusal;
  const known = lines.find(({ petId }) => petId === pet.id);
  if (known === undefined && lines.length >= linesMax) return tooManyLines;
  const amount = (known === undefined ? 0 : unitsOf(known)) + 1;
  const shortage = kind === 'sell' ? shortageOf(pet, amount) : undefined;
  if (shortage !== undefined) return t('counter.notEnough', { pet: labelOf(pet.id), shortage });
  // React renders the line at once, because the next scan may follow immediately. After a second
  // scan, the line still has the pet's quantity at the first scan, which shows whether the pet has
  // changed since.
  flushSync(() => putLine(kind, pet, amount, known));
  afterEntry(kind, pet, amount);
  const input = document.querySelector<HTMLInputElement>(`[data-line="${pet.text}"] input`);
  input?.focus();
  input?.select();
  return undefined;
}

/**
 * Announces an entered line to screen readers. In a count, fetches the pet's version, which saving
 * needs.
 */
export function afterEntry(kind: SheetKind, { id }: Pet, amount: number): void {
  const { length: count } = sheets[kind].value.lines;
  if (kind === 'count') fetchVersion(id).catch(() => undefined);
  announce(t('counter.entered', { pet: titleOf(id), amount, count }));
}

/**
 * Puts the pets of a reservation on the list of the screen Sell. Returns false if there is no such
 * reservation.
 */
export async function showReservation(text: string): Promise<boolean> {
  const id = text.trim().replace(/^(?:reservation|order)\s+/i, '');
  if (!/^[\w.~:-]{1,128}$/.test(id) || connection.value.state !== 'live') return false;
  try {
    const { reservation: found, version } = await requireSession().client.getReservation(id);
    const { items, ...reservation } = found;
    const { state, endedAt } = reservation;
    if (endedAt !== null)
      return refuse(t('counter.reservationEnded', { id, state, time: formatMoment(endedAt) }));
    if (refuse(whyLocked(sheets.sell.value))) return true;
    if (sheets.sell.value.lines.length > 0) return refuse(t('counter.listFirst'));
    for (const { petId, quantity } of items) {
      const pet = stock.get(BigInt(petId));
      if (pet !== undefined) putLine('sell', pet, quantity);
    }
    updateSheet('sell', { reservation: { ...reservation, version } });
  } catch (error) {
    if (hasCode(error, 'reservation_not_found')) return false;
    return refuse(describeError(error, t('counter.reservationFailed', { id })));
  }
  return true;
}
