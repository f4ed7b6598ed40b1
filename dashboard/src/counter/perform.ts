import { describeError, hasCode } from '../api/describe-error.ts';
import { t } from '../messages/all.ts';
import { formatMoment } from '../messages/format.ts';
import { requireSession } from '../session/session.ts';
import { overlay } from '../state/screen.ts';
import { labelOf, loadDetails, titleOf } from '../stock/details.ts';
import { connection } from '../stock/live-updates.ts';
import { type Pet, parseQuantity, writeQuantity } from '../stock/pet.ts';
import { stock } from '../stock/store.ts';
import { announce } from '../ui/notifications.tsx';
import type { Action } from './command.ts';
import { type Delivered, mergeDelivery } from './delivery.ts';
import { fetchVersion } from './save-sheet.ts';
import { isBlank, type Line, linesMax, type SheetKind, unitsOf } from './sheet.ts';
import { editSheet, putLine, sheets, shortageOf, updateSheet, whyLocked } from './sheets.ts';

/**
 * Does what a text in the command field means. `isConfirmed` says that the user has been asked.
 * Returns why it cannot be done, or undefined if it is done.
 */
export async function perform(
  kind: SheetKind,
  action: Action,
  isConfirmed: boolean,
): Promise<string | undefined> {
  if (action.kind === 'open-reservation') return openReservation(action.id);
  if (action.kind === 'new-pet') {
    const { petId, barcode } = action;
    overlay.set({ kind: 'add', petId, barcode, isDelivered: kind === 'receiving' });
    return undefined;
  }
  return changeLines(kind, action, isConfirmed);
}

/** Adds one unit of a pet to the list, or sets the number of its line. */
function changeLines(
  kind: SheetKind,
  action: Extract<Action, { pet: Pet }>,
  isConfirmed: boolean,
): string | undefined {
  const { pet } = action;
  const { lines } = sheets[kind].value;
  const refusal = whyLocked(sheets[kind].value);
  if (refusal !== undefined) return refusal;

  const known = lines.find(({ petId }) => petId === pet.id);
  if (known === undefined && lines.length >= linesMax)
    return t('counter.tooManyLines', { max: linesMax });

  const isOneMore = action.kind === 'add-one';
  if (isOneMore && known !== undefined && isWrong(known))
    return t('counter.correctFirst', { pet: labelOf(pet.id) });

  const amount = isOneMore ? (known === undefined ? 0 : unitsOf(known)) + 1 : action.units;
  const shortage = kind === 'sell' ? shortageOf(pet, amount) : undefined;
  if (shortage !== undefined) return t('counter.notEnough', { pet: labelOf(pet.id), shortage });

  const doubted = isConfirmed ? { doubted: writeQuantity(amount) } : {};
  // After a second scan, the line still has the pet's quantity at the first scan, which shows
  // whether the pet has changed since.
  if (action.kind === 'count') putLine(kind, pet, amount, doubted);
  else putLine(kind, pet, amount, { ...known, ...doubted });
  afterEntry(kind, pet, amount);
  return undefined;
}

/** Whether the field of a line contains something else than a number. */
function isWrong(line: Line): boolean {
  return !isBlank(line) && parseQuantity(line.amount) === undefined;
}

/** Puts a new pet on the list of a delivery. It is added to the stock when the list is saved. */
export function putNewPet(pet: Pet, newPet: Line['newPet'], units: number): string | undefined {
  const refusal = whyLocked(sheets.receiving.value);
  if (refusal !== undefined) return refusal;
  if (sheets.receiving.value.lines.length >= linesMax)
    return t('counter.tooManyLines', { max: linesMax });
  putLine('receiving', pet, units, { newPet });
  afterEntry('receiving', pet, units);
  return undefined;
}

/** Puts the pets of a delivery note on the list of a delivery. Returns why that cannot be done. */
export function putDelivery(delivered: readonly Delivered[]): string | undefined {
  const { lines } = sheets.receiving.value;
  const refusal = whyLocked(sheets.receiving.value);
  if (refusal !== undefined) return refusal;

  const merged = mergeDelivery(lines, delivered, (petId) => stock.versionOf(petId));
  if (merged.length > linesMax) return t('counter.tooManyLines', { max: linesMax });
  editSheet('receiving', { lines: merged });
  return undefined;
}

/**
 * Announces an entered line to screen readers. In a count, fetches the pet's version, which saving
 * needs.
 */
function afterEntry(kind: SheetKind, { id }: Pet, amount: number): void {
  const { length: count } = sheets[kind].value.lines;
  if (kind === 'count') fetchVersion(id).catch(() => undefined);
  announce(t('counter.entered', { pet: titleOf(id), amount, count }));
}

const serviceTimeoutMs = 3_000;

/**
 * Asks the service about a text that this page cannot decide alone: loads barcodes that have just
 * been entered, and looks for a reservation. Returns whether there is such a reservation.
 */
export async function askService(reservationId: string | undefined): Promise<boolean> {
  const signal = AbortSignal.timeout(serviceTimeoutMs);
  const { client } = requireSession();
  const isFound = async (id: string) => {
    try {
      await client.getReservation(id, { signal });
      return true;
    } catch (error) {
      if (hasCode(error, 'reservation_not_found')) return false;
      throw error;
    }
  };
  const [isReservation] = await Promise.all([
    reservationId === undefined ? false : isFound(reservationId),
    loadDetails(signal),
  ]);
  return isReservation;
}

/** Puts the pets of a reservation on the list of the screen Sell. */
async function openReservation(id: string): Promise<string | undefined> {
  const refusal = whyLocked(sheets.sell.value);
  if (refusal !== undefined) return refusal;
  if (connection.value.state !== 'live')
    return describeError(new Error(t('error.unreachable')), t('counter.reservationFailed', { id }));
  try {
    const { reservation: found, version } = await requireSession().client.getReservation(id);
    const { items, ...reservation } = found;
    const { state, endedAt } = reservation;
    if (endedAt !== null)
      return t('counter.reservationEnded', { id, state, time: formatMoment(endedAt) });
    if (sheets.sell.value.lines.length > 0) return t('counter.listFirst');
    for (const { petId, quantity } of items) {
      const pet = stock.get(BigInt(petId));
      if (pet !== undefined) putLine('sell', pet, quantity);
    }
    updateSheet('sell', { reservation: { ...reservation, version } });
    return undefined;
  } catch (error) {
    return describeError(error, t('counter.reservationFailed', { id }));
  }
}
