import { PawstockError } from '../../../client/error.ts';
import type { Reservation } from '../../../client/inventory-types.ts';
import { describeError } from '../api/errors.ts';
import { newIdempotencyKey } from '../api/writes.ts';
import { requireSession } from '../session/session.ts';
import { Observable } from '../state/observable.ts';
import { writeQuantity } from '../stock/pet.ts';
import { loadReserved } from '../stock/reserved.ts';
import { notify } from '../ui/notifications.tsx';
import { playRefusal } from '../ui/refusal-sound.ts';
import { notifySaved } from './save-sheet.ts';
import { owner } from './sheet.ts';

/** A reservation that is shown on the screen Sell in place of the list, to be handed over to its customer. */
export type Handover = {
  readonly reservation: Reservation;
  /** One key, however often the sale is sent. */
  readonly idempotencyKey: string;
} & ({ readonly kind: 'shown'; readonly error: string | undefined } | { readonly kind: 'selling' });

export const handover = new Observable<Handover | undefined>(undefined);

/** Hides a reservation from the next user of this tab. */
export function startHandover(): void {
  owner.subscribe(closeReservation);
}

export function closeReservation(): void {
  handover.set(undefined);
}

/** Shows a reservation, to be sold. Returns false if there is none with this id. "order 12" is never pet 12. */
export async function showReservation(text: string): Promise<boolean> {
  const id = text.trim().replace(/^(?:reservation|order)\s+/i, '');
  if (!/^[\w.~:-]{1,128}$/.test(id) || handover.value?.kind === 'selling') return false;
  try {
    const reservation = await requireSession().client.getReservation(id);
    handover.set({ kind: 'shown', reservation, idempotencyKey: newIdempotencyKey(), error: undefined });
    return true;
  } catch (error) {
    if (error instanceof PawstockError && error.code === 'reservation_not_found') return false;
    notify({ tone: 'error', text: describeError(error, `Reservation ${id} is not shown`) });
    playRefusal();
    return true;
  }
}

/** Sells all that is reserved, or nothing. */
export async function sellReservation(): Promise<void> {
  const shown = handover.value;
  if (shown?.kind !== 'shown') return;
  const { reservation, idempotencyKey } = shown;
  handover.set({ kind: 'selling', reservation, idempotencyKey });
  const update = (next: Handover | undefined) => {
    if (handover.value?.idempotencyKey === idempotencyKey) handover.set(next);
  };
  try {
    await requireSession().client.sell(reservation.id, {}, { idempotencyKey });
    update(undefined);
    const lines = reservation.items.map(({ petId, quantity }) => {
      return { petId: BigInt(petId), amount: writeQuantity(quantity), seen: 0, version: undefined };
    });
    notifySaved('sell', { lines, reason: 'sale' }, `reservation ${reservation.id}, `);
    void loadReserved();
  } catch (error) {
    update({ ...shown, error: describeError(error, 'Not sold') });
    playRefusal();
  }
}
