import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import { apiLimits } from '../../src/api-limits.ts';
import {
  type ActionDecision,
  type ActionRequest,
  commandAction,
  decideAction,
} from '../../src/domain/action.ts';
import {
  eventsOf,
  isDelivered,
  newWebhook,
  viewOf,
  type Webhook,
  type WebhookSettings,
  webhookState,
  webhookUrlFault,
} from '../../src/domain/webhook.ts';
import type { WebhookEvent } from '../../src/domain/webhook-attempt.ts';
import {
  currentProgress,
  type DeliveryState,
  isAttemptDue,
  newProgress,
  progressAfter,
  type WebhookProgress,
} from '../../src/domain/webhook-progress.ts';
import { limits } from '../../src/limits.ts';

const settings: WebhookSettings = {
  id: '1',
  name: 'shop',
  url: 'https://shop.example/hook',
  secret: 'whsec_',
  previousSecrets: [],
  publicOnly: false,
  events: ['changed', 'low', 'out'],
  low: 5,
  petIds: null,
  reasons: null,
  pausedAtMs: null,
  createdAtMs: 1,
  revision: 1,
  generation: 1,
  replay: null,
};
const progress = newProgress(settings, 7);
const webhook: Webhook = { settings, progress };

type EventCase = {
  before: number | null;
  after: number | null;
  low: number;
  events: WebhookEvent[];
};
const eventCases: readonly EventCase[] = [
  { before: 10, after: 6, low: 5, events: ['changed'] },
  { before: 6, after: 5, low: 5, events: ['changed', 'low'] },
  { before: 10, after: 0, low: 5, events: ['changed', 'low', 'out'] },
  { before: 5, after: 4, low: 5, events: ['changed'] },
  { before: 4, after: 0, low: 5, events: ['changed', 'out'] },
  { before: 0, after: 5, low: 5, events: ['changed'] },
  { before: 1, after: 0, low: 0, events: ['changed', 'low', 'out'] },
  { before: null, after: 0, low: 5, events: ['changed'] },
  { before: 10, after: null, low: 5, events: ['changed'] },
  {
    before: 9007199254740991,
    after: 9007199254740990,
    low: 9007199254740990,
    events: ['changed', 'low'],
  },
];

for (const { before, after, low, events } of eventCases) {
  const entry = { before, after } as LedgerEntry;
  const noLevel = { lowAt: null };
  const change = `a change from ${before} to ${after} with ${low} as low`;

  test(`${change} is told as ${events.join(', ')}`, () => {
    assert.deepEqual(eventsOf(entry, noLevel, { ...settings, low }, 5), events);
  });

  test(`${change} for this pet alone is told as ${events.join(', ')}`, () => {
    assert.deepEqual(eventsOf(entry, { lowAt: low }, { ...settings, low: 0 }, 5), events);
  });

  const isLow = events.includes('low');
  test(`${change} is ${isLow ? '' : 'not '}told to an endpoint for low alone`, () => {
    const forLow: WebhookSettings = { ...settings, low, events: ['low'] };
    assert.deepEqual(eventsOf(entry, noLevel, forLow, 5), isLow ? ['low'] : []);
  });
}

describe('as the URL of an endpoint', () => {
  for (const url of ['https://shop.example/a?b=c', 'http://10.0.0.1:8080/', 'http://[::1]/x']) {
    test(`${url} is taken`, () => assert.equal(webhookUrlFault(url), undefined));
  }

  const refused = [
    { title: 'without a protocol', url: 'shop.example' },
    { title: 'of a protocol that ends like HTTP', url: 'shttp://shop.example/' },
    { title: 'of FTP', url: 'ftp://shop.example' },
    { title: 'of a file', url: 'file:///etc/passwd' },
    { title: 'of a script', url: 'javascript:1' },
    { title: 'that is empty', url: '' },
    { title: 'without a host', url: 'https://' },
    { title: 'with a user', url: 'https://user@shop.example/' },
    { title: 'with a password', url: 'https://:secret@shop.example/' },
    { title: 'that is too long', url: `https://shop.example/${'x'.repeat(2_048)}` },
  ];
  for (const { title, url } of refused) {
    test(`one ${title} is refused`, () => assert.equal(typeof webhookUrlFault(url), 'string'));
  }
});

test('the URL of an endpoint may have as many characters as may be', () => {
  const start = 'https://shop.example/';
  const url = start + 'x'.repeat(apiLimits.webhookUrlCharactersMax - start.length);
  assert.equal(webhookUrlFault(url), undefined);
});

