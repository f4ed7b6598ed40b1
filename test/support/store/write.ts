import type { ReserveCommand, ReservedItem } from '../../../src/domain/reservation.ts';
import type { Command, Write } from '../../../src/domain/write.ts';

/** The field of a stock command that says that the pet may have any version. */
export const unsaid = { expected: null };

/** Returns a write with these commands, like one that a request with the API key "till" causes. */
export function writeOf(commands: readonly Command[], options: Partial<Write> = {}): Write {
  return {
    commands,
    key: 'till',
    requestId: 'r',
    requireVersion: false,
    batch: false,
    idempotency: null,
    ...options,
  };
}

export function setTo(petId: bigint, quantity: number): Write {
  return writeOf([{ kind: 'set', petId, quantity, ...unsaid }]);
}

export function addOne(petId: bigint, options: Partial<Write> = {}): Write {
  return writeOf([{ kind: 'adjust', petId, delta: 1, ...unsaid }], options);
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
