import type { Item, PetId, PetStatus } from '@pawstock/shared/item.ts';
import type { LedgerEntry, Reason } from '@pawstock/shared/ledger-entry.ts';
import { type DetailsUpdate, mapDetails, type PetDetails } from '@pawstock/shared/pet-details.ts';
import { DomainError, type Refusal } from './errors.ts';
import type { ExpectedVersion } from './expected-version.ts';
import type { Idempotency } from './idempotency.ts';
import type { Reservation, ReservationCommand } from './reservation.ts';

type CommandBase = {
  readonly petId: PetId;
  /** The versions of the pet that the client accepts; null if the version is not checked. */
  readonly expected: ExpectedVersion | null;
  readonly reason?: Reason | undefined;
  readonly note?: string | undefined;
};

type QuantityAndDetails = { readonly quantity: number } & DetailsUpdate;

export type Command = CommandBase &
  (
    | { readonly kind: 'set'; readonly quantity: number }
    | { readonly kind: 'adjust'; readonly delta: number }
    | ({ readonly kind: 'put'; readonly status: PetStatus } & QuantityAndDetails)
    /** A status of null keeps the status of an existing pet, and makes a new pet available. */
    | ({ readonly kind: 'import'; readonly status: PetStatus | null } & QuantityAndDetails)
    | { readonly kind: 'delete' }
    /** A `details` command does not change the stock, so it makes no ledger entry. */
    | ({ readonly kind: 'details' } & DetailsUpdate)
  );

/**
 * All changes of one request. They happen together or not at all, and each pet occurs at most once.
 */
export type Write = {
  readonly commands: readonly Command[];
  /** A write has either commands for pets or one command for a reservation. */
  readonly reservation?: ReservationCommand;
  readonly key: string | null;
  readonly requestId: string | null;
  readonly requireVersion: boolean;
  /** Whether the request is a batch. The refusal of a batch names the row at fault. */
  readonly batch: boolean;
  readonly idempotency: Idempotency | null;
};

/**
 * The number of pets in a write. A change to a stored reservation does not list its pets, so it
 * counts as 10 pets.
 */
export function sizeOf({ commands, reservation }: Write): number {
  if (reservation === undefined) return commands.length;
  return reservation.kind === 'reserve' ? reservation.items.length : 10;
}

export type Outcome =
  | {
      readonly result: 'applied' | 'replayed';
      readonly entries: readonly LedgerEntry[];
      readonly details?: readonly PetDetails[];
      readonly reservation?: Reservation;
      /**
       * Whether the write created a reservation. It did not if it replaced an active reservation.
       */
      readonly created?: boolean;
      /** The body of the response, if the body cannot be made from the ledger entries. */
      readonly body?: string | null;
      /** The version of the reservation after the write, which becomes the ETag of the response. */
      readonly version?: number | null;
    }
  | { readonly result: 'refused'; readonly refusal: Refusal };

type ImportedItem = DetailsUpdate &
  Pick<Item, 'petId' | 'quantity'> & { readonly status: PetStatus | null };

/**
 * Turns a row of an imported file into a command. Details that the row leaves empty stay as they
 * are.
 */
export function toImportCommand(row: ImportedItem): Command {
  const { petId, quantity, status } = row;
  const details = mapDetails<DetailsUpdate>((field) => row[field] ?? undefined);
  return { kind: 'import', petId, quantity, status, ...details, expected: null };
}

export function withoutBarcode(petId: PetId): Command {
  return { kind: 'details', petId, barcode: null, expected: null };
}

export const importWrite = (command: Command): Write => ({
  commands: [command],
  key: null,
  requestId: null,
  requireVersion: false,
  batch: false,
  idempotency: null,
});

export type ImportOutcome = 'added' | 'replaced' | 'unchanged';

/**
 * Says what became of a row of an imported file. Throws if the row was refused because another pet
 * has its barcode.
 */
export function importOutcome(outcome: Outcome): ImportOutcome {
  if (outcome.result === 'refused')
    throw new DomainError(outcome.refusal.code, outcome.refusal.message);
  const [entry] = outcome.entries;
  if (entry === undefined) return 'unchanged';
  return entry.before === null ? 'added' : 'replaced';
}
