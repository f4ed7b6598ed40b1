import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { LedgerEntry } from '../../src/domain/ledger-entry.ts';
import { openStore } from '../../src/engines.ts';
import { copyStore } from '../../src/inventory/copy-and-verify.ts';
import { searchHistory } from '../../src/inventory/history-search.ts';
import { checkDatabase } from '../../src/settings.ts';
import type { Store } from '../../src/store/store.ts';
import { inForm } from '../support/long-form.ts';
import { addPets } from '../support/service/store-contents.ts';
import { type StoreEngine, storeEngines } from '../support/store/engines.ts';
import { addOne } from '../support/store/write.ts';

/** Times of the ledger, and the search for them: with clocks that step, and with what such clocks wrote before. */

const hourMs = 3_600_000;
const startMs = Date.parse('2026-03-01T00:00:00Z');

async function openAt(t: TestContext, url: string): Promise<Store> {
  const store = await openStore(checkDatabase(url));
  t.after(() => store.close());
  return store;
}

/** The sequences of all pages, newest first. */
async function search(store: Store, sinceMs: number | null, untilMs: number | null): Promise<number[]> {
  const { seq } = await store.head();
  const seqs: number[] = [];
  for (let before: number | null = seq + 1; before !== null; ) {
    const page = await searchHistory(store, seq, {
      before,
      after: null,
      limit: 700,
      sinceMs,
      untilMs,
      key: null,
      reason: null,
    });
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
        await search(store, sinceMs, untilMs),
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
  describe(`the ledger in ${engine.name}`, () => {
    test('has times that never go back, whatever the clocks of two instances show', async (t) => {
      const database = await engine.create();
      t.after(database.drop);
      const [first, second] = [await openAt(t, database.url), await openAt(t, database.url)];
      await addPets(first, [{ petId: 1n, quantity: 0 }]);
      let [{ atMs: lastMs = 0 } = {}] = await first.entriesAfter(0, 1);
      await fc.assert(
        fc.asyncProperty(clock(12), clock(12), async (one, two) => {
          const offsetMs = lastMs - startMs;
          for (const [index, atMs] of one.entries()) {
            for (const [store, nowMs] of [[first, atMs] as const, [second, two[index] ?? 0] as const]) {
              const [outcome] = await store.commit([addOne(1n)], nowMs + offsetMs);
              lastMs = Math.max(lastMs, nowMs + offsetMs);
              assert.deepEqual(outcome?.result === 'applied' && outcome.entries.map((entry) => entry.atMs), [lastMs]);
            }
          }
          await assertSearchable(first, 10);
        }),
        { numRuns: inForm({ short: 5, long: 100 }), endOnFailure: true },
      );
    });

    test('has times that never go back when two instances write at once', async (t) => {
      const database = await engine.create();
      t.after(database.drop);
      const stores = [await openAt(t, database.url), await openAt(t, database.url)];
      await addPets(stores[0] as Store, [{ petId: 1n, quantity: 0 }]);
      const nowMs = Date.now() + hourMs;
      await Promise.all(
        stores.map(async (store, index) => {
          for (let n = 0; n < 50; n++) await store.commit([addOne(1n)], nowMs + n - index * hourMs);
        }),
      );
      const times = (await (stores[0] as Store).entriesAfter(1, 1_000)).map(({ atMs }) => atMs);
      assert.equal(times.length, 100);
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      );
    });

    test('is searched right when an earlier version wrote it with a clock that went back', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(clock(40), { minLength: 1, maxLength: inForm({ short: 2, long: 4 }) }),
          async (clocks) => {
            const database = await engine.create();
            const other = await engine.create();
            try {
              await engine.dump.read(database.url, readFileSync(schema3(engine), 'utf8'));
              // Long stretches in order between the steps, and more entries than the ten of the fixture.
              const times = clocks.flatMap((steps, index) =>
                [0, 1].flatMap((half) =>
                  Array.from({ length: 700 }, (_, n) => (steps[half * 20 + Math.floor(n / 35)] ?? 0) + n + index),
                ),
              );
              await engine.dump.read(database.url, engine.entriesOfSchema3(times));
              const store = await openStore(checkDatabase(database.url));
              const copy = await openStore(checkDatabase(other.url));
              try {
                const entries = await store.entriesAfter(10, 100_000);
                assert.deepEqual(
                  entries.map(({ atMs }) => atMs),
                  times,
                  'an upgrade changes no entry',
                );
                const lastMs = times.at(-1) ?? 0;
                for (const nowMs of [lastMs - hourMs, lastMs + 1, lastMs]) await store.commit([addOne(1n)], nowMs);
                await assertSearchable(store, 15);
                assert.deepEqual((await copyStore(store, copy, () => undefined))?.differences, []);
                await copy.commit([addOne(1n)], lastMs + 2);
                await assertSearchable(copy, 5);
              } finally {
                await Promise.all([store.close(), copy.close()]);
              }
            } finally {
              await Promise.all([database.drop(), other.drop()]);
            }
          },
        ),
        { numRuns: inForm({ short: 1, long: 50 }) },
      );
    });

    test('cannot be written to by a service of an earlier version that was not stopped', async (t) => {
      const database = await engine.create();
      await engine.dump.read(database.url, readFileSync(schema3(engine), 'utf8'));
      t.after(database.drop);
      await engine.withWriterOfSchema3(database.url, async (write) => {
        await write();
        const store = await openStore(checkDatabase(database.url));
        const { seq } = await store.head();
        await assert.rejects(write());
        assert.deepEqual(await store.entriesAfter(seq, 1), []);
        await store.close();
      });
    });
  });
}

function schema3({ name }: StoreEngine): URL {
  return new URL(`../fixtures/schema-3.${name}.sql`, import.meta.url);
}
