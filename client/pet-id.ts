import type { PetId } from './inventory-types.ts';

/**
 * Writes a petId in decimal. Throws a TypeError if the petId is not a 64-bit integer or may have
 * been rounded.
 */
export function formatPetId(petId: PetId): string {
  if (typeof petId === 'bigint') {
    if (petId === BigInt.asIntN(64, petId)) return `${petId}`;
    throw new TypeError(`petId ${petId} is not a 64-bit integer.`);
  }
  if (typeof petId !== 'number')
    throw new TypeError(`petId must be a bigint or a number, not ${typeof petId}.`);
  if (!Number.isInteger(petId)) throw new TypeError(`petId ${petId} is not an integer.`);
  if (Number.isSafeInteger(petId)) return `${petId}`;
  throw new TypeError(
    `petId ${petId} may have been rounded: beyond ${Number.MAX_SAFE_INTEGER}, use a bigint.`,
  );
}

/** Throws a TypeError if a row has no petId, or one that is not exact. */
export function checkPetIds(rows: readonly { readonly petId: PetId }[]): void {
  for (const { petId } of rows) formatPetId(petId);
}

/**
 * Returns the JSON of a request body. JSON.stringify alone cannot write petIds that are bigints.
 */
export function stringifyBody(body: object): string {
  const json = JSON.stringify(body, function (this: { readonly petId: PetId }, name, value) {
    // If the program has defined BigInt.prototype.toJSON, `value` is no longer a bigint, but the
    // field still is.
    if (name === 'petId') return formatPetId(this.petId);
    return name === 'petIds' && value ? value.map(formatPetId) : value;
  });
  // These patterns never match inside a JSON string, where a backslash precedes each quote.
  return json
    .replaceAll(/"petId":"(-?\d+)"/g, '"petId":$1')
    .replace(/"petIds":\[[^\]]*\]/, (list) => list.replaceAll(/"(-?\d+)"/g, '$1'));
}