describe('an endpoint', () => {
  const entry = { petId: 1n, reason: 'sale', before: 1, after: 0 } as LedgerEntry;
  const gets = (filters: Partial<WebhookSettings>, change = entry) =>
    eventsOf(change, { lowAt: null }, { ...settings, ...filters }, 5).length > 0;

  test('for some pets gets only their changes', () => {
    assert.equal(gets({ petIds: [2n, 1n] }), true);
    assert.equal(gets({ petIds: [2n] }), false);
  });

  test('for some reasons gets only changes with one of them', () => {
    assert.equal(gets({ reasons: ['sale'] }), true);
    assert.equal(gets({ reasons: ['count'] }), false);
    assert.equal(gets({ reasons: ['sale'] }, { ...entry, reason: null }), false);
  });
});

const current = {
  keys: [],
  webhooks: [webhook],
  lastSeq: 9,
  revision: 12,
  atMs: 10,
  limits,
  idempotencyRecord: undefined,
};
const decide = (request: ActionRequest, state = current) =>
  decideAction(commandAction(request), state);
const refusalOf = ({ outcome }: ActionDecision) =>
  outcome.result === 'refused' ? outcome.refusal.code : undefined;

/** The endpoint after an action. */
function after(request: object, found = webhook, state = current): Webhook {
  const action = { name: 'shop', ...request } as ActionRequest;
  const decision = decide(action, { ...state, webhooks: [found] });
  const { change } = decision;
  assert.ok(change?.kind === 'webhook.changed', `refused: ${refusalOf(decision)}`);
  return change.webhook;
}

const update = (change: object) => ({ kind: 'webhook.update', change });
const replayAfter = (seq: number) => ({ kind: 'webhook.replay', after: seq });

describe('adding an endpoint', () => {
  const { id: _, ...chosen } = settings;
  const add = (name: string, state = current) =>
    decide({ kind: 'webhook.add', name, webhook: { ...chosen, id: '2' } }, state);

  test('is refused if its name is taken', () => {
    assert.equal(refusalOf(add('shop')), 'name_taken');
  });

  test('is refused if there are as many as may be', () => {
    const webhooks = Array.from({ length: limits.webhooksMax }, () => webhook);
    assert.equal(refusalOf(add('other', { ...current, webhooks })), 'invalid_value');
  });

  test('makes it begin with the next change', () => {
    const { change } = add('other');
    assert.ok(change?.kind === 'webhook.added');
    assert.equal(change.webhook.progress.cursor, current.lastSeq);
    assert.equal(webhookState(change.webhook), 'active');
  });
});

const failures: DeliveryState = { state: 'failing', nextAttemptAtMs: 99, sinceMs: 1, failures: 9 };
const disabled: DeliveryState = { state: 'disabled', atMs: 7, sinceMs: 1, failures: 9 };
const withProgress = (change: Partial<WebhookProgress>): Webhook => ({
  settings,
  progress: { ...progress, ...change },
});

test('an endpoint that is paused while it fails is paused', () => {
  const paused = after(update({ paused: true }), withProgress({ delivery: failures }));
  assert.equal(webhookState(paused), 'paused');
});

test('an endpoint that is paused while it is disabled stays disabled', () => {
  const ended = after(update({ paused: true }), withProgress({ delivery: disabled }));
  assert.equal(webhookState(ended), 'disabled');
});

test('a paused endpoint that is paused again has been paused since the first time', () => {
  const paused = after(update({ paused: true }));
  const later = { ...current, atMs: 11 };
  assert.equal(after(update({ paused: true }), paused, later).settings.pausedAtMs, 10);
});

const mending = [
  { title: 'that is resumed', change: { paused: false } },
  { title: 'with another URL', change: { url: 'https://other.example/' } },
];
for (const { title, change } of mending) {
  for (const delivery of [failures, disabled]) {
    test(`an endpoint ${title} is ${delivery.state} no longer, and keeps its place`, () => {
      const { progress: changed } = after(update(change), withProgress({ delivery, cursor: 8 }));
      assert.deepEqual(changed.delivery, { state: 'working' });
      assert.equal(changed.cursor, 8);
    });
  }
}

test('another change of an endpoint keeps its failures', () => {
  const { progress: changed } = after(update({ low: 1 }), withProgress({ delivery: failures }));
  assert.deepEqual(changed.delivery, failures);
});

test('progress of before a change that ends failures has only its place to tell', () => {
  const resumed = after(update({ paused: false }));
  const late: WebhookProgress = { ...progress, delivery: disabled, cursor: 9 };
  const counted = currentProgress(resumed.settings, late);
  assert.deepEqual([counted.delivery, counted.cursor], [{ state: 'working' }, 9]);
});

