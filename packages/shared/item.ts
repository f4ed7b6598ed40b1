/** A pet's identifier: any signed 64-bit integer. */
export type PetId = bigint;

export const petIdMax: PetId = 2n ** 63n - 1n;

const canonicalDecimal = /^(?:0|-?[1-9]\d{0,18})$/;

/**
 * Reads a petId. Accepts only canonical decimal text, so that each pet has exactly one URL:
 * docs/decisions/0001.
 */
export function parsePetId(text: string): PetId | undefined {
  return canonicalDecimal.test(text) ? asPetId(BigInt(text)) : undefined;
}

export const petIdRule = 'a 64-bit integer in plain decimal, without leading zeros or a plus sign';

export function asPetId(value: bigint | undefined): PetId | undefined {
  return value !== undefined && BigInt.asIntN(64, value) === value ? value : undefined;
}

/**
 * The petId for a new pet: one more than the highest that the ledger ever had, so that no pet gets
 * the history and the reservations of a removed one. `highest` is null if the ledger is empty.
 * Undefined if the highest is the largest 64-bit integer.
 */
export function petIdAfter(highest: PetId | null): PetId | undefined {
  return asPetId((highest ?? 0n) + 1n);
}

export const petStatuses = ['available', 'pending', 'sold'] as const;
export type PetStatus = (typeof petStatuses)[number];

export function isPetStatus(value: unknown): value is PetStatus {
  return (petStatuses as readonly unknown[]).includes(value);
}

/** The largest quantity that JSON parsers of every language read without rounding. */
export const quantityMax = Number.MAX_SAFE_INTEGER;

export const quantityRule = `an integer from 0 to ${quantityMax}`;

export function asQuantity(value: bigint | undefined): number | undefined {
  return value !== undefined && value >= 0n && value <= BigInt(quantityMax)
    ? Number(value)
    : undefined;
}

export function asDelta(value: bigint | undefined): number | undefined {
  const delta = Number(value);
  return Number.isSafeInteger(delta) ? delta : undefined;
}

/** One pet's stock. `version` is the sequence number of its last ledger entry. */
export type Item = {
  readonly petId: PetId;
  readonly quantity: number;
  readonly status: PetStatus;
  readonly version: number;
};
