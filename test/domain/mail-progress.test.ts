import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  beginMails,
  endMails,
  type MailProgress,
  morningSubject,
} from '../../src/domain/mail-progress.ts';
import { limits } from '../../src/limits.ts';

const day = '2026-11-30';
const startMs = 1_800_000_000_000;
const { mailRetryMs } = limits;

/** Begins the mail of the morning, so much later than the first one. */
function beginAfter(ms: number, known: readonly MailProgress[]): MailProgress | undefined {
  const attempt = { day, subjects: [morningSubject], nowMs: startMs + ms };
  return beginMails(attempt, known, limits)[0];
}

function ended(progress: MailProgress | undefined, result: 'sent' | 'failed'): MailProgress[] {
  assert.ok(progress !== undefined, 'the mail was not begun');
  const outcome =
    result === 'sent'
      ? { result, atMs: progress.atMs }
      : ({ result, error: 'connection refused' } as const);
  return endMails([progress], outcome, progress.atMs);
}

function begun(progress: MailProgress | undefined): MailProgress[] {
  assert.ok(progress !== undefined, 'the mail was not begun');
  return [progress];
}

describe('the mail of a day', () => {
  test('is sent once', () => {
    const sent = ended(beginAfter(0, []), 'sent');
    assert.equal(beginAfter(100 * mailRetryMs, sent), undefined);
  });

  test('is sent again after a pause as often as it fails', () => {
    let known: MailProgress[] = [];
    for (let attempt = 0; attempt < 5; attempt++) {
      known = ended(beginAfter(attempt * mailRetryMs, known), 'failed');
      assert.equal(beginAfter((attempt + 1) * mailRetryMs - 1, known), undefined);
    }
  });

  test('is not repeated while it may still be sent', () => {
    const sending = begun(beginAfter(0, []));
    assert.equal(beginAfter(mailRetryMs - 1, sending), undefined);
  });

  test('is repeated once if nothing tells whether it arrived', () => {
    const first = begun(beginAfter(0, []));
    const second = begun(beginAfter(mailRetryMs, first));
    assert.equal(beginAfter(2 * mailRetryMs, second), undefined);
  });

  test('is not repeated a second time after a failure between two crashes', () => {
    const first = begun(beginAfter(0, []));
    const failed = ended(beginAfter(mailRetryMs, first), 'failed');
    const third = begun(beginAfter(2 * mailRetryMs, failed));
    assert.equal(beginAfter(3 * mailRetryMs, third), undefined);
  });

  test('is sent again soon after a failure by a clock that was ahead', () => {
    const failed = ended(beginAfter(0, []), 'failed');
    assert.ok(beginAfter(-mailRetryMs, failed) !== undefined);
  });

  test('is sent on each day, also on one before a day that a wrong clock had', () => {
    const sent = ended(beginAfter(0, []), 'sent').map((one) => ({ ...one, day: '2027-11-30' }));
    assert.ok(beginAfter(0, sent) !== undefined);
  });
});

test('of several faults, a mail is about those of which none was sent on the day', () => {
  const attempt = { day, subjects: ['storage_full'], nowMs: startMs };
  const known = endMails(
    beginMails(attempt, [], limits),
    { result: 'sent', atMs: startMs },
    startMs,
  );
  const more = { ...attempt, subjects: ['storage_full', 'no_backup'] };
  const subjects = beginMails(more, known, limits).map(({ subject }) => subject);
  assert.deepEqual(subjects, ['no_backup']);
});