test('a replay ends at the place of the instance that delivers, not at the older one in the store', () => {
  const { settings: asked } = after(replayAfter(5));
  const delivering: WebhookProgress = { ...progress, cursor: 9 };
  assert.deepEqual(currentProgress(asked, delivering).replay, { position: 5, until: 9 });
});

describe('when the endpoint is changed', () => {
  const asked = after(replayAfter(5));
  const resumed = after(update({ paused: false }), asked, { ...current, revision: 13 });

  test('a replay goes on', () => {
    const underWay = { ...asked.progress, replay: { position: 6, until: 7 } };
    assert.deepEqual(currentProgress(resumed.settings, underWay).replay, underWay.replay);
  });

  test('a replay that has ended stays so', () => {
    const ended = { ...asked.progress, replay: null };
    assert.equal(currentProgress(resumed.settings, ended).replay, null);
  });
});

test('another replay takes the place of one under way, also if it is the same', () => {
  const asked = after(replayAfter(5));
  const again = after(replayAfter(5), asked, { ...current, revision: 13 });
  const underWay = { ...asked.progress, replay: { position: 6, until: 7 } };
  assert.deepEqual(currentProgress(again.settings, underWay).replay, { position: 5, until: 7 });
});

test('a replay with nothing to send ends the one under way', () => {
  const asked = after(replayAfter(5));
  const none = after(replayAfter(9), asked, { ...current, revision: 13 });
  const underWay = { ...asked.progress, replay: { position: 6, until: 7 } };
  assert.equal(currentProgress(none.settings, underWay).replay, null);
});

const rotate = (secret: string, overlapMs: number, id = '1') => ({
  kind: 'webhook.rotate',
  id,
  secret,
  overlapMs,
});

test('a rotated secret signs beside the new one until its overlap ends', () => {
  const { secret, previousSecrets } = after(rotate('new', 5)).settings;
  assert.equal(secret, 'new');
  assert.deepEqual(previousSecrets, [{ secret: 'whsec_', untilMs: 15 }]);
});

test('a rotation within an overlap keeps each older secret until its own overlap ends', () => {
  const once = after(rotate('new', 5));
  const twice = after(rotate('newer', 5), once, { ...current, atMs: 12 });
  assert.deepEqual(twice.settings.previousSecrets, [
    { secret: 'whsec_', untilMs: 15 },
    { secret: 'new', untilMs: 17 },
  ]);
  const later = after(rotate('newest', 5), twice, { ...current, atMs: 15 });
  assert.deepEqual(
    later.settings.previousSecrets.map((previous) => previous.secret),
    ['new', 'newer'],
  );
});

test('a rotation with a shorter overlap ends older secrets with it', () => {
  const once = after(rotate('new', 5));
  const twice = after(rotate('newer', 2), once);
  const ends = twice.settings.previousSecrets.map(({ untilMs }) => untilMs);
  assert.deepEqual(ends, [12, 12]);
});

test('a rotation without an overlap ends all older secrets', () => {
  const once = after(rotate('new', 5));
  assert.deepEqual(after(rotate('newer', 0), once).settings.previousSecrets, []);
});

describe('when as many older secrets sign as may', () => {
  let full = webhook;
  for (let count = 0; count < limits.webhookPreviousSecretsMax; count++) {
    full = after(rotate(`secret-${count}`, 5), full);
  }

  test('a rotation with an overlap is refused', () => {
    const request = { name: 'shop', ...rotate('last', 5) } as ActionRequest;
    assert.equal(refusalOf(decide(request, { ...current, webhooks: [full] })), 'invalid_value');
  });

  test('a rotation without an overlap ends them all', () => {
    assert.equal(after(rotate('last', 0), full).settings.secret, 'last');
  });
});

test('a secret that was encrypted for another endpoint of the same name is refused', () => {
  const request = { name: 'shop', ...rotate('new', 5, '2') } as ActionRequest;
  assert.equal(refusalOf(decide(request)), 'webhook_not_found');
});

const day = 86_400_000;

/** The progress after a failed attempt. */
function afterFailed(
  before: WebhookProgress,
  nowMs: number,
  { status = 500, retryAfterMs = null as number | null } = {},
): WebhookProgress {
  const result = { status, failure: null } as const;
  return progressAfter(before, result, { nowMs, limits, random: () => 0.5, retryAfterMs });
}

function nextAttemptOf({ delivery }: WebhookProgress): number {
  assert.ok(delivery.state === 'failing');
  return delivery.nextAttemptAtMs;
}

