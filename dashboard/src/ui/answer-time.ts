/**
 * How long a question must have been on the screen before a key answers it. Scanners may send two
 * Enters, and a held key repeats: neither is an answer.
 */
const answerMsMin = 500;

/** Whether a key at `nowMs` comes too soon to answer a question that appeared at `askedAtMs`. */
export function isTooSoon(askedAtMs: number | undefined, nowMs: number): boolean {
  return askedAtMs !== undefined && nowMs - askedAtMs < answerMsMin;
}
