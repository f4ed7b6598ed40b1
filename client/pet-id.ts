import type { PetId, Report, ReportedPet } from './inventory-types.ts';

/** Writes a petId in decimal. Throws a TypeError if it is not an int64, or if it is a number that may be rounded. */
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

/** JSON for a body with a list of petIds, which keep all their digits. */
export function stringifyWithPetIds({ petIds, ...body }: { petIds?: readonly PetId[] | null | undefined }): string {
  const json = JSON.stringify(body);
  if (petIds === undefined) return json;
  const list = petIds === null ? 'null' : `[${petIds.map(formatPetId)}]`;
  return `${json.slice(0, -1)}${json === '{}' ? '' : ','}"petIds":${list}}`;
}

/** Parses JSON whose lists of petIds are exact. */
export function parseWithPetIds<T>(json: string): T {
  const quoted = json.replace(
    /"petIds":\[([-\d,]+)\]/g,
    (_, ids: string) => `"petIds":["${ids.replaceAll(',', '","')}"]`,
  );
  return JSON.parse(quoted, (name, value) => (name === 'petIds' && value !== null ? value.map(BigInt) : value));
}

/** JSON for rows with petIds, because JSON.stringify cannot write a bigint. */
export function stringifyRows(rows: readonly { readonly petId: PetId }[]): string {
  return `[${rows.map(stringifyRow).join(',')}]`;
}

function stringifyRow({ petId, ...rest }: { readonly petId: PetId }): string {
  const members = JSON.stringify(rest).slice(1, -1);
  return `{"petId":${formatPetId(petId)}${members === '' ? '' : `,${members}`}}`;
}

/**
 * JSON.parse rounds integers beyond 2^53. The petId is the only number from the service that can be that large, so long
 * petIds are put in quotes before parsing. This is faster than a reviver and works in older browsers. The pattern never
 * matches inside a JSON string, because a quote there is preceded by a backslash. See docs/decisions/0001.
 */
const longPetId = /"petId"\s*:\s*(-?\d{16,})/g;

type ParsedRow<T> = Omit<T, 'petId'> & { readonly petId: number | string };

/** Parses a JSON array of objects with a petId each. */
export function parseRows<T extends { petId: bigint }>(json: string): T[] {
  const rows: ParsedRow<T>[] = JSON.parse(quoteLongPetIds(json));
  return rows.map(withExactPetId);
}

/** Parses a JSON object with a petId. */
export function parseRow<T extends { petId: bigint }>(json: string): T {
  return withExactPetId<T>(JSON.parse(quoteLongPetIds(json)));
}

/** Parses a report, which has an array of objects with a petId each. */
export function parseReport(json: string): Report {
  const report = JSON.parse(quoteLongPetIds(json)) as Omit<Report, 'pets'> & { pets: ParsedRow<ReportedPet>[] };
  return { ...report, pets: report.pets.map((pet) => withExactPetId<ReportedPet>(pet)) };
}

/** Parses JSON with a petId, or null in its place, anywhere in it. */
export function parseNestedPetIds<T>(json: string): T {
  const isPetId = (name: string, value: unknown) => name === 'petId' && value !== null;
  return JSON.parse(quoteLongPetIds(json), (name, value) => (isPetId(name, value) ? BigInt(value) : value));
}

function quoteLongPetIds(json: string): string {
  return json.replace(longPetId, '"petId":"$1"');
}

function withExactPetId<T extends { petId: bigint }>(row: ParsedRow<T>): T {
  return { ...row, petId: BigInt(row.petId) } as T;
}
