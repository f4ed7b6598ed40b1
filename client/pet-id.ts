import type { PetId } from './inventory-types.ts';

/** Writes a petId in decimal. Throws a TypeError if the petId is not a 64-bit integer or may have been rounded. */
export function formatPetId(petId: PetId): string {
  if (typeof petId === 'bigint') {
    if (petId === BigInt.asIntN(64, petId)) return `${petId}`;
    throw new TypeError(`petId ${petId} is not a 64-bit integer.`);
  }
  if (typeof petId !== 'number') throw new TypeError(`petId must be a bigint or a number, not ${typeof petId}.`);
  if (!Number.isInteger(petId)) throw new TypeError(`petId ${petId} is not an integer.`);
  if (Number.isSafeInteger(petId)) return `${petId}`;
  throw new TypeError(`petId ${petId} may have been rounded: beyond ${Number.MAX_SAFE_INTEGER}, use a bigint.`);
}

/** The JSON of a request body with a list of petIds, which may be bigints. JSON.stringify cannot write a bigint. */
export function stringifyWithPetIds({ petIds, ...body }: { petIds?: readonly PetId[] | null | undefined }): string {
  const json = JSON.stringify(body);
  if (petIds === undefined) return json;
  const list = petIds === null ? 'null' : `[${petIds.map(formatPetId)}]`;
  return `${json.slice(0, -1)}${json === '{}' ? '' : ','}"petIds":${list}}`;
}

/** The JSON of rows with petIds, which may be bigints. JSON.stringify cannot write a bigint. */
export function stringifyRows(rows: readonly { readonly petId: PetId }[]): string {
  return `[${rows.map(stringifyRow).join(',')}]`;
}

function stringifyRow({ petId, ...rest }: { readonly petId: PetId }): string {
  const members = JSON.stringify(rest).slice(1, -1);
  return `{"petId":${formatPetId(petId)}${members === '' ? '' : `,${members}`}}`;
}
