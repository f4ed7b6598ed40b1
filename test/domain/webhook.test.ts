import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LedgerEntry } from '../../src/domain/ledger-entry.ts';
import {
  decideAddWebhook,
  decideEnableWebhook,
  decideRemoveWebhook,
  eventsOf,
  type Webhook,
  type WebhookEvent,
  webhookState,
  webhookUrlFault,
} from '../../src/domain/webhook.ts';

const webhook: Webhook = {
  id: '1',
  name: 'shop',
  url: 'https://shop.example/hook',
  secret: 'whsec_',
  events: ['changed', 'low', 'out'],
  low: 5,
  createdAtMs: 1,
  revision: 1,
  cursor: 7,
  failingSinceMs: null,
  failures: 0,
  nextAttemptAtMs: null,
  disabledAtMs: null,
  lastAnswer: null,
  lastAnswerAtMs: null,
};

const rows: readonly (readonly [before: number | null, after: number | null, low: number, events: WebhookEvent[]])[] = [
  [10, 6, 5, ['changed']],
  [6, 5, 5, ['changed', 'low']],
  [10, 0, 5, ['changed', 'low', 'out']],
  [5, 5, 5, ['changed']],
  [5, 4, 5, ['changed']],
  [4, 0, 5, ['changed', 'out']],
  [0, 0, 5, ['changed']],
  [0, 5, 5, ['changed']],
  [1, 0, 0, ['changed', 'low', 'out']],
  [null, 0, 5, ['changed']],
  [null, 3, 5, ['changed']],
  [10, null, 5, ['changed']],
  [9007199254740991, 9007199254740990, 9007199254740990, ['changed', 'low']],
];

describe('the events of a change', () => {
  for (const [before, after, low, events] of rows) {
    test(`from ${before} to ${after}, with ${low} as low: ${events.join(', ')}`, () => {
      const entry = { before, after } as LedgerEntry;
      const none = { lowAt: null };
      assert.deepEqual(eventsOf(entry, none, { ...webhook, low }), events);
      assert.deepEqual(
        eventsOf(entry, { lowAt: low }, { ...webhook, low: 0 }),
        events,
        'the level of the pet comes first',
      );
      assert.deepEqual(
        eventsOf(entry, none, { ...webhook, low, events: ['low'] }),
        events.filter((event) => event === 'low'),
      );
    });
  }
});

test('only http and https URLs without credentials are taken', () => {
  for (const url of ['https://shop.example/a?b=c', 'http://10.0.0.1:8080/', 'http://[::1]/x']) {
    assert.equal(webhookUrlFault(url), undefined, url);
  }
  const refused = ['shop.example', 'ftp://shop.example', 'file:///etc/passwd', 'javascript:1', '', 'https://'];
  const withCredentials = ['https://user@shop.example/', 'https://:secret@shop.example/'];
  for (const url of [...refused, ...withCredentials, `https://shop.example/${'x'.repeat(2_048)}`]) {
    assert.equal(typeof webhookUrlFault(url), 'string', url);
  }
});

test('an endpoint is added once, begins with the next change, and there is a limit', () => {
  const existing = { webhooks: [webhook], lastSeq: 9 };
  const refusalOf = (name: string, max = 10) => {
    const decision = decideAddWebhook(existing, { ...webhook, id: '2', name }, max);
    return 'refusal' in decision ? decision.refusal : undefined;
  };
  assert.match(refusalOf('shop') ?? '', /already/);
  assert.match(refusalOf('a b') ?? '', /--name/);
  assert.match(refusalOf('other', 1) ?? '', /no more/);
  const decision = decideAddWebhook(existing, { ...webhook, id: '2', name: 'other' }, 10);
  assert.ok('store' in decision);
  assert.deepEqual([decision.store.cursor, webhookState(decision.store)], [9, 'active']);
});

test('enabling keeps the place and clears the failures; what is unknown is refused', () => {
  const failed = { ...webhook, failingSinceMs: 1, failures: 9, nextAttemptAtMs: 5, disabledAtMs: 7 };
  const existing = { webhooks: [failed], lastSeq: 9 };
  assert.equal(webhookState(failed), 'disabled');
  assert.equal(webhookState({ ...failed, disabledAtMs: null }), 'failing');
  assert.deepEqual(decideEnableWebhook(existing, 'shop'), { store: { ...webhook, revision: 2 } });
  assert.deepEqual(decideRemoveWebhook(existing, 'shop'), { remove: failed });
  for (const decide of [decideEnableWebhook, decideRemoveWebhook]) {
    const decision = decide(existing, 'other');
    assert.match('refusal' in decision ? decision.refusal : '', /no endpoint called "other"/);
  }
});
