import type { Item, PetId, PetStatus } from '@pawstock/shared/item.ts';
import type { LedgerEntry, Reason } from '@pawstock/shared/ledger-entry.ts';
import { type DetailsUpdate, mapDetails, type PetDetails } from '@pawstock/shared/pet-details.ts';
import { DomainError, type Refusal } from './errors.ts';
import type { ExpectedVersion } from './expected-version.ts';
import type { Idempotency } from './idempotency.ts';
import type { Reservation, ReservationCommand } from './reservation.ts';

type PetTarget = {
  readonly petId: PetId;
  /** The versions of the pet that the client accepts; null if the version is not checked. */
  readonly expected: ExpectedVersion | null;
};

type Remarks = { readonly reason?: Reason | undefined; readonly note?: string | undefined };

type QuantityAndDetails = { readonly quantity: number } & DetailsUpdate;

/** A change to the stock of one pet, which makes at most one ledger entry. */
export type StockCommand = PetTarget &
  Remarks &
  (
    | { readonly kind: 'set'; readonly quantity: number }
    | { readonly kind: 'adjust'; readonly delta: number }
    | ({ readonly kind: 'put'; readonly status: PetStatus } & QuantityAndDetails)
    /** A status of null keeps the status of an existing pet, and makes a new pet available. */
    | ({ readonly kind: 'import'; readonly status: PetStatus | null } & QuantityAndDetails)
    | { readonly kind: 'delete' }
  );

/** A change to a pet's details alone. The stock does not change, so it makes no ledger entry. */
export type DetailsCommand = PetTarget & { readonly kind: 'details' } & DetailsUpdate;

/** The request behind a write. */
export type Caller = {
  /** The name of the API key. */
  readonly key: string;
  readonly keyId: number;
  readonly requestId: string;
  /** The header `traceparent` of the request; null without one. */
  readonly traceparent: string | null;
  /** Whether the API key must state the version of what it changes. */
  readonly requireVersion: boolean;
  readonly idempotency: Idempotency | null;
};

/**
 * Changes that happen together or not at all. Each kind of write has an effect of the same kind.
 */
export type Write =
  | { readonly kind: 'pet'; readonly caller: Caller; readonly command: StockCommand }
  /** Each pet occurs at most once. A refusal names the row at fault. */
  | { readonly kind: 'batch'; readonly caller: Caller; readonly commands: readonly StockCommand[] }
  | { readonly kind: 'details'; readonly caller: Caller; readonly command: DetailsCommand }
  | { readonly kind: 'reservation'; readonly caller: Caller; readonly command: ReservationCommand }
  /** A row of an imported file. An import has no API key and no request. */
  | { readonly kind: 'import'; readonly command: StockCommand | DetailsCommand };

/** The writes that a request can cause. */
export type RequestedWrite = Exclude<Write, { kind: 'import' }>;

/**
 * The number of pets in a write. A change to a stored reservation does not list its pets, so it
 * counts as 10 pets.
 */
export function sizeOf(write: Write): number {
  switch (write.kind) {
    case 'pet':
    case 'details':
    case 'import':
      return 1;
    case 'batch':
      return write.commands.length;
    case 'reservation':
      return write.command.kind === 'reserve' ? write.command.items.length : 10;
  }
}

export function callerOf(write: Write): Caller | null {
  return write.kind === 'import' ? null : write.caller;
}

/** The changes to single pets that a write consists of. A reservation consists of none. */
export function petCommandsOf(write: Write): readonly (StockCommand | DetailsCommand)[] {
  switch (write.kind) {
    case 'pet':
    case 'details':
    case 'import':
      return [write.command];
    case 'batch':
      return write.commands;
    case 'reservation':
      return [];
  }
}

/** What a write has done, as far as its response tells. */
export type Effect =
  | { readonly kind: 'pet'; readonly entry: LedgerEntry }
  /** The ledger entries are in the order of the commands. */
  | { readonly kind: 'batch'; readonly entries: readonly LedgerEntry[] }
  | { readonly kind: 'details'; readonly details: PetDetails }
  | ReservationEffect
  /** An imported row without a ledger entry has left the stock as it was. */
  | { readonly kind: 'import'; readonly entry: LedgerEntry | null };

/** What has become of a reservation. `version` is its version after the write. */
export type ReservationEffect = { readonly kind: 'reservation' } & (
  | { readonly change: 'reserved' | 'replaced' | 'changed'; readonly reservation: Reservation }
  /** `none` is the release of a reservation that had ended before. */
  | { readonly change: 'released' | 'none'; readonly version: number }
  | {
      readonly change: 'sold';
      readonly version: number;
      readonly entries: readonly LedgerEntry[];
    }
);

/** The ledger entries that a write has made. */
export function entriesOf(effect: Effect): readonly LedgerEntry[] {
  switch (effect.kind) {
    case 'pet':
      return [effect.entry];
    case 'batch':
      return effect.entries;
    case 'details':
      return [];
    case 'reservation':
      return effect.change === 'sold' ? effect.entries : [];
    case 'import':
      return effect.entry === null ? [] : [effect.entry];
  }
}

export type Outcome =
  | { readonly result: 'applied'; readonly effect: Effect }
  /** The request is a repetition: the effect is that of the first request. */
  | { readonly result: 'replayed'; readonly effect: Effect }
  | { readonly result: 'refused'; readonly refusal: Refusal };

/** The new ledger entries of several writes. Those of a repeated request are not new. */
export function appliedEntries(outcomes: readonly Outcome[]): LedgerEntry[] {
  return outcomes.flatMap((outcome) =>
    outcome.result === 'applied' ? entriesOf(outcome.effect) : [],
  );
}

type ImportedItem = DetailsUpdate & { readonly reason?: Reason | undefined } & Pick<
    Item,
    'petId' | 'quantity'
  > & { readonly status: PetStatus | null };

/**
 * Turns a row of an imported file into a command. Details that the row leaves empty stay as they
 * are.
 */
export function toImportCommand(row: ImportedItem): StockCommand {
  const { petId, quantity, status, reason } = row;
  const details = mapDetails<DetailsUpdate>((field) => row[field] ?? undefined);
  return { kind: 'import', petId, quantity, status, reason, ...details, expected: null };
}

export function withoutBarcode(petId: PetId): DetailsCommand {
  return { kind: 'details', petId, barcode: null, expected: null };
}

export type ImportOutcome = 'added' | 'replaced' | 'unchanged';

/**
 * Says what became of a row of an imported file. Throws if the row was refused because another pet
 * has its barcode.
 */
export function importOutcome(outcome: Outcome): ImportOutcome {
  if (outcome.result === 'refused')
    throw new DomainError(outcome.refusal.code, outcome.refusal.message);
  const [entry] = entriesOf(outcome.effect);
  if (entry === undefined) return 'unchanged';
  return entry.before === null ? 'added' : 'replaced';
}
