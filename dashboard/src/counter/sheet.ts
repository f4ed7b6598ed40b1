import type { Reason } from '@pawstock/shared/ledger-entry.ts';
import { limits } from '@pawstock/shared/limits.ts';
import type { Details } from '@pawstock/shared/pet-details.ts';
import type { BatchRow, PetStatus, Reservation } from 'pawstock-client/inventory-types.ts';
import type { Sent } from '../api/sent.ts';
import { newIdempotencyKey } from '../api/writes.ts';
import { type Pet, parseQuantity } from '../stock/pet.ts';

export const sheetKinds = ['sell', 'receiving', 'count'] as const;
export type SheetKind = (typeof sheetKinds)[number];

export type Line = {
  readonly petId: bigint;
  /**
   * The text that was typed: the units that are sold or have arrived, or the quantity that was
   * counted.
   */
  readonly amount: string;
  /** The pet's quantity when it was counted. */
  readonly seen: number;
  /** The pet's version when it was counted; undefined until it has been read. */
  readonly version: number | undefined;
  /**
   * An amount that changes the quantity so much that it may be a typing error. The user was asked
   * to confirm it.
   */
  readonly doubted?: string;
  /**
   * The status, pending or sold, despite which the user wants to sell the pet. Another status asks
   * again.
   */
  readonly soldDespite?: PetStatus;
  /** A delivered pet that is new: it is added to the stock when the delivery is saved. */
  readonly newPet?: NewPet;
};

type NewPet = Details & { readonly status: PetStatus };

/** The list of a sale, a delivery or a count that the user is entering. */
export type Sheet = {
  /**
   * The lines of the sale, delivery or count, one for each pet. The line that was added last comes
   * first.
   */
  readonly lines: readonly Line[];
  readonly reason: Reason;
  readonly note: string;
  /**
   * The reservation on the screen Sell, if any. Its pets are the lines, which the user cannot
   * change.
   */
  readonly reservation?: (Omit<Reservation, 'items'> & { readonly version: number }) | undefined;
  /**
   * However often the lines are sent with this Idempotency-Key, they are saved once. See
   * docs/decisions/0027.
   */
  readonly idempotencyKey: string;
  /**
   * The rows that were sent to be saved, until the outcome is known. Until then the user cannot
   * change the lines.
   */
  readonly sent?: (Sent & { readonly rows: readonly BatchRow[] }) | undefined;
  readonly isSaving: boolean;
  /** When the user was last asked to confirm unusual amounts, as a time of `performance.now()`. */
  readonly askedAtMs?: number | undefined;
  readonly error?: string | undefined;
};

/** The most lines of a sale, delivery or count. All lines are saved with one request. */
export const linesMax = limits.batchRowsMax;

/**
 * The longest note, in characters. Each line is sent with the note, and all lines must fit into one
 * request.
 */
export const noteMax = 200;

export const reasonsOf: Readonly<Record<SheetKind, readonly [Reason, ...Reason[]]>> = {
  sell: ['sale'],
  receiving: ['arrival', 'return', 'adjustment'],
  count: ['count', 'adjustment', 'damage', 'died'],
};

export function newSheet(kind: SheetKind): Sheet {
  return {
    lines: [],
    reason: reasonsOf[kind][0],
    note: '',
    idempotencyKey: newIdempotencyKey(),
    isSaving: false,
  };
}

export function outcomeOf(kind: SheetKind, pet: Pet, amount: number): number {
  if (kind === 'count') return amount;
  return kind === 'sell' ? pet.quantity - amount : pet.quantity + amount;
}

/** The units of a line; 0 while the typed text is not a number. */
export function unitsOf({ amount }: Line): number {
  return parseQuantity(amount) ?? 0;
}

/**
 * Whether a line has no quantity, as for an ordered pet that has not arrived. Saving leaves the
 * line on the list.
 */
export function isBlank({ amount }: Line): boolean {
  return amount === '';
}
