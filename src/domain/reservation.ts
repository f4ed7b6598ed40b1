import { limits } from '../limits.ts';
import { toJson } from './exact-json.ts';
import type { PetId } from './item.ts';

/**
 * Stock set aside for a caller until a moment of the store's clock. The stock itself does not change, so neither the
 * ledger nor a version knows of it: docs/decisions/0029.
 */
export type Reservation = {
  readonly id: string;
  /** Each pet once. */
  readonly items: readonly ReservedItem[];
  readonly expiresAtMs: number;
  readonly createdAtMs: number;
  /** The name of the API key that reserved last. */
  readonly key: string;
  readonly note: string | null;
};

export type ReservedItem = { readonly petId: PetId; readonly quantity: number };

/** What a write does to one reservation. */
export type ReservationCommand = { readonly id: string } & (
  | {
      readonly kind: 'reserve';
      readonly items: readonly ReservedItem[];
      readonly expiresInMs: number;
      readonly note: string | null;
    }
  | { readonly kind: 'release' }
  | { readonly kind: 'sell'; readonly note: string | null }
);

export const reservationIdRule = `1 to ${limits.reservationIdCharactersMax} letters, digits or . _ ~ : -`;
export const reservationIdPattern = new RegExp(`^[A-Za-z0-9._~:-]{1,${limits.reservationIdCharactersMax}}$`);

/** A reservation as callers see it, with every digit of the petIds. */
export function reservationJson({ id, items, expiresAtMs, createdAtMs, key, note }: Reservation): string {
  const [expiresAt, createdAt] = [new Date(expiresAtMs), new Date(createdAtMs)];
  return toJson({ id, items, expiresAt, createdAt, key, note });
}

/** How much is set aside, and when the last of it is free again. */
export type Held = { readonly quantity: number; readonly untilMs: number };

/** What an engine has read for a batch, as one moment of its clock has it: active reservations only. */
export type ReadReservations = {
  readonly nowMs: number;
  /** Those that the batch names. */
  readonly named: readonly Reservation[];
  /** What all others hold of the pets that the batch may take from. */
  readonly others: readonly (Held & { readonly petId: PetId })[];
  /** How many rows all of them have. */
  readonly rows: number;
};

/** The active reservations that matter to a batch, as its writes change them one after the other. */
export class ActiveReservations {
  readonly nowMs: number;
  readonly #byId = new Map<string, Reservation>();
  readonly #held = new Map<PetId, Map<string, Held>>();
  #rows = 0;

  /** Without what an engine has read there are none. */
  constructor({ nowMs, named, others, rows }: ReadReservations = { nowMs: 0, named: [], others: [], rows: 0 }) {
    this.nowMs = nowMs;
    // No reservation has an empty id.
    for (const { petId, ...held } of others) this.#held.set(petId, new Map([['', held]]));
    for (const reservation of named) this.set(reservation.id, reservation);
    this.#rows = rows;
  }

  /** How many rows all reservations have. */
  get rows(): number {
    return this.#rows;
  }

  get(id: string): Reservation | undefined {
    return this.#byId.get(id);
  }

  /** What all reservations but this one hold. */
  held(petId: PetId, exceptId?: string): Held {
    let [quantity, untilMs] = [0, 0];
    for (const [id, held] of this.#held.get(petId) ?? []) {
      if (id === exceptId) continue;
      quantity += held.quantity;
      untilMs = Math.max(untilMs, held.untilMs);
    }
    return { quantity, untilMs };
  }

  /** Puts a reservation in the place of the one with this id, or removes that one. */
  set(id: string, after: Reservation | undefined): void {
    const before = this.#byId.get(id)?.items ?? [];
    this.#rows += (after?.items.length ?? 0) - before.length;
    for (const { petId } of before) this.#held.get(petId)?.delete(id);
    this.#byId.delete(id);
    if (after === undefined) return;
    this.#byId.set(id, after);
    for (const { petId, quantity } of after.items) {
      const held = this.#held.get(petId) ?? new Map<string, Held>();
      this.#held.set(petId, held.set(id, { quantity, untilMs: after.expiresAtMs }));
    }
  }
}
