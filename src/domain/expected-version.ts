import type { Item, PetId } from '@pawstock/shared/item.ts';
import type { Refusal } from './errors.ts';

/**
 * The versions of a pet or reservation that a client accepts. "*" means any version, and 0 that it
 * does not exist.
 */
export type ExpectedVersion = '*' | readonly number[];

export function matchesVersion(expected: ExpectedVersion, version: number | undefined): boolean {
  return expected === '*' ? version !== undefined : expected.includes(version ?? 0);
}

/**
 * Says why the pet's version is not one that the client expects; undefined if it is, or if no
 * version is expected.
 */
export function petVersionMismatch(
  petId: PetId,
  item: Item | undefined,
  expected: ExpectedVersion | null,
): Refusal | undefined {
  if (expected === null || matchesVersion(expected, item?.version)) return undefined;
  if (item === undefined) {
    return {
      code: 'version_mismatch',
      petId,
      message: `There is no pet ${petId}, so no version of it matches.`,
    };
  }
  const { version } = item;
  const message =
    expected !== '*' && expected.includes(0)
      ? `Pet ${petId} is in the inventory already, at version ${version}. Read it and decide whether to replace it.`
      : `Pet ${petId} has changed: it is at version ${version} now. Read it again, then decide.`;
  return { code: 'version_mismatch', message, petId, version };
}

/**
 * Refuses a request that does not state the pet's version although its API key must state versions.
 */
export const petVersionRequired = (petId: PetId): Refusal => ({
  code: 'precondition_required',
  petId,
  message: `This API key must state which version of pet ${petId} it changes. Read the pet and send its ETag as If-Match (in a batch, its number as "version").`,
});

export const reservationVersionRequired = (id: string): Refusal => ({
  code: 'precondition_required',
  message: `This API key must state which version of reservation ${id} it changes. Read the reservation and send its ETag as If-Match.`,
});
