import type { Limits } from '../limits.ts';

/** The subject of the mail of each morning. Those of all other mails are names of faults. */
export const morningSubject = 'morning';

/** How far the mail about one subject has come on one day. */
export type MailProgress = {
  /** A day in the time zone of the shop, such as "2026-11-30". */
  readonly day: string;
  readonly subject: string;
  /** A mail that was begun is being sent, or the instance died before it noted the outcome. */
  readonly state: 'begun' | 'failed' | 'sent';
  /** Whether the mail was begun again although the first one may have arrived. */
  readonly isRepeat: boolean;
  /** When the mail reached this state. */
  readonly atMs: number;
};

/** What became of an attempt to send a mail. */
export type MailResult =
  | { readonly result: 'sent'; readonly atMs: number }
  | { readonly result: 'failed'; readonly error: string };

/** The result of one mail, and the progress that it means for each of the subjects of the mail. */
export type MailRecord = {
  readonly result: MailResult;
  readonly progress: readonly MailProgress[];
};

/** How the last mails ended. `lastError` is null if the last one was sent. */
export type MailStatus = {
  readonly lastSentAtMs: number | null;
  readonly lastError: string | null;
};

/** An attempt to send mails about these subjects. */
export type MailAttempt = {
  readonly day: string;
  readonly subjects: readonly string[];
  readonly nowMs: number;
};

/**
 * Decides for each subject of an attempt whether its mail may be sent now, and returns the progress
 * of those that may. A mail is sent once a day. One that has failed is sent again after a pause. If
 * an instance died while it sent a mail, nothing tells whether the mail arrived: it is sent once
 * more, so that it is not lost, but never a third time.
 */
export function beginMails(
  { day, subjects, nowMs }: MailAttempt,
  known: readonly MailProgress[],
  limits: Limits,
): MailProgress[] {
  const begun: MailProgress[] = [];
  for (const subject of subjects) {
    const before = known.find((progress) => progress.day === day && progress.subject === subject);
    if (before !== undefined && !mayBeginAgain(before, nowMs, limits)) continue;

    const isRepeat = before !== undefined && (before.isRepeat || before.state === 'begun');
    begun.push({ day, subject, state: 'begun', isRepeat, atMs: nowMs });
  }
  return begun;
}

function mayBeginAgain(
  { state, isRepeat, atMs }: MailProgress,
  nowMs: number,
  { mailRetryMs }: Limits,
): boolean {
  if (state === 'sent') return false;
  if (state === 'begun' && isRepeat) return false;
  // A clock that was ahead may have been set right since.
  return Math.abs(nowMs - atMs) >= mailRetryMs;
}

/** The progress of mails that were begun, once the result is known. */
export function endMails(
  begun: readonly MailProgress[],
  { result }: MailResult,
  nowMs: number,
): MailProgress[] {
  return begun.map((progress) => ({ ...progress, state: result, atMs: nowMs }));
}

/**
 * Progress of this time or earlier is of no more use. That of yesterday still is: the clock may be
 * set back over midnight.
 */
export const latestForgottenMailMs = (nowMs: number) => nowMs - 7 * 86_400_000;
