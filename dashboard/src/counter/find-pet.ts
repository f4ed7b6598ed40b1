import { parsePetId } from '../../../src/domain/pet-id.ts';
import type { Pet } from '../stock/pet.ts';
import { stock } from '../stock/store.ts';

/** To be replaced by the names of the dashboard. */
export function nameOf(_petId: bigint): string | undefined {
  return undefined;
}

function petsNamed(_text: string): readonly Pet[] {
  return [];
}

const shownMax = 5;

type Match = {
  /** The pet that is meant, if there is no doubt. */
  readonly pet: Pet | undefined;
  /** Pets to choose from. */
  readonly candidates: readonly Pet[];
};

/** The pet with exactly this ID or name; otherwise those whose name contains the text. */
export function findPet(text: string): Match {
  const trimmed = text.trim();
  const byId = stock.find(trimmed);
  if (byId !== undefined || trimmed === '' || parsePetId(trimmed) !== undefined) return { pet: byId, candidates: [] };
  const named = petsNamed(trimmed);
  const exact = named.filter(({ id }) => nameOf(id)?.toLowerCase() === trimmed.toLowerCase());
  const [only, ...others] = exact.length > 0 ? exact : named;
  const isOnly = only !== undefined && others.length === 0;
  return { pet: isOnly ? only : undefined, candidates: isOnly ? [] : named.slice(0, shownMax) };
}

/** "Goldfish" if the pet has a name, else "Pet 7". */
export function labelOf(petId: bigint): string {
  return nameOf(petId) ?? `Pet ${petId}`;
}
