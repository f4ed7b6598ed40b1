/**
 * The JSON fields whose texts are times. `until` can also be a ledger sequence number, which is not
 * converted.
 */
export const timeFields: readonly string[] = [
  ...[
    'at',
    'createdAt',
    'disabledAt',
    'endedAt',
    'expiresAt',
    'failingSinceAt',
    'lastAnswerAt',
    'lastSentAt',
    'lastUsedAt',
  ],
  ...['nextAttemptAt', 'revokedAt', 'secretOverlapEndsAt', 'since', 'timestamp', 'until'],
];

/**
 * JSON.parse rounds integers beyond 2^53. Only a petId can be that large, so long petIds are put in
 * quotes before parsing. The patterns never match inside a JSON string, where a backslash precedes
 * each quote. See docs/decisions/0001.
 */
const longPetId = /"petId"\s*:\s*(-?\d{16,})/g;
const petIdList = /"petIds":\[([-\d,]+)\]/g;

/** Parses JSON from the service. Each petId becomes a bigint, and each time a Date. */
export function parseJson<T>(json: string): T {
  const quoted = json
    .replace(longPetId, '"petId":"$1"')
    .replace(petIdList, (_, ids: string) => `"petIds":["${ids.split(',').join('","')}"]`);
  const value = JSON.parse(quoted);
  revive(value);
  return value;
}

/**
 * Turns petIds into bigints and times into Dates, in place. A JSON.parse reviver would take five
 * times as long.
 */
function revive(value: unknown): void {
  if (Array.isArray(value)) value.forEach(revive);
  else if (typeof value === 'object' && value !== null)
    reviveFields(value as Record<string, unknown>);
}

function reviveFields(fields: Record<string, unknown>): void {
  for (const name of Object.keys(fields)) {
    const inner = fields[name];
    if (name === 'petId' && inner !== null) fields[name] = BigInt(inner as number | string);
    else if (name === 'petIds' && Array.isArray(inner)) fields[name] = inner.map(BigInt);
    else if (typeof inner === 'string' && timeFields.includes(name) && hasDate(inner))
      fields[name] = new Date(inner);
    else revive(inner);
  }
}

/** The `at` of the mail is a time of each day, such as "07:00", and stays a text. */
function hasDate(time: string): boolean {
  return time[4] === '-';
}

/** Parses a JSON object. Throws if the object has no petId. */
export function parseRow<T extends { petId: bigint }>(json: string): T {
  return withPetId(parseJson<T>(json));
}

/** Parses a JSON array of objects. Throws if an object has no petId. */
export function parseRows<T extends { petId: bigint }>(json: string): T[] {
  return parseJson<T[]>(json).map(withPetId);
}

function withPetId<T extends { petId: bigint }>(row: T): T {
  if (typeof row.petId !== 'bigint') throw new Error('There is no petId.');
  return row;
}
