import type { PawstockClient } from '../../../client/client.ts';
import { PawstockError } from '../../../client/error.ts';
import type { LedgerEntry } from '../../../client/inventory-types.ts';
import type { Base, Draft } from './draft.ts';
import { targetOf } from './draft.ts';

/** What others did to a pet while somebody was typing about it. */
export type Conflict = {
  /** Since the draft was begun, newest first. */
  readonly entries: readonly LedgerEntry[];
  /** How the pet is now; undefined if it was removed. */
  readonly now: (Base & { readonly version: number }) | undefined;
};

const entriesMax = 20;

export async function readConflict(client: PawstockClient, { petId, base }: Draft): Promise<Conflict> {
  const { entries } = await client.getInventoryHistory(petId, { limit: entriesMax });
  const since = entries.filter(({ seq }) => base.version === undefined || seq > base.version);
  return conflictOf(base.version === undefined ? since.slice(0, 1) : since);
}

/** The newest entry says how things are. */
function conflictOf(entries: readonly LedgerEntry[]): Conflict {
  const [newest] = entries;
  const now =
    newest === undefined || newest.after === null
      ? undefined
      : { quantity: newest.after, status: newest.status, version: newest.seq };
  return { entries, now };
}

/** One more change, as it came by the stream. */
export function withEntry(conflict: Conflict | undefined, entry: LedgerEntry): Conflict {
  const known = conflict?.entries ?? [];
  if (known.some(({ seq }) => seq >= entry.seq)) return conflictOf(known);
  return conflictOf([entry, ...known].slice(0, entriesMax));
}

export type Choice = 'mine' | 'difference';

/** What a choice would leave, given how the pet is now. */
export function outcomeOf(choice: Choice, draft: Draft, now: Base): number | undefined {
  const target = targetOf(draft);
  if (target === undefined) return undefined;
  return choice === 'mine' ? target : now.quantity + (target - draft.base.quantity);
}

export function isVersionMismatch(error: unknown): boolean {
  return error instanceof PawstockError && error.code === 'version_mismatch';
}
