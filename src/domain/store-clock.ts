/** What the store's clock reads, and the latest time that the store holds. */
export type ClockReading = { readonly clockMs: number; readonly atMs: number };

/**
 * The time of everything that happens now. Time never goes back: if the clock was ahead once, time stands still until the
 * clock has caught up.
 */
export function storeTime({ clockMs, atMs }: ClockReading): number {
  return Math.max(clockMs, atMs);
}

/** By how much the times in the store are ahead of its clock. */
export function aheadMs({ clockMs, atMs }: ClockReading): number {
  return Math.max(0, atMs - clockMs);
}
