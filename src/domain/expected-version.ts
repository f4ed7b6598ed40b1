/** The versions of a pet or reservation that a client accepts; "*" for any. Version 0 stands for a missing one. */
export type ExpectedVersion = '*' | readonly number[];

/** `version` is undefined if the pet or reservation does not exist. */
export function matchesVersion(expected: ExpectedVersion, version: number | undefined): boolean {
  return expected === '*' ? version !== undefined : expected.includes(version ?? 0);
}
