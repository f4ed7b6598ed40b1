/** Fields with a time. A field of the same name that is no text, such as a sequence, stays as it is. */
export const timeFields: readonly string[] = [
  ...['at', 'createdAt', 'disabledAt', 'endedAt', 'expiresAt', 'failingSince', 'lastAnswerAt', 'lastUsedAt'],
  ...['nextAttempt', 'revokedAt', 'secretOverlapEnds', 'since', 'timestamp', 'until'],
];

/**
 * JSON.parse rounds integers beyond 2^53. The petId is the only number from the service that can be that large, so long
 * petIds are put in quotes before parsing. The patterns never match inside a JSON string, because a quote there is
 * preceded by a backslash. See docs/decisions/0001.
 */
const longPetId = /"petId"\s*:\s*(-?\d{16,})/g;
const petIdList = /"petIds":\[([-\d,]+)\]/g;

const quoteLongPetIds = (json: string) => json.replace(longPetId, '"petId":"$1"');

/** Parses JSON in which petIds become exact and times become a Date. */
export function parseJson<T>(json: string): T {
  const quoted = quoteLongPetIds(json).replace(
    petIdList,
    (_, ids: string) => `"petIds":["${ids.split(',').join('","')}"]`,
  );
  return JSON.parse(quoted, (name, value) => {
    if (name === 'petId') return BigInt(value);
    if (name === 'petIds') return value?.map(BigInt) ?? null;
    return typeof value === 'string' && timeFields.includes(name) ? parseTime(value) : value;
  });
}

function parseTime(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new Error(`${text} is not a time.`);
  return time;
}

type ParsedRow<T> = Omit<T, 'petId'> & { readonly petId: number | string };

/** Parses an array of objects with a petId and no times. For the long list of all pets this is faster than a reviver. */
export function parseRows<T extends { petId: bigint }>(json: string): T[] {
  const rows: ParsedRow<T>[] = JSON.parse(quoteLongPetIds(json));
  return rows.map((row) => ({ ...row, petId: BigInt(row.petId) }) as T);
}

/** Parses an object with a petId. */
export function parseRow<T extends { petId: bigint }>(json: string): T {
  const row = parseJson<T>(json);
  if (typeof row.petId !== 'bigint') throw new Error('There is no petId.');
  return row;
}
