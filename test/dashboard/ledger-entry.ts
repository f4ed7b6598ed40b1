import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';

/** A ledger entry that sets the quantity of pet 7. Its sequence is also its time in seconds. */
export function ledgerEntry(seq: number, before: number | null, after: number | null): LedgerEntry {
  const nothing = { reason: null, note: null, reservation: null, requestId: null };
  const rest = { ...nothing, status: 'available', key: 'till', keyId: 1 } as const;
  const delta = (after ?? 0) - (before ?? 0);
  return { seq, petId: 7n, kind: 'set', before, after, delta, ...rest, at: new Date(seq * 1_000) };
}
