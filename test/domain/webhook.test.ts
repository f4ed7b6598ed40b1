import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import {
  type ActionDecision,
  type ActionRequest,
  commandAction,
  decideAction,
} from '../../src/domain/action.ts';
import {
  changedWebhook,
  eventsOf,
  isAttemptDue,
  type Webhook,
  type WebhookEvent,
  webhookAfter,
  webhookState,
  webhookUrlFault,
  withDeliveries,
} from '../../src/domain/webhook.ts';
import { limits } from '../../src/limits.ts';

const noFailure = {
  failingSinceMs: null,
  failures: 0,
  nextAttemptAtMs: null,
  disabledAtMs: null,
  lastAnswer: null,
};
const noReplay = {
  lastAnswerAtMs: null,
  replayCursor: null,
  replayUntil: null,
  replayRevision: 0,
  clearedRevision: 0,
};
const noSecret = { secret: 'whsec_', previousSecret: null, previousSecretUntilMs: null };
const webhook: Webhook = {
  ...{ id: '1', name: 'shop', url: 'https://shop.example/hook', ...noSecret, publicOnly: false },
  ...{
    events: ['changed', 'low', 'out'],
    low: 5,
    petIds: null,
    reasons: null,
    pausedAtMs: null,
    createdAtMs: 1,
  },
  ...{ revision: 1, cursor: 7, ...noFailure, ...noReplay },
};

const rows: readonly (readonly [
  before: number | null,
  after: number | null,
  low: number,
  events: WebhookEvent[],
])[] = [
  [10, 6, 5, ['changed']],
  [6, 5, 5, ['changed', 'low']],
  [10, 0, 5, ['changed', 'low', 'out']],
  [5, 4, 5, ['changed']],
  [4, 0, 5, ['changed', 'out']],
  [0, 5, 5, ['changed']],
  [1, 0, 0, ['changed', 'low', 'out']],
  [null, 0, 5, ['changed']],
  [10, null, 5, ['changed']],
  [9007199254740991, 9007199254740990, 9007199254740990, ['changed', 'low']],
];

for (const [before, after, low, events] of rows) {
  test(`the events of a change from ${before} to ${after}, with ${low} as low: ${events.join(', ')}`, () => {
    const entry = { before, after } as LedgerEntry;
    const none = { lowAt: null };
    assert.deepEqual(eventsOf(entry, none, { ...webhook, low }, 5), events);
    assert.deepEqual(
      eventsOf(entry, { lowAt: low }, { ...webhook, low: 0 }, 5),
      events,
      'the level of the pet',
    );
    assert.deepEqual(
      eventsOf(entry, none, { ...webhook, low, events: ['low'] }, 5),
      events.filter((event) => event === 'low'),
    );
  });
}

test('only http and https URLs without credentials are taken', () => {
  for (const url of ['https://shop.example/a?b=c', 'http://10.0.0.1:8080/', 'http://[::1]/x']) {
    assert.equal(webhookUrlFault(url), undefined, url);
  }
  const refused = [
    'shop.example',
    'ftp://shop.example',
    'file:///etc/passwd',
    'javascript:1',
    '',
    'https://',
  ];
  const withCredentials = ['https://user@shop.example/', 'https://:secret@shop.example/'];
  for (const url of [...refused, ...withCredentials, `https://shop.example/${'x'.repeat(2_048)}`]) {
    assert.equal(typeof webhookUrlFault(url), 'string', url);
  }
});

test('an endpoint with filters gets only what they let through', () => {
  const entry = { petId: 1n, reason: 'sale', before: 1, after: 0 } as LedgerEntry;
  const got = (filters: Partial<Webhook>) =>
    eventsOf(entry, { lowAt: null }, { ...webhook, ...filters }, 5).length > 0;
  assert.deepEqual([got({ petIds: [2n, 1n] }), got({ petIds: [2n] })], [true, false]);
  assert.deepEqual([got({ reasons: ['sale'] }), got({ reasons: ['count'] })], [true, false]);
  const without = { ...entry, reason: null };
  assert.deepEqual(eventsOf(without, { lowAt: null }, { ...webhook, reasons: ['sale'] }, 5), []);
});

const current = {
  keys: [],
  webhooks: [webhook],
  lastSeq: 9,
  revision: 7,
  atMs: 7,
  limits,
  idempotencyRecord: undefined,
};
const decide = (request: ActionRequest, state = current) =>
  decideAction(commandAction(request), state);
const refusalOf = ({ outcome }: ActionDecision) =>
  outcome.result === 'refused' ? outcome.refusal.code : undefined;

test('an endpoint is added once, begins with the next change, and there is a limit', () => {
  const add = (name: string, state = current) =>
    decide({ kind: 'webhook.add', name, webhook: { ...webhook, id: '2' } }, state);
  assert.equal(refusalOf(add('shop')), 'name_taken');
  const full = { ...current, webhooks: Array.from({ length: limits.webhooksMax }, () => webhook) };
  assert.equal(refusalOf(add('other', full)), 'invalid_value');
  const added = add('other').webhook as Webhook;
  assert.deepEqual([added.cursor, added.revision, webhookState(added)], [9, 1, 'active']);
});

