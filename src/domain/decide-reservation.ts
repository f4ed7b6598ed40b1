import type { Item, PetId } from '@pawstock/shared/item.ts';
import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import type { Limits } from '../limits.ts';
import type { Refusal } from './errors.ts';
import { reservationVersionRequired } from './expected-version.ts';
import {
  type BatchReservations,
  nextReservation,
  type Reservation,
  type ReservationCommand,
  type ReserveCommand,
  versionOf,
} from './reservation.ts';
import { atRow, petNotFound, shortage } from './stock-refusals.ts';
import type { Caller, ReservationEffect } from './write.ts';

/** What the rules about reservations need to know of the store. */
export type ReservationState = {
  readonly item: (petId: PetId) => Item | undefined;
  readonly reservations: BatchReservations;
  readonly nextSeq: number;
  readonly atMs: number;
  readonly limits: Limits;
};

/** `changed` is the reservation to store; null if it stays as it is. */
type ReservationDecision =
  | { readonly effect: ReservationEffect; readonly changed: Reservation | null }
  | { readonly refusal: Refusal };

/**
 * Accepts or refuses a reservation command. reservation.ts computes the next state; the stock is
 * checked here.
 */
export function decideReservation(
  command: ReservationCommand,
  caller: Caller,
  current: ReservationState,
): ReservationDecision {
  const found = current.reservations.get(command.id);
  const decision = decideFor(found, command, caller, current);
  if ('effect' in decision || found === undefined) return decision;
  // A refusal also states the current version of the reservation, which becomes the ETag of the
  // response.
  return { refusal: { ...decision.refusal, version: versionOf(found) } };
}

function decideFor(
  found: Reservation | undefined,
  command: ReservationCommand,
  caller: Caller,
  current: ReservationState,
): ReservationDecision {
  const isActive = found?.state === 'active';
  const adds = command.kind === 'reserve' && !isActive;
  if (caller.requireVersion && command.expected === null && !adds)
    return { refusal: reservationVersionRequired(command.id) };

  const unknownPet = command.kind === 'reserve' ? unknownPetIn(command, current) : undefined;
  if (unknownPet !== undefined) return { refusal: unknownPet };

  const after = nextReservation(found, command, {
    atMs: current.atMs,
    key: caller.key,
    keyId: caller.keyId,
    revision: current.reservations.revision + 1,
    nextSeq: current.nextSeq,
  });
  if ('code' in after) return { refusal: after };

  const changed = after === found ? null : after;
  const version = versionOf(after);
  switch (command.kind) {
    case 'reserve': {
      const refusal = reserveRefusal(command, current);
      if (refusal !== undefined) return { refusal };
      const change = isActive ? 'replaced' : 'reserved';
      return { effect: { kind: 'reservation', change, reservation: after }, changed };
    }
    case 'change':
      return { effect: { kind: 'reservation', change: 'changed', reservation: after }, changed };
    case 'release': {
      const change = changed === null ? 'none' : 'released';
      return { effect: { kind: 'reservation', change, version }, changed };
    }
    case 'sell': {
      const entries = saleOf(after, command.note ?? after.note, caller, current);
      if (!Array.isArray(entries)) return { refusal: entries };
      return { effect: { kind: 'reservation', change: 'sold', version, entries }, changed };
    }
  }
}

function unknownPetIn({ items }: ReserveCommand, current: ReservationState): Refusal | undefined {
  for (const [index, { petId }] of items.entries()) {
    if (current.item(petId) === undefined) return atRow(petNotFound(petId), index);
  }
  return undefined;
}

/**
 * Says why stock cannot be reserved; undefined if it can. What a replaced reservation has reserved
 * counts as free.
 */
function reserveRefusal(
  { id, items }: ReserveCommand,
  { item, reservations, limits }: ReservationState,
): Refusal | undefined {
  for (const [index, { petId, quantity }] of items.entries()) {
    const held = reservations.heldBeside(petId, id);
    const stock = item(petId);
    const refusal =
      stock === undefined ? petNotFound(petId) : shortage(stock, quantity, held, 'Reserve');
    if (refusal !== undefined) return atRow(refusal, index);
  }
  const rowCount = reservations.rowCount - reservations.itemsHeldBy(id).length + items.length;
  return rowCount > limits.reservationRowsInStoreMax
    ? tooManyReservations(limits.reservationRowsInStoreMax)
    : undefined;
}

const notHeld = { quantity: 0, untilMs: 0 };

/**
 * The ledger entries of a reservation's sale, or a refusal. If stock is short, the reservation sold
 * first gets it.
 */
function saleOf(
  { id, items }: Reservation,
  note: string | null,
  { key, keyId, requestId, traceparent }: Caller,
  current: ReservationState,
): LedgerEntry[] | Refusal {
  const entries: LedgerEntry[] = [];
  for (const [index, { petId, quantity }] of items.entries()) {
    const item = current.item(petId);
    if (item === undefined) return atRow(removedMeanwhile(petId), index);
    const refusal = shortage(item, quantity, notHeld, 'Sell');
    if (refusal !== undefined) return atRow(refusal, index);
    entries.push({
      seq: current.nextSeq + index,
      petId,
      kind: 'adjust',
      before: item.quantity,
      after: item.quantity - quantity,
      status: item.status,
      reason: 'sale',
      note,
      key,
      keyId,
      requestId,
      traceparent,
      atMs: current.atMs,
      reservation: id,
    });
  }
  return entries;
}

const removedMeanwhile = (petId: PetId): Refusal => ({
  code: 'insufficient_stock',
  petId,
  available: 0,
  message: `Pet ${petId} is no longer in the inventory, so what is reserved of it cannot be sold.`,
});

const tooManyReservations = (rowsMax: number): Refusal => ({
  code: 'too_many_reservations',
  message: `All active reservations together may have ${rowsMax} rows. Release some, or wait until some expire.`,
});
