import type { PetId } from '@pawstock/shared/item.ts';
import type { SeqRange } from '@pawstock/shared/ledger-entry.ts';
import { apiLimits } from '../api-limits.ts';
import type { Limits } from '../limits.ts';
import type { Refusal } from './errors.ts';
import { type ExpectedVersion, matchesVersion } from './expected-version.ts';

export const reservationStates = ['active', 'sold', 'released', 'expired'] as const;

/**
 * Stock that is set aside for a caller until the reservation expires, is released or is sold. The
 * quantity in stock does not change before the sale, so a reservation is no ledger entry:
 * docs/decisions/0029.
 */
export type Reservation = {
  readonly id: string;
  /** The reserved pets and quantities. No pet occurs twice. */
  readonly items: readonly ReservedItem[];
  readonly expiresAtMs: number;
  readonly createdAtMs: number;
  /** The name of the API key that made the reservation, or replaced it last. */
  readonly key: string;
  /** The id of that API key. Only this key, or an admin key, may replace the reservation. */
  readonly keyId: number;
  readonly note: string | null;
  /**
   * The number of the reservation's last change. All reservations of a store share one counter of
   * changes.
   */
  readonly revision: number;
} & (
  | { readonly state: 'active' }
  | { readonly state: 'released' | 'expired'; readonly endedAtMs: number }
  | { readonly state: 'sold'; readonly endedAtMs: number; readonly sale: SeqRange }
);

export type ReservedItem = { readonly petId: PetId; readonly quantity: number };

type ReservationTarget = { readonly id: string; readonly expected: ExpectedVersion | null };

export type ReserveCommand = ReservationTarget & {
  readonly kind: 'reserve';
  readonly items: readonly ReservedItem[];
  /**
   * If null, a replaced reservation keeps its expiry, and a new reservation lasts for the default
   * time.
   */
  readonly expiresInMs: number | null;
  readonly note: string | null;
  /** Whether the caller may replace a reservation that another API key made. */
  readonly isAdmin: boolean;
};

export type ReservationCommand =
  | ReserveCommand
  /** Changes the expiry or the note of a reservation. A field that is null stays as it is. */
  | (ReservationTarget & {
      readonly kind: 'change';
      readonly expiresInMs: number | null;
      readonly note: string | null;
    })
  | (ReservationTarget & { readonly kind: 'release' })
  | (ReservationTarget & { readonly kind: 'sell'; readonly note: string | null });

export type ReservationLimits = Pick<Limits, 'endedReservationMs'>;

export const reservationIdRule = `1 to ${apiLimits.reservationIdCharactersMax} letters, digits or . _ ~ : -`;
export const reservationIdPattern = new RegExp(
  `^[A-Za-z0-9._~:-]{1,${apiLimits.reservationIdCharactersMax}}$`,
);

/**
 * Each change to a reservation uses two version numbers: one until the reservation expires, and one
 * from then on.
 */
const revisionsPerChange = 2;

export function versionOf({ state, revision }: Reservation): number {
  return state === 'expired' ? revision + 1 : revision;
}

/**
 * At the time `nowMs`, reservations with the returned expiry or an earlier one have expired, and
 * hold no stock.
 */
export const latestExpiredMs = (nowMs: number) => nowMs;

/**
 * At the time `nowMs`, clients can no longer read reservations that ended at the returned time or
 * earlier.
 */
export const latestForgottenMs = (nowMs: number, { endedReservationMs }: ReservationLimits) =>
  nowMs - endedReservationMs;

/**
 * A stored reservation in its state at `nowMs`: it may have expired. Undefined if it ended too long
 * ago.
 */
export function reservationAt(
  stored: Reservation,
  nowMs: number,
  limits: ReservationLimits,
): Reservation | undefined {
  const { state, expiresAtMs } = stored;
  if (state === 'active' && expiresAtMs > latestExpiredMs(nowMs)) return stored;
  const ended =
    state === 'active'
      ? ({ ...stored, state: 'expired', endedAtMs: expiresAtMs } as const)
      : stored;
  return ended.endedAtMs > latestForgottenMs(nowMs, limits) ? ended : undefined;
}

/**
 * When and by which API key a reservation changes, its new revision, and the next ledger entry's
 * sequence number.
 */
type ChangeContext = {
  readonly atMs: number;
  readonly key: string;
  readonly keyId: number;
  readonly revision: number;
  readonly nextSeq: number;
};

/**
 * The reservation after a command, or why the command is refused. If nothing changes, returns the
 * same object. Whether there is enough stock is decided in decide.ts.
 */
export function nextReservation(
  found: Reservation | undefined,
  command: ReservationCommand,
  context: ChangeContext,
): Reservation | Refusal {
  if (command.kind === 'reserve')
    return mismatch(found, command) ?? afterReserve(found, command, context);
  if (found === undefined) return reservationNotFound(command.id);
  return mismatch(found, command) ?? afterChange(found, command, context);
}

/**
 * Replaces an active reservation. If the reservation was released or has expired, makes a new one
 * with the same id.
 */
function afterReserve(
  found: Reservation | undefined,
  { id, items, note, isAdmin, expiresInMs }: ReserveCommand,
  { atMs, key, keyId, revision }: ChangeContext,
): Reservation | Refusal {
  if (found?.state === 'sold') return reservationEnded(found);
  const active = found?.state === 'active' ? found : undefined;
  if (active !== undefined && active.keyId !== keyId && !isAdmin) return reservationTaken(active);
  const keptMs = active?.expiresAtMs ?? atMs + apiLimits.reservationSecondsDefault * 1000;
  const expiresAtMs = expiresInMs === null ? keptMs : atMs + expiresInMs;
  const createdAtMs = active?.createdAtMs ?? atMs;
  const terms = { items, note, key, keyId, createdAtMs, expiresAtMs };
  return { id, ...terms, revision, state: 'active' };
}

