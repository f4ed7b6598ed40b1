/** A pet's identifier: any signed 64-bit integer, held exactly. */
export type PetId = bigint;

const canonicalDecimal = /^(?:0|-?[1-9]\d{0,18})$/;

/** Reads canonical decimal text only, so that each pet has exactly one address. */
export function parsePetId(text: string): PetId | undefined {
  return canonicalDecimal.test(text) ? asPetId(BigInt(text)) : undefined;
}

export function asPetId(value: bigint | undefined): PetId | undefined {
  return value !== undefined && BigInt.asIntN(64, value) === value ? value : undefined;
}
