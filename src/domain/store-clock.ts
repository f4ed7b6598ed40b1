/** The time on the store's clock, and the latest time of any stored change. */
export type ClockReading = { readonly clockMs: number; readonly atMs: number };

/**
 * The store's current time, which never goes back: if the clock was ahead once, the store's time
 * stands still until the clock has caught up.
 */
export function storeTime({ clockMs, atMs }: ClockReading): number {
  return Math.max(clockMs, atMs);
}

/**
 * How many milliseconds the time of the latest stored change is ahead of the store's clock; 0 if it
 * is not.
 */
export function aheadMs({ clockMs, atMs }: ClockReading): number {
  return Math.max(0, atMs - clockMs);
}
