/**
 * How far the daily mail has come. `attemptedDay` is the last day, such as "2026-11-30" in the time
 * zone of the shop, for which an instance has begun to send a mail. `lastError` is null if the last
 * attempt did not fail.
 */
export type DailyMail = {
  readonly attemptedDay: string | null;
  readonly lastSentAtMs: number | null;
  readonly lastError: string | null;
};

/** What became of an attempt to send a mail. */
export type MailResult =
  | { readonly result: 'sent'; readonly atMs: number }
  | { readonly result: 'failed'; readonly error: string };