function afterChange(
  found: Reservation,
  command: Exclude<ReservationCommand, ReserveCommand>,
  { atMs, revision, nextSeq }: ChangeContext,
): Reservation | Refusal {
  if (found.state !== 'active') {
    return command.kind === 'release' && found.state !== 'sold' ? found : reservationEnded(found);
  }
  switch (command.kind) {
    case 'change': {
      const expiresAtMs =
        command.expiresInMs === null ? found.expiresAtMs : atMs + command.expiresInMs;
      return { ...found, expiresAtMs, note: command.note ?? found.note, revision };
    }
    case 'release':
      return { ...found, revision, state: 'released', endedAtMs: atMs };
    case 'sell': {
      const sale = { firstSeq: nextSeq, lastSeq: nextSeq + found.items.length - 1 };
      return { ...found, revision, state: 'sold', endedAtMs: atMs, sale };
    }
  }
}

/** How much of a pet is reserved, and the latest time at which a reservation of it expires. */
export type Held = { readonly quantity: number; readonly untilMs: number };

/**
 * What a database engine reads about reservations before `decideBatch` accepts or refuses each
 * write of a batch.
 */
export type ReadReservations = {
  /**
   * The reservations that the batch names, as they are stored. Some of them may have expired since.
   */
  readonly named: readonly Reservation[];
  /** The reserved quantity of each pet from which the batch may take or reserve stock. */
  readonly held: readonly (Held & { readonly petId: PetId })[];
} & Pick<BatchReservations, 'rowCount' | 'revision'>;

/**
 * The reservations and the reserved stock during a batch of writes. Each write sees the changes of
 * earlier writes.
 */
export class BatchReservations {
  readonly #byId: Map<string, Reservation>;
  readonly #held: Map<PetId, Held>;
  /** The reservations that the batch has changed, by their ids. */
  readonly changed = new Map<string, Reservation>();
  /**
   * The number of table rows of all active reservations. A reservation has a row for each of its
   * pets.
   */
  rowCount: number;
  /**
   * The last version number that any reservation uses. The next change to a reservation gets the
   * number after it.
   */
  revision: number;

  constructor(
    { named, held, rowCount, revision }: ReadReservations,
    nowMs: number,
    limits: ReservationLimits,
  ) {
    const remembered = named.flatMap((stored) => reservationAt(stored, nowMs, limits) ?? []);
    this.#byId = new Map(remembered.map((reservation) => [reservation.id, reservation]));
    this.#held = new Map(held.map((ofPet) => [ofPet.petId, ofPet]));
    this.rowCount = rowCount;
    this.revision = revision;
  }

  get(id: string): Reservation | undefined {
    return this.#byId.get(id);
  }

  /**
   * The pets and quantities that a reservation holds. A reservation that has ended holds nothing.
   */
  itemsHeldBy(id: string): readonly ReservedItem[] {
    const reservation = this.#byId.get(id);
    return reservation?.state === 'active' ? reservation.items : [];
  }

  /** How much of a pet all active reservations hold, except the reservation with this id. */
  heldBeside(petId: PetId, id?: string): Held {
    const { quantity, untilMs } = this.#held.get(petId) ?? { quantity: 0, untilMs: 0 };
    const own =
      id === undefined ? undefined : this.itemsHeldBy(id).find((item) => item.petId === petId);
    return { quantity: quantity - (own?.quantity ?? 0), untilMs };
  }

  set(changed: Reservation): void {
    const { id, expiresAtMs } = changed;
    this.revision = changed.revision + revisionsPerChange - 1;
    const before = this.itemsHeldBy(id);
    this.#byId.set(id, changed);
    this.changed.set(id, changed);
    const after = this.itemsHeldBy(id);
    this.rowCount += after.length - before.length;
    for (const { petId, quantity } of before) this.#add(petId, -quantity, 0);
    for (const { petId, quantity } of after) this.#add(petId, quantity, expiresAtMs);
  }

  #add(petId: PetId, quantity: number, expiresAtMs: number): void {
    const held = this.heldBeside(petId);
    this.#held.set(petId, {
      quantity: held.quantity + quantity,
      untilMs: Math.max(held.untilMs, expiresAtMs),
    });
  }
}

export const reservationNotFound = (id: string): Refusal => ({
  code: 'reservation_not_found',
  message: `There is no reservation ${id}. Check the id, or reserve first.`,
});

const reservationTaken = (active: Reservation): Refusal => ({
  code: 'reservation_taken',
  message: `The key ${active.key} has an active reservation ${active.id}. Choose another id, or ask an admin key to replace it.`,
});

function reservationEnded(ended: Reservation): Refusal {
  const advice =
    ended.state === 'sold' ? 'Use another id for another order.' : 'Reserve it again first.';
  return { code: 'reservation_ended', message: `${whatBecameOf(ended)} ${advice}` };
}

function mismatch(
  found: Reservation | undefined,
  { id, expected }: ReservationTarget,
): Refusal | undefined {
  if (expected === null || matchesVersion(expected, found && versionOf(found))) return undefined;
  const code = 'version_mismatch';
  if (found === undefined)
    return { code, message: `There is no reservation ${id}, so no version of it matches.` };
  return { code, message: `${whatBecameOf(found)} Read it again, then decide.` };
}

function whatBecameOf(reservation: Reservation): string {
  const { id, state } = reservation;
  if (state === 'active') return `Reservation ${id} is at version ${versionOf(reservation)} now.`;
  const at = new Date(reservation.endedAtMs).toISOString();
  return state === 'expired'
    ? `Reservation ${id} expired at ${at}.`
    : `Reservation ${id} was ${state} at ${at}.`;
}
