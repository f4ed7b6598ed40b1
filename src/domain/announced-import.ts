/** An import that stores its rows in one transaction, for which all other writes wait. */
export type AnnouncedImport = { readonly rows: number; readonly startedAtMs: number };

/** About how long a row takes to store. */
const msPerRow = 0.02;

/** Fewer rows are stored within the time for which other writes wait anyway. */
export const announcedRowsMin = 10_000;

/** An import that began longer ago was killed, or another process holds up the writes. */
const announcedMsMax = 15 * 60_000;

/**
 * In about how many milliseconds the import ends, by the store's clock. An import that is slower
 * than expected is taken to need half as long again as it has taken. Undefined if none is under way.
 */
export function importEndsInMs(
  { rows, startedAtMs }: AnnouncedImport,
  nowMs: number,
): number | undefined {
  const takenMs = nowMs - startedAtMs;
  if (rows === 0 || takenMs < 0 || takenMs > announcedMsMax) return undefined;
  return Math.max(rows * msPerRow - takenMs, takenMs / 2);
}
