import type { Item, PetId, PetStatus } from './item.ts';

export const reasons = [
  'sale',
  'arrival',
  'return',
  'adjustment',
  'count',
  'damage',
  'died',
] as const;
export type Reason = (typeof reasons)[number];

export const changeKinds = ['set', 'adjust', 'put', 'delete', 'import'] as const;
type ChangeKind = (typeof changeKinds)[number];

/**
 * The record of one change to one pet's stock. An entry is never changed or deleted:
 * docs/decisions/0013.
 */
export type LedgerEntry = {
  readonly seq: number;
  readonly petId: PetId;
  readonly kind: ChangeKind;
  /** The quantity before the change; null for a new pet. */
  readonly before: number | null;
  /** The quantity after the change; null for a removed pet. */
  readonly after: number | null;
  /** The status after the change, or the last status of a removed pet. */
  readonly status: PetStatus;
  readonly reason: Reason | null;
  readonly note: string | null;
  /** The name of the API key that made the change; null for an import. */
  readonly key: string | null;
  /** The id of that API key, which a rotation keeps and no later key of the same name has. */
  readonly keyId: number | null;
  readonly requestId: string | null;
  /** The `traceparent` of the request, which webhooks pass on. It is in no response. */
  readonly traceparent: string | null;
  readonly atMs: number;
  /** The id of the reservation that was sold; null for any other change. */
  readonly reservation: string | null;
};

/** The sequence numbers of the first and the last ledger entry in a range. */
export type SeqRange = { readonly firstSeq: number; readonly lastSeq: number };

/** A pet's stock after a ledger entry; undefined if the entry removes the pet. */
export function itemAfter(entry: LedgerEntry): Item | undefined {
  if (entry.after === null) return undefined;
  return { petId: entry.petId, quantity: entry.after, status: entry.status, version: entry.seq };
}

export function entryDelta(entry: LedgerEntry): number {
  return (entry.after ?? 0) - (entry.before ?? 0);
}