test('an endpoint that has failed for three days is disabled at the tenth attempt', () => {
  assert.equal(limits.webhookFailuresMin, 10);
  // Pawstock makes no attempt for three days after the first failed one, as if its computer were
  // off.
  let failing = afterFailed(progress, day);
  for (let nowMs = 4 * day, count = 2; count < limits.webhookFailuresMin; count++) {
    failing = afterFailed(failing, nowMs);
    assert.ok(nextAttemptOf(failing) > nowMs, 'the next attempt is not at once');
    nowMs = nextAttemptOf(failing);
  }
  assert.equal(afterFailed(failing, 5 * day).delivery.state, 'disabled');
});

test('an endpoint that fails quickly is not disabled before three days have passed', () => {
  let failing = progress;
  for (let count = 1; count <= 20; count++) failing = afterFailed(failing, day + count);
  assert.equal(failing.delivery.state, 'failing');
});

test('a response of 410 disables an endpoint at once', () => {
  assert.equal(afterFailed(progress, day, { status: 410 }).delivery.state, 'disabled');
});

test('a success ends the count of failures', () => {
  const failing = afterFailed(progress, day);
  const retrying = { nowMs: 2 * day, limits, random: () => 0, retryAfterMs: null };
  const delivered = progressAfter(failing, { status: 200, failure: null }, retrying);
  assert.deepEqual(delivered, {
    ...progress,
    lastAttempt: { atMs: 2 * day, status: 200, failure: null },
  });
});

test('the next attempt is never sooner than the receiver asks, up to ten hours', () => {
  const pauseFor = (retryAfterMs: number) =>
    nextAttemptOf(afterFailed(progress, day, { status: 503, retryAfterMs })) - day;
  assert.equal(pauseFor(60_000), 60_000);
  assert.equal(pauseFor(10 * 3_600_000), 10 * 3_600_000);
  assert.equal(pauseFor(11 * 3_600_000), 10 * 3_600_000);
  assert.ok(pauseFor(1_000) >= limits.webhookPauseMinMs, 'a shorter time changes nothing');
});

test('an attempt waits as long as the receiver asks, also at the end of the three days', () => {
  const failing = afterFailed(progress, day);
  const last = afterFailed(failing, 4 * day - 1_000, { status: 429, retryAfterMs: 3_600_000 });
  assert.equal(nextAttemptOf(last), 4 * day - 1_000 + 3_600_000);
});

test('a clock that was set back before the last attempt delays no attempt: it is due at once', () => {
  const nowMs = 30 * day;
  const failing = afterFailed(progress, nowMs);
  assert.equal(isAttemptDue(failing, nowMs), false);
  for (const backMs of [1, 60_000, limits.webhookPauseMaxMs / 2, 29 * day])
    assert.equal(isAttemptDue(failing, nowMs - backMs), true, `set back by ${backMs} ms`);
});

test('a failed attempt is repeated after its pause', () => {
  const failing = afterFailed(progress, day);
  const nextAttemptAtMs = nextAttemptOf(failing);
  assert.equal(isAttemptDue(failing, nextAttemptAtMs - 1), false);
  assert.equal(isAttemptDue(failing, nextAttemptAtMs), true);
});

test('an endpoint that fails after the clock was set back has been failing since then', () => {
  const ahead = afterFailed(progress, 30 * day);
  const { delivery } = afterFailed(ahead, day);
  assert.ok(delivery.state === 'failing');
  assert.equal(delivery.sinceMs, day);
});

describe('the pause after a failed attempt', () => {
  const pauseAfter = (failures: number, random: number) => {
    const delivery: DeliveryState = {
      state: 'failing',
      nextAttemptAtMs: day,
      sinceMs: day,
      failures: failures - 1,
    };
    const result = { status: 500, failure: null } as const;
    const retrying = { nowMs: day, limits, random: () => random, retryAfterMs: null };
    return nextAttemptOf(progressAfter({ ...progress, delivery }, result, retrying)) - day;
  };

  const pauses = [
    { failures: 1, ms: 5_000 },
    { failures: 2, ms: 10_000 },
    { failures: 3, ms: 20_000 },
    { failures: 10, ms: 2_560_000 },
  ];
  for (const { failures, ms } of pauses) {
    test(`is ${ms / 1_000} seconds at least after ${failures} failures`, () => {
      assert.equal(pauseAfter(failures, 0), ms);
    });

    test(`is a tenth longer at most after ${failures} failures`, () => {
      assert.equal(pauseAfter(failures, 0.999_999_999), 1.1 * ms - 1);
    });
  }

  test('is ten hours at most', () => {
    assert.ok(pauseAfter(30, 0.999_999_999) <= limits.webhookPauseMaxMs);
    assert.ok(pauseAfter(30, 0) > 0.9 * limits.webhookPauseMaxMs);
  });

  test('ends with the three days at the latest', () => {
    const delivery: DeliveryState = {
      state: 'failing',
      nextAttemptAtMs: 0,
      sinceMs: day,
      failures: 20,
    };
    const last = afterFailed({ ...progress, delivery }, 4 * day - 1_000);
    assert.equal(nextAttemptOf(last), 4 * day);
  });
});

