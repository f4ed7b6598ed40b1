import type { PawstockClient } from 'pawstock-client/client.ts';
import type { LedgerEntry, PetStatus } from 'pawstock-client/inventory-types.ts';

/** What a user has seen of a pet, and has typed a change for. */
export type Base = {
  readonly quantity: number;
  readonly status: PetStatus;
  /** The version of the pet; undefined until it has been read. */
  readonly version: number | undefined;
};

/** Changes of a pet by other users since this user has seen it. */
export type Conflict = {
  /** Ledger entries of the changes by other users, newest first. */
  readonly entries: readonly LedgerEntry[];
  /** The pet as it is now; undefined if it has been removed. */
  readonly current: (Base & { readonly version: number }) | undefined;
};

const entriesMax = 20;

export async function fetchConflict(
  client: PawstockClient,
  petId: bigint,
  version: number | undefined,
): Promise<Conflict> {
  const { entries } = await client.getInventoryHistory(petId, { limit: entriesMax });
  return conflictOf(
    version === undefined ? entries.slice(0, 1) : entries.filter(({ seq }) => seq > version),
  );
}

/** The newest ledger entry of a pet has the pet's current quantity, status and version. */
function conflictOf(entries: readonly LedgerEntry[]): Conflict {
  const [newest] = entries;
  if (newest === undefined || newest.after === null) return { entries, current: undefined };
  return {
    entries,
    current: { quantity: newest.after, status: newest.status, version: newest.seq },
  };
}

export function withEntry(conflict: Conflict | undefined, entry: LedgerEntry): Conflict {
  const known = conflict?.entries ?? [];
  if (known.some(({ seq }) => seq >= entry.seq)) return conflictOf(known);
  return conflictOf([entry, ...known].slice(0, entriesMax));
}

/** What a user has typed: from the quantity that was on the screen to another one. */
export type Typed = { readonly from: number; readonly to: number | undefined };

/**
 * How a user goes on: with the quantity of the others, with the own one, or with the own difference
 * on top of the others' quantity.
 */
export type Resolution = 'theirs' | 'mine' | 'difference';

export function settledQuantity(
  resolution: Resolution,
  { from, to }: Typed,
  currentQuantity: number,
): number | undefined {
  if (resolution === 'theirs') return currentQuantity;
  if (to === undefined) return undefined;
  return resolution === 'mine' ? to : currentQuantity + (to - from);
}
