import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { LedgerEntry } from '../../src/domain/ledger-entry.ts';
import { openStore } from '../../src/engines.ts';
import { searchHistory } from '../../src/inventory/history-search.ts';
import { checkDatabase } from '../../src/settings.ts';
import type { Store } from '../../src/store/store.ts';
import { inForm } from '../support/long-form.ts';
import { addPets } from '../support/service/store-contents.ts';
import { createClock, type TestClock } from '../support/store/clock.ts';
import { storeEngines } from '../support/store/engines.ts';
import { addOne } from '../support/store/write.ts';

/** Times of the ledger, and the search for them, with a clock that steps. */

const hourMs = 3_600_000;
const startMs = Date.parse('2026-03-01T00:00:00Z');

async function openAt(t: TestContext, { url, now }: TestClock): Promise<Store> {
  const store = await openStore(checkDatabase(url), { now });
  t.after(() => store.close());
  return store;
}

/** The sequences of all pages, newest first. */
async function search(store: Store, sinceMs?: number, untilMs?: number): Promise<number[]> {
  const { seq } = await store.head();
  const seqs: number[] = [];
  for (let before: number | null = seq + 1; before !== null; ) {
    const page = await searchHistory(store, seq, { before, limit: 700, since: sinceMs, until: untilMs });
    seqs.push(...page.entries.map((entry) => entry.seq));
    before = page.next;
  }
  return seqs;
}

/** Spans of time that begin and end at, beside and between the times of entries. */
function spansOf(entries: readonly LedgerEntry[]) {
  const time = fc
    .tuple(fc.constantFrom(...entries.map(({ atMs }) => atMs)), fc.constantFrom(-hourMs, -1, 0, 1, hourMs))
    .map(([atMs, offset]) => atMs + offset);
  return fc.record({ sinceMs: fc.option(time), untilMs: fc.option(time) });
}

async function assertSearchable(store: Store, numRuns: number): Promise<void> {
  const entries = (await store.entriesAfter(0, 100_000)).toReversed();
  await fc.assert(
    fc.asyncProperty(spansOf(entries), async ({ sinceMs, untilMs }) => {
      const expected = entries.filter(
        ({ atMs }) => (sinceMs === null || atMs >= sinceMs) && (untilMs === null || atMs < untilMs),
      );
      assert.deepEqual(
        await search(store, sinceMs ?? undefined, untilMs ?? undefined),
        expected.map(({ seq }) => seq),
      );
    }),
    { numRuns },
  );
}

/** What a clock shows for one entry after the other: it goes on, stands still, or is set to another time. */
const clock = (length: number) =>
  fc
    .array(
      fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(0, 1, 1_000, hourMs) },
        { weight: 1, arbitrary: fc.constantFrom(-1, -hourMs, -365 * 24 * hourMs, 365 * 24 * hourMs) },
      ),
      { minLength: length, maxLength: length },
    )
    .map((steps) => {
      let atMs = startMs;
      return steps.map((step) => (atMs += step));
    });

for (const engine of storeEngines) {
  test(`the ledger in ${engine.name} has times that never go back, whatever the clock of the store shows`, async (t) => {
    const database = await engine.create();
    t.after(database.drop);
    const storeClock = await createClock(database.url, startMs);
    t.after(storeClock.close);
    const stores = [await openAt(t, storeClock), await openAt(t, storeClock)];
    const [first] = stores as [Store];
    await addPets(first, [{ petId: 1n, quantity: 0 }]);
    let lastMs = startMs;
    await fc.assert(
      fc.asyncProperty(clock(24), async (times) => {
        const offsetMs = lastMs - startMs;
        for (const [index, atMs] of times.entries()) {
          await storeClock.set(atMs + offsetMs);
          const [outcome] = (await stores[index % 2]?.commit([addOne(1n)])) ?? [];
          lastMs = Math.max(lastMs, atMs + offsetMs);
          assert.deepEqual(outcome?.result === 'applied' && outcome.entries.map((entry) => entry.atMs), [lastMs]);
          const head = await first.head();
          assert.deepEqual([head.clockMs, head.atMs], [atMs + offsetMs, lastMs]);
        }
        await assertSearchable(first, 10);
      }),
      { numRuns: inForm({ short: 5, long: 100 }), endOnFailure: true },
    );
  });
}