test('an endpoint is disabled by the attempt with which the three days end', () => {
  const delivery: DeliveryState = {
    state: 'failing',
    nextAttemptAtMs: 4 * day,
    sinceMs: day,
    failures: limits.webhookFailuresMin,
  };
  assert.equal(afterFailed({ ...progress, delivery }, 4 * day).delivery.state, 'disabled');
});

describe('the last attempt', () => {
  const retrying = { nowMs: day, limits, random: () => 0, retryAfterMs: null };

  test('has its failure if there was no response', () => {
    const result = { status: null, failure: 'ECONNREFUSED' } as const;
    const { lastAttempt } = progressAfter(progress, result, retrying);
    assert.deepEqual(lastAttempt, { atMs: day, status: null, failure: 'ECONNREFUSED' });
  });

  test('has the status of its response, and no failure', () => {
    const { lastAttempt } = progressAfter(progress, { status: 500, failure: null }, retrying);
    assert.deepEqual(lastAttempt, { atMs: day, status: 500, failure: null });
  });
});

test('an endpoint that works has every attempt at once', () => {
  const lastAttempt = { atMs: day, status: 200, failure: null };
  assert.equal(isAttemptDue({ delivery: { state: 'working' }, lastAttempt }, 2 * day), true);
});

test('an endpoint that fails without a known attempt waits for its time', () => {
  assert.equal(isAttemptDue({ delivery: failures, lastAttempt: null }, 98), false);
});

describe('messages are sent to an endpoint', () => {
  const states = [
    { title: 'that works', found: webhook, isSent: true, state: 'active' },
    {
      title: 'that fails',
      found: withProgress({ delivery: failures }),
      isSent: true,
      state: 'failing',
    },
    {
      title: 'that is disabled',
      found: withProgress({ delivery: disabled }),
      isSent: false,
      state: 'disabled',
    },
    {
      title: 'that is paused',
      found: after(update({ paused: true })),
      isSent: false,
      state: 'paused',
    },
  ];
  for (const { title, found, isSent, state } of states) {
    test(`${title}: ${isSent ? 'yes' : 'no'}`, () => {
      assert.equal(isDelivered(found), isSent);
      assert.equal(webhookState(found), state);
    });
  }
});

describe('a change of an endpoint', () => {
  test('keeps it paused if it does not say otherwise', () => {
    const paused = after(update({ paused: true }));
    assert.equal(after(update({ low: 1 }), paused).settings.pausedAtMs, 10);
  });

  test('keeps what it leaves undefined', () => {
    const changed = after(update({ low: undefined, url: undefined, petIds: [1n] })).settings;
    assert.equal(changed.low, settings.low);
    assert.equal(changed.url, settings.url);
    assert.deepEqual(changed.petIds, [1n]);
  });
});

test('a new endpoint gets all events of all pets, and has no older secrets', () => {
  const endpoint = { id: '2', url: 'https://shop.example/', secret: 'whsec_', low: undefined };
  const made = newWebhook('shop', endpoint, { atMs: 10, revision: 3, lastSeq: 9 }).settings;
  assert.partialDeepStrictEqual(made, {
    publicOnly: false,
    events: ['changed', 'low', 'out'],
    low: null,
    petIds: null,
    reasons: null,
    previousSecrets: [],
  });
});

describe('what owners see of an endpoint', () => {
  test('has no secret', () => {
    const shown = viewOf(after(rotate('new', 5)), 9).settings;
    assert.ok(!('secret' in shown), 'the secret is shown');
    assert.ok(!('previousSecrets' in shown), 'older secrets are shown');
  });

  test('has the time at which the last of the older secrets ends', () => {
    const previousSecrets = [
      { secret: 'a', untilMs: 15 },
      { secret: 'b', untilMs: 20 },
    ];
    const rotated = { settings: { ...settings, previousSecrets }, progress };
    assert.equal(viewOf(rotated, 9).settings.secretOverlapEndsAtMs, 20);
  });

  test('has no such time without older secrets', () => {
    assert.equal(viewOf(webhook, 9).settings.secretOverlapEndsAtMs, null);
  });
});
