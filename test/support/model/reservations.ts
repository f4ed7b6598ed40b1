import type { ReserveCommand, ReservedItem } from '../../../src/domain/reservation.ts';

export function reserveCommand(
  id: string,
  items: readonly ReservedItem[],
  terms: Partial<ReserveCommand> = {},
): ReserveCommand {
  return { kind: 'reserve', id, items, expected: null, expiresInMs: null, note: null, isAdmin: false, ...terms };
}
