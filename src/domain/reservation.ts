import { limits } from '../limits.ts';
import { toJson } from './exact-json.ts';
import type { PetId } from './item.ts';

/**
 * Stock that is set aside for a caller until it expires. The stock itself does not change, so a reservation is no ledger
 * entry and makes no new version: docs/decisions/0029.
 */
export type Reservation = {
  readonly id: string;
  /** Each pet once. */
  readonly items: readonly ReservedItem[];
  readonly expiresAtMs: number;
  readonly createdAtMs: number;
  /** The name of the API key that made the reservation, or replaced it last. */
  readonly key: string;
  readonly note: string | null;
};

export type ReservedItem = { readonly petId: PetId; readonly quantity: number };

/** What a write asks for. */
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

/** The JSON of a reservation for callers, with every digit of the petIds. */
export function reservationJson({ id, items, expiresAtMs, createdAtMs, key, note }: Reservation): string {
  const [expiresAt, createdAt] = [new Date(expiresAtMs), new Date(createdAtMs)];
  return toJson({ id, items, expiresAt, createdAt, key, note });
}

/** A reservation expires when the store's clock reaches its expiry. From then on it holds nothing. */
export function hasExpired({ expiresAtMs }: Pick<Reservation, 'expiresAtMs'>, nowMs: number): boolean {
  return expiresAtMs <= latestExpiredMs(nowMs);
}

/** The latest expiry that has passed. Queries use it to leave out expired reservations. */
export function latestExpiredMs(nowMs: number): number {
  return nowMs;
}

/** How much of a pet is reserved, and when the last of it is free again at the latest. */
export type Held = { readonly quantity: number; readonly untilMs: number };

/** What an engine reads about reservations before a batch is decided. */
export type ReadReservations = {
  /** The reservations that the batch names, expired ones included. */
  readonly named: readonly Reservation[];
  /** What all active reservations hold of the pets that the batch may take from. */
  readonly held: readonly (Held & { readonly petId: PetId })[];
  /** How many rows all active reservations have. */
  readonly rows: number;
};

/** The active reservations that matter to a batch, as its writes change them one after the other. */
export class ActiveReservations {
  readonly #byId: Map<string, Reservation>;
  readonly #held: Map<PetId, Held>;
  #rows: number;

  constructor({ named, held, rows }: ReadReservations, nowMs: number) {
    const active = named.filter((reservation) => !hasExpired(reservation, nowMs));
    this.#byId = new Map(active.map((reservation) => [reservation.id, reservation]));
    this.#held = new Map(held.map(({ petId, ...some }) => [petId, some]));
    this.#rows = rows;
  }

  /** How many rows all active reservations have. */
  get rows(): number {
    return this.#rows;
  }

  get(id: string): Reservation | undefined {
    return this.#byId.get(id);
  }

  /** What all reservations but this one hold of a pet. */
  heldBeside(petId: PetId, id?: string): Held {
    const { quantity, untilMs } = this.#held.get(petId) ?? { quantity: 0, untilMs: 0 };
    const own = id === undefined ? undefined : this.#byId.get(id)?.items.find((item) => item.petId === petId);
    return { quantity: quantity - (own?.quantity ?? 0), untilMs };
  }

  /** Puts a reservation in the place of the one with this id, or removes that one. */
  set(id: string, after: Reservation | undefined): void {
    const before = this.#byId.get(id);
    this.#rows += (after?.items.length ?? 0) - (before?.items.length ?? 0);
    for (const { petId, quantity } of before?.items ?? []) this.#add(petId, -quantity, 0);
    this.#byId.delete(id);
    if (after === undefined) return;
    this.#byId.set(id, after);
    for (const { petId, quantity } of after.items) this.#add(petId, quantity, after.expiresAtMs);
  }

  #add(petId: PetId, quantity: number, expiresAtMs: number): void {
    const held = this.heldBeside(petId);
    this.#held.set(petId, { quantity: held.quantity + quantity, untilMs: Math.max(held.untilMs, expiresAtMs) });
  }
}
