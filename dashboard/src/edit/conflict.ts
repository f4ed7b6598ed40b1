import type { PawstockClient } from 'pawstock-client/client.ts';
import type { LedgerEntry } from 'pawstock-client/inventory-types.ts';
import { type Base, type Draft, targetOf } from './draft.ts';

/**
 * Changes of a pet by other users since this user opened its editor. editor-state.ts decides what
 * the editor does.
 */
export type Conflict = {
  /** Ledger entries of the changes by other users, newest first. */
  readonly entries: readonly LedgerEntry[];
  /** The pet as it is now; undefined if it has been removed. */
  readonly current: (Base & { readonly version: number }) | undefined;
};

const entriesMax = 20;

export async function fetchConflict(
  client: PawstockClient,
  { petId, base }: Draft,
): Promise<Conflict> {
  const { entries } = await client.getInventoryHistory(petId, { limit: entriesMax });
  const { version } = base;
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

export type Resolution = 'mine' | 'difference';

export function outcomeOf(resolution: Resolution, draft: Draft, current: Base): number | undefined {
  const target = targetOf(draft);
  if (target === undefined) return undefined;
  return resolution === 'mine' ? target : current.quantity + (target - draft.base.quantity);
}
