import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LedgerEntry } from '@pawstock/shared/ledger-entry.ts';
import { Feed, type Subscription } from '../../src/inventory/feed.ts';
import { limits } from '../../src/limits.ts';
import { type Platform, systemPlatform } from '../../src/platform.ts';
import { patienceMs } from '../support/until.ts';

const entryAt = (seq: number, petId = 1n) => ({ seq, petId }) as LedgerEntry;

/**
 * Creates a ledger and its feed. `grow` adds `count` entries, and sends the last `published` of
 * them to the feed.
 */
function openLedger(t: TestContext, platform: Platform = systemPlatform) {
  const ledger: LedgerEntry[] = [];
  const source = {
    store: { entriesAfter: (seq: number, limit: number) => ledger.slice(seq, seq + limit) },
    get snapshot() {
      return { seq: ledger.length };
    },
    ensureFresh: async () => undefined,
  };
  const feed = new Feed(source, limits, platform);
  t.after(() => feed.close());
  const grow = (count: number, published = count) => {
    for (let i = 0; i < count; i++) ledger.push(entryAt(ledger.length + 1));
    feed.publish(ledger.slice(-published));
  };
  return { feed, grow, ledger };
}

async function read(subscription: Subscription, upTo: number): Promise<number[]> {
  const seqs: number[] = [];
  while ((seqs.at(-1) ?? 0) < upTo && seqs.length <= upTo) {
    const entries = await subscription.next(patienceMs);
    assert.ok(entries !== undefined && entries.length > 0, 'there are more entries');
    seqs.push(...entries.map(({ seq }) => seq));
  }
  return seqs;
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

const bounded = { timeout: patienceMs };

describe('a subscription gets every entry once and in order', () => {
  test('of those that were there before', bounded, async (t) => {
    const { feed, grow } = openLedger(t);
    grow(10);

    assert.deepEqual(await read(feed.subscribe(0), 10), range(1, 10));
  });

  test('of those after the one from which it goes on', bounded, async (t) => {
    const { feed, grow } = openLedger(t);
    grow(10);

    assert.deepEqual(await read(feed.subscribe(4), 10), range(5, 10));
  });

  test('of those that it hears of', bounded, async (t) => {
    const { feed, grow } = openLedger(t);
    const subscription = feed.subscribe(0);
    grow(3);
    assert.deepEqual(await read(subscription, 3), range(1, 3));

    grow(2);
    grow(1);
    assert.deepEqual(await read(subscription, 6), range(4, 6));
  });

  test('of those that it has not been told of', bounded, async (t) => {
    const { feed, grow } = openLedger(t);
    const subscription = feed.subscribe(0);
    grow(2);

    // The ledger grows by a thousand entries, and the feed is told only the newest five.
    grow(1_000, 5);
    grow(1);

    assert.deepEqual(await read(subscription, 1_003), range(1, 1_003));
  });
});

test('a new entry wakes a subscription that waits', bounded, async (t) => {
  const { feed, grow } = openLedger(t);
  const waiting = feed.subscribe(0).next(2 * patienceMs);

  grow(1);

  assert.deepEqual(await waiting, [entryAt(1)]);
});

test('after the ledger was replaced, a subscription that resumes gets the new entries', async (t) => {
  const { feed, grow, ledger } = openLedger(t);
  grow(5);
  feed.subscribe(5);
  grow(5);
  // A failover loses the last three entries, and a new entry reuses a lost sequence.
  ledger.splice(7, 3, entryAt(8, 2n));
  feed.close();

  const entries = await feed.subscribe(6).next(patienceMs);
  assert.deepEqual(entries, [entryAt(7), entryAt(8, 2n)]);
});

test('subscriptions that have come as far get the same page, which is made once', async (t) => {
  const { feed, grow } = openLedger(t);
  const subscriptions = Array.from({ length: 100 }, () => feed.subscribe(0));
  grow(5);
  const pages = await Promise.all(subscriptions.map((one) => one.next(1_000)));
  assert.equal(new Set(pages).size, 1);
  assert.deepEqual(pages[0]?.length, 5);
});

test('a page of entries in memory takes no turn of the event loop, however many read it', async (t) => {
  let turns = 0;
  const nextTurn = () => {
    turns++;
    return systemPlatform.nextTurn();
  };
  const { feed, grow } = openLedger(t, { ...systemPlatform, nextTurn });
  const subscriptions = Array.from({ length: 100 }, () => feed.subscribe(0));
  grow(5);
  await Promise.all(subscriptions.map((one) => one.next(1_000)));
  assert.equal(turns, 0);
});

test('a thousand subscriptions hear of changes ten times a second, each time of all', async (t) => {
  let nowMs = 0;
  const planned: { atMs: number; work: () => void }[] = [];
  const after: Platform['after'] = (ms, work) => {
    const one = { atMs: nowMs + ms, work };
    planned.push(one);
    return () => planned.splice(planned.indexOf(one), 1);
  };
  const passMs = (ms: number) => {
    nowMs += ms;
    for (const one of planned.filter(({ atMs }) => atMs <= nowMs)) {
      planned.splice(planned.indexOf(one), 1);
      one.work();
    }
  };
  const { feed, grow } = openLedger(t, { ...systemPlatform, monotonicMs: () => nowMs, after });
  const [first] = Array.from({ length: 1_000 }, () => feed.subscribe(0));
  assert.ok(first !== undefined);
  const next = async () => (await first.next(60_000))?.map(({ seq }) => seq);

  const atOnce = next();
  grow(1);
  assert.deepEqual(await atOnce, [1]);

  const collected = next();
  for (let changes = 0; changes < 9; changes++) {
    passMs(10);
    grow(1);
    // Subscriptions that were woken too soon would take what there is by now.
    await nextTurn();
  }
  passMs(10);
  assert.deepEqual(await collected, range(2, 10));
});

test('a few subscriptions hear of each change at once', async (t) => {
  const { feed, grow } = openLedger(t, { ...systemPlatform, after: () => assert.fail('it waits') });
  const subscription = feed.subscribe(0);
  grow(1);
  assert.equal((await subscription.next(1_000))?.length, 1);
});
