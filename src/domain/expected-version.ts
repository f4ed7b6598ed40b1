/** The versions of a pet or reservation that a client accepts; "*" means any. 0 means that it does not exist. */
export type ExpectedVersion = '*' | readonly number[];

export function matchesVersion(expected: ExpectedVersion, version: number | undefined): boolean {
  return expected === '*' ? version !== undefined : expected.includes(version ?? 0);
}