test('resuming keeps the place and clears the failures, and a paused endpoint is no failing one', () => {
  const failed = {
    ...webhook,
    failingSinceMs: 1,
    failures: 9,
    nextAttemptAtMs: 5,
    disabledAtMs: 7,
  };
  assert.equal(webhookState(failed), 'disabled');
  assert.equal(webhookState({ ...failed, disabledAtMs: null }), 'failing');
  assert.deepEqual(changedWebhook(failed, { paused: false }, 1), {
    ...webhook,
    clearedRevision: 1,
  });
  const paused = changedWebhook(webhook, { paused: true }, 11);
  assert.deepEqual([paused.pausedAtMs, webhookState(paused)], [11, 'paused']);
  assert.equal(changedWebhook(paused, { paused: true }, 12).pausedAtMs, 11);
  assert.equal(changedWebhook(failed, { low: 1 }, 1).failures, 9);
  assert.equal(changedWebhook(failed, { url: 'https://other.example/' }, 1).failures, 0);
});

test('a change of an endpoint keeps what was delivered since the endpoint was stored', () => {
  const after = (found: Webhook, request: object) => {
    const state = { ...current, webhooks: [found], lastSeq: 20 };
    return decide({ name: 'shop', ...request } as ActionRequest, state).webhook as Webhook;
  };
  const recovered = { ...webhook, cursor: 9, lastAnswer: '200' };
  const failing = { ...webhook, failingSinceMs: 1, failures: 12 };
  const filtered = after(failing, { kind: 'webhook.update', change: { low: 1 } });
  assert.deepEqual(withDeliveries(filtered, recovered), {
    ...recovered,
    low: 1,
    revision: filtered.revision,
  });
  const resumed = after(webhook, { kind: 'webhook.update', change: { paused: false } });
  assert.equal(withDeliveries(resumed, { ...failing, disabledAtMs: 2 }).failures, 0);
  const first = after(webhook, { kind: 'webhook.replay', after: 5 });
  const done = { ...withDeliveries(first, recovered), replayCursor: null, replayUntil: null };
  assert.equal(withDeliveries({ ...first, revision: 99 }, done).replayCursor, null);
  const { replayCursor, replayUntil } = withDeliveries(
    after(first, { kind: 'webhook.replay', after: 5 }),
    done,
  );
  assert.deepEqual([replayCursor, replayUntil], [5, 9]);
});

test('a rotated secret is followed by the old one for a while, and is for its endpoint alone', () => {
  const rotate = (id: string) =>
    decide({ kind: 'webhook.rotate', name: 'shop', id, secret: 'new', overlapMs: 10 });
  const { secret, previousSecret, previousSecretUntilMs } = rotate('1').webhook as Webhook;
  assert.deepEqual([secret, previousSecret], ['new', 'whsec_']);
  assert.equal(previousSecretUntilMs, current.atMs + 10);
  assert.equal(refusalOf(rotate('2')), 'webhook_not_found');
});

const failed = { status: 500, error: null };
const day = 86_400_000;

test('an endpoint is disabled after three days and ten attempts, and not before both have passed', () => {
  // Pawstock makes no attempt for three days after the first failed one, as if its computer were
  // off.
  let failing = webhookAfter(webhook, failed, day, limits);
  for (let nowMs = 4 * day, failures = 2; failures < limits.webhookFailuresMin; failures++) {
    failing = webhookAfter(failing, failed, nowMs, limits);
    assert.equal(webhookState(failing), 'failing', `after ${failures} failures`);
    assert.ok((failing.nextAttemptAtMs ?? 0) > nowMs, 'and the next attempt is not at once');
    nowMs = failing.nextAttemptAtMs ?? 0;
  }
  const delivered = webhookAfter(failing, { status: 200, error: null }, 5 * day, limits);
  assert.deepEqual(
    delivered,
    { ...webhook, lastAnswer: '200', lastAnswerAtMs: 5 * day },
    'a success ends the count',
  );
  const disabled = webhookAfter(failing, failed, 5 * day, limits);
  assert.equal(webhookState(disabled), 'disabled');
  // Ten quick failures do not disable an endpoint, because it must also have failed for three days.
  let quick = webhook;
  for (let failures = 1; failures <= 20; failures++)
    quick = webhookAfter(quick, failed, day + failures, limits);
  assert.equal(webhookState(quick), 'failing');
  assert.equal(
    webhookState(webhookAfter(webhook, { ...failed, status: 410 }, day, limits)),
    'disabled',
  );
});

test('a clock that was set back, by however little, delays no attempt: it is due at once', () => {
  const nowMs = 30 * day;
  const failing = webhookAfter(webhook, failed, nowMs, limits);
  assert.equal(isAttemptDue(failing, nowMs), false);
  for (const backMs of [1, 60_000, limits.webhookPauseMaxMs / 2, 29 * day])
    assert.equal(isAttemptDue(failing, nowMs - backMs), true, `set back by ${backMs} ms`);
});

test('a failed attempt is repeated after its pause', () => {
  const failing = webhookAfter(webhook, failed, day, limits);
  const { nextAttemptAtMs } = failing;
  assert.ok(nextAttemptAtMs !== null);
  assert.equal(isAttemptDue(failing, nextAttemptAtMs - 1), false);
  assert.equal(isAttemptDue(failing, nextAttemptAtMs), true);
});

test('an endpoint that fails after the clock was set back has been failing since then', () => {
  const ahead = webhookAfter(webhook, failed, 30 * day, limits);
  assert.equal(webhookAfter(ahead, failed, day, limits).failingSinceMs, day);
});
