import { DomainError, type Refusal } from './errors.ts';
import type { PetId, PetStatus } from './item.ts';
import type { LedgerEntry, Reason } from './ledger-entry.ts';
import { type DetailsUpdate, mapDetails, type PetDetails } from './pet-details.ts';
import type { Reservation, ReservationCommand } from './reservation.ts';

/** The versions that a caller accepts: any, or one of these. 0 is the version of a pet that is not there. */
export type ExpectedVersion = '*' | readonly number[];

type CommandBase = {
  readonly petId: PetId;
  /** null where the caller stated no expectation. */
  readonly expected: ExpectedVersion | null;
  readonly reason: Reason | null;
  readonly note: string | null;
};

type QuantityAndDetails = { readonly quantity: number } & DetailsUpdate;

/** One requested change. */
export type Command = CommandBase &
  (
    | { readonly kind: 'set'; readonly quantity: number }
    | { readonly kind: 'adjust'; readonly delta: number }
    | ({ readonly kind: 'put'; readonly status: PetStatus } & QuantityAndDetails)
    /** A status of null keeps the status of a pet that is there, and makes a new one available. */
    | ({ readonly kind: 'import'; readonly status: PetStatus | null } & QuantityAndDetails)
    | { readonly kind: 'delete' }
    /** The stock does not change, so there is no ledger entry. */
    | ({ readonly kind: 'details' } & DetailsUpdate)
  );

export type Idempotency = {
  /** Who may replay the stored response: the API key's `rotationId`, which a rotation keeps. */
  readonly caller: string;
  readonly key: string;
  /** A digest of what is asked for, so that another request under the same key is noticed. */
  readonly fingerprint: string;
};

/** Everything that one request asks for: all of it happens, or nothing does. A pet occurs at most once. */
export type Write = {
  readonly commands: readonly Command[];
  /** In place of commands. */
  readonly reservation?: ReservationCommand;
  readonly key: string | null;
  readonly requestId: string | null;
  readonly requireVersion: boolean;
  /** Whether the commands are rows that the caller numbered, so that a refusal names the row. */
  readonly batch: boolean;
  readonly idempotency: Idempotency | null;
};

/** How much room a write takes in a transaction. What a sale changes is not known yet; few have more rows than this. */
export function sizeOf({ commands, reservation }: Write): number {
  if (reservation === undefined) return commands.length;
  return reservation.kind === 'reserve' ? reservation.items.length : 10;
}

/** What an engine found under a write's idempotency key. */
export type IdempotencyRecord = {
  readonly fingerprint: string;
  readonly entries: readonly LedgerEntry[];
  readonly body: string | null;
};

export type Outcome =
  | {
      readonly result: 'applied' | 'replayed';
      readonly entries: readonly LedgerEntry[];
      /** The details that the write has changed. */
      readonly details?: readonly PetDetails[];
      /** The reservation that the write has changed; `after` is undefined where it has ended. */
      readonly reservation?: { readonly id: string; readonly after: Reservation | undefined };
      /** The JSON that the caller gets, where the entries do not tell. Kept for a replay. */
      readonly body?: string | null;
    }
  | { readonly result: 'refused'; readonly refusal: Refusal };

type ImportedItem = DetailsUpdate & {
  readonly petId: PetId;
  readonly quantity: number;
  readonly status: PetStatus | null;
};

/** Details that a row leaves empty stay as they are. */
export function toImportCommand(row: ImportedItem): Command {
  const { petId, quantity, status } = row;
  const details = mapDetails<Required<DetailsUpdate>>((field) => row[field] ?? undefined);
  return { kind: 'import', petId, quantity, status, ...details, expected: null, reason: null, note: null };
}

export function withoutBarcode(petId: PetId): Command {
  return { kind: 'details', petId, barcode: null, expected: null, reason: null, note: null };
}

/** A row of an import as a write of its own, without a key and without a request. */
export const importWrite = (command: Command): Write => ({
  commands: [command],
  key: null,
  requestId: null,
  requireVersion: false,
  batch: false,
  idempotency: null,
});

/** What came of one row. A row adds the pet or replaces it; it is refused only for a barcode that another pet has. */
export function importOutcome(outcome: Outcome): 'added' | 'replaced' | 'unchanged' {
  if (outcome.result === 'refused') throw new DomainError(outcome.refusal.code, outcome.refusal.message);
  const [entry] = outcome.entries;
  if (entry === undefined) return 'unchanged';
  return entry.before === null ? 'added' : 'replaced';
}
