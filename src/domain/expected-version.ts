/** The versions that a client accepts: any ("*"), or one of these. Version 0 means that there is no such pet or reservation. */
export type ExpectedVersion = '*' | readonly number[];

/** The version is undefined if there is no such pet or reservation. */
export function matchesVersion(expected: ExpectedVersion, version: number | undefined): boolean {
  return expected === '*' ? version !== undefined : expected.includes(version ?? 0);
}
