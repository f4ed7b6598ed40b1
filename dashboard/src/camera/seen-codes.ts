/** A code that has been out of sight for this long counts as scanned again when it comes back. */
const absenceMs = 1_000;

/** Tells which codes have come into sight. The camera sees the same label in many frames, and each must count once. */
export class SeenCodes {
  readonly #lastSeenMs = new Map<string, number>();

  /** Returns the codes of a frame that were not in sight just before. */
  appearing(codes: readonly string[], nowMs: number): string[] {
    const appearing = codes.filter((code) => nowMs - (this.#lastSeenMs.get(code) ?? -absenceMs) >= absenceMs);
    for (const code of codes) this.#lastSeenMs.set(code, nowMs);
    return appearing;
  }
}
