import { jsonInteger } from '@pawstock/shared/exact-json.ts';
import type { Reservation } from '../domain/reservation.ts';

/** The JSON of a reservation, with every digit of the petIds. */
export function reservationJson(reservation: Reservation): string {
  const { id, expiresAtMs, createdAtMs, key, note, state } = reservation;
  const items = reservation.items.map(({ petId, quantity }) => ({
    petId: jsonInteger(petId),
    quantity,
  }));
  return JSON.stringify({
    id,
    items,
    expiresAt: new Date(expiresAtMs),
    createdAt: new Date(createdAtMs),
    key,
    note,
    state,
    endedAt: state === 'active' ? null : new Date(reservation.endedAtMs),
    sale: state === 'sold' ? reservation.sale : null,
  });
}
