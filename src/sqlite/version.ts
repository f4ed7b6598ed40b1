/**
 * The releases of SQLite in which two connections that write or checkpoint at the same time cannot
 * corrupt a database with a write-ahead log: 3.51.3 and later, and the last ones of older branches.
 */
const firstSafe = [3, 51, 3];
const safeBranches = [
  [3, 50, 7],
  [3, 44, 6],
];

/** Throws if this process has a release of SQLite that can corrupt a store. */
export function requireSafeSqlite(version: string): void {
  if (isSafe(version)) return;
  throw new Error(
    `This Node (${process.version}) contains SQLite ${version}, which can damage a store that is used by two threads or processes at once. Install Node 24.15 or a later Node 24, or Node 26 or later, and start again: the store is as it was.`,
  );
}

export function isSafe(version: string): boolean {
  const numbers = version.split('.').map(Number);
  const [major, minor] = numbers;
  const isLater = !isBefore(numbers, firstSafe);
  const branch = safeBranches.find(([first, second]) => first === major && second === minor);
  return isLater || (branch !== undefined && !isBefore(numbers, branch));
}

function isBefore(version: readonly number[], other: readonly number[]): boolean {
  const index = other.findIndex((number, at) => number !== version[at]);
  return index >= 0 && (version[index] ?? 0) < (other[index] ?? 0);
}
