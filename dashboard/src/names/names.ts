import { Observable } from '../app/observable.ts';

/** The names of pets, for the whole dashboard. Empty where pets have none. */
export const names = new Observable<ReadonlyMap<bigint, string>>(new Map());

export function nameOf(petId: bigint): string | undefined {
  return names.value.get(petId);
}

/** "pet 12 (Rex)", or "pet 12" if it has no name. */
export function labelOf(petId: bigint): string {
  const name = nameOf(petId);
  return name === undefined ? `pet ${petId}` : `pet ${petId} (${name})`;
}

/** The label at the start of a sentence. */
export function titleOf(petId: bigint): string {
  return `P${labelOf(petId).slice(1)}`;
}

/** Text for comparing names without regard to case. */
export function foldCase(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
