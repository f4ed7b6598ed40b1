import type { Draft } from './draft.ts';

/** What was typed outlives a reload of the page, too. */
const name = 'pawstock.draft';

export function keepDraft(draft: Draft | undefined): void {
  try {
    if (draft === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify({ ...draft, petId: String(draft.petId) }));
  } catch {
    // Without storage it outlives everything but a reload.
  }
}

export function keptDraft(): Draft | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? 'null') as
      | (Omit<Draft, 'petId'> & { petId: string })
      | null;
    return kept === null ? undefined : { ...kept, reason: kept.reason, petId: BigInt(kept.petId) };
  } catch {
    return undefined;
  }
}
