import type {
  ReservationCommand,
  ReserveCommand,
  ReservedItem,
} from '../../../src/domain/reservation.ts';
import type { Caller, DetailsCommand, StockCommand, Write } from '../../../src/domain/write.ts';

/** The field of a stock command that says that the pet may have any version. */
export const unsaid = { expected: null };

const till: Caller = {
  key: 'till',
  keyId: 1,
  requestId: 'r',
  traceparent: null,
  requireVersion: false,
  idempotency: null,
};

/** Returns a write of one pet, like one that a request with the API key "till" causes. */
export function writeOf(command: StockCommand, caller: Partial<Caller> = {}): Write {
  return { kind: 'pet', caller: { ...till, ...caller }, command };
}

export function batchOf(commands: readonly StockCommand[], caller: Partial<Caller> = {}): Write {
  return { kind: 'batch', caller: { ...till, ...caller }, commands };
}

export function detailsWrite(command: DetailsCommand, caller: Partial<Caller> = {}): Write {
  return { kind: 'details', caller: { ...till, ...caller }, command };
}

export function reservationWrite(command: ReservationCommand, caller: Partial<Caller> = {}): Write {
  return { kind: 'reservation', caller: { ...till, ...caller }, command };
}

export function setTo(petId: bigint, quantity: number): Write {
  return writeOf({ kind: 'set', petId, quantity, ...unsaid });
}

export function addOne(petId: bigint, caller: Partial<Caller> = {}): Write {
  return writeOf({ kind: 'adjust', petId, delta: 1, ...unsaid }, caller);
}

export function reserveCommand(
  id: string,
  items: readonly ReservedItem[],
  terms: Partial<ReserveCommand> = {},
): ReserveCommand {
  return {
    kind: 'reserve',
    id,
    items,
    expected: null,
    expiresInMs: null,
    note: null,
    isAdmin: false,
    ...terms,
  };
}
