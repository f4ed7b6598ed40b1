import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type LedgerEntry, type Reason, reasons } from '../../src/domain/ledger-entry.ts';
import { reportJson } from '../../src/domain/report.ts';
import { ShopDays } from '../../src/domain/shop-days.ts';
import type { Command } from '../../src/domain/write.ts';
import { openStore } from '../../src/engines.ts';
import { Inventory } from '../../src/inventory/inventory.ts';
import { limits } from '../../src/limits.ts';
import { checkDatabase } from '../../src/settings.ts';
import type { Store } from '../../src/store/store.ts';
import { inForm } from '../support/long-form.ts';
import { addPets } from '../support/service/store-contents.ts';
import { createClock, type TestClock } from '../support/store/clock.ts';
import { type StoreEngine, storeEngines } from '../support/store/engines.ts';
import { unsaid, writeOf } from '../support/store/write.ts';

/** Reports on any span, compared with a plain sum over the entries of the ledger. */

const hourMs = 3_600_000;

/** Days of 23 and of 25 hours, a midnight that does not exist, and half an hour less than a whole one. */
const changes = [
  ['Europe/Berlin', '2026-03-28T00:00:00Z'],
  ['Europe/Berlin', '2026-10-24T00:00:00Z'],
  ['Africa/Cairo', '2026-04-22T22:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-03T00:00:00Z'],
] as const;

type Change = { readonly command: Command; readonly waitMs: number };

const petIds = [1n, 2n, 9_007_199_254_740_993n, -5n];
const petId = fc.constantFrom(...petIds);
const reason = fc.constantFrom(undefined, ...reasons);
const quantity = fc.oneof(fc.nat({ max: 50 }), fc.constant(Number.MAX_SAFE_INTEGER));

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ petId, quantity, reason }).map((set) => ({ kind: 'set', ...set, ...unsaid }) as const),
  fc
    .record({ petId, delta: fc.integer({ min: -9, max: 9 }), reason })
    .map((some) => ({ kind: 'adjust', ...some, ...unsaid }) as const),
  fc.record({ petId, quantity }).map((put) => ({ kind: 'put', status: 'available', ...put, ...unsaid }) as const),
  petId.map((removed) => ({ kind: 'delete', petId: removed, ...unsaid }) as const),
);

/** Also back: entries of a clock that is behind get the time of the last one. */
const waitMs = fc.constantFrom(0, 1, hourMs, 5 * hourMs, 11.5 * hourMs, 24 * hourMs, 70 * hourMs, -hourMs);
const changesOfShop = fc.array(fc.record({ command, waitMs }), { minLength: 40, maxLength: 60 });

async function makeChanges({ store, clock }: Shop, made: readonly Change[], startMs: number): Promise<void> {
  let atMs = startMs;
  for (const { command, waitMs } of made) {
    atMs += waitMs;
    await clock.set(atMs);
    await store.commit([writeOf([command])]);
  }
}

const columns: Record<Reason, string> = {
  ...{ sale: 'sold', arrival: 'arrived', return: 'returned', damage: 'damaged', count: 'counted', adjustment: 'other' },
};

/** Entry by entry, without sequences or days. */
function plainReport(entries: readonly LedgerEntry[], sinceMs: number, untilMs: number, days: number) {
  const none = { start: 0n, end: 0n, sold: 0n, arrived: 0n, returned: 0n, damaged: 0n, counted: 0n, other: 0n };
  type Sums = Record<string, bigint> & typeof none;
  const pets = new Map<bigint, { sums: Sums; changed: boolean }>();
  for (const entry of entries) {
    const pet = pets.get(entry.petId) ?? { sums: { ...none } as Sums, changed: false };
    pets.set(entry.petId, pet);
    const delta = BigInt(entry.after ?? 0) - BigInt(entry.before ?? 0);
    if (entry.atMs < sinceMs) pet.sums.start += delta;
    if (entry.atMs < untilMs) pet.sums.end += delta;
    if (entry.atMs < sinceMs || entry.atMs >= untilMs) continue;
    pet.changed = true;
    const isLoss = entry.reason === 'sale' || entry.reason === 'damage';
    const column = columns[entry.reason ?? 'adjustment'];
    pet.sums[column] = (pet.sums[column] ?? 0n) + (isLoss ? -delta : delta);
  }
  const rates = ({ sold, end }: Sums) => {
    const left = sold > 0n && days > 0 ? Math.max(0, Math.floor((Number(end) * days) / Number(sold))) : null;
    return { soldPerDay: days > 0 ? Number(sold) / days : 0, daysLeft: left };
  };
  const asJson = (sums: Sums) => {
    const { start, end, sold, arrived, returned, damaged, counted, other } = sums;
    assert.equal(end, start - sold + arrived + returned - damaged + counted + other);
    return mapValues({ ...sums, ...rates(sums) }, exact);
  };
  const shown = [...pets]
    .filter(([, { sums, changed }]) => changed || sums.end !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const totals: Sums = { ...none };
  for (const [, { sums }] of shown)
    for (const [name, value] of Object.entries(sums)) totals[name] = (totals[name] ?? 0n) + value;
  return { pets: shown.map(([id, { sums }]) => ({ petId: exact(id), ...asJson(sums) })), totals: asJson(totals) };
}

/** An integer as its digits, which a number might not hold all. */
const exact = (value: bigint | number | null) =>
  /^-?\d+$/.test(String(value)) && value !== null ? String(value) : value;

const mapValues = <T, U>(object: Record<string, T>, map: (value: T) => U) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));

/** Spans that begin and end with entries, with days, and anywhere. */
async function assertReports({ inventory, store }: Shop, timeZone: string, numRuns: number): Promise<void> {
  const shopDays = new ShopDays(timeZone);
  const entries = await store.entriesAfter(0, 100_000);
  const time = fc
    .tuple(
      fc.constantFrom(...entries.map(({ atMs }) => atMs)),
      fc.constantFrom<(atMs: number) => number>(
        (atMs) => atMs,
        (atMs) => atMs + 1,
        (atMs) => shopDays.startOf(atMs),
        (atMs) => shopDays.endOf(atMs),
        (atMs) => atMs - 40 * 24 * hourMs,
      ),
    )
    .map(([atMs, move]) => move(atMs));
  await fc.assert(
    fc.asyncProperty(time, time, fc.boolean(), async (one, other, later) => {
      const sinceMs = Math.min(one, other);
      const untilMs = Math.max(one, other) + (later ? 90 * 24 * hourMs : 0);
      const days = shopDays.between(sinceMs, untilMs);
      const expected = plainReport(entries, sinceMs, untilMs, days);
      await inventory.ensureFresh();
      const options = { shopDays, withDays: false, isWanted: () => true };
      const report = await inventory.reads.report({ since: sinceMs, until: untilMs, ...options });
      const digits = [...reportJson(report)].join('').replaceAll(/:(-?\d+)(?=[,}])/g, ':"$1"');
      report.release();
      const json = JSON.parse(digits);
      assert.deepEqual(json, {
        since: new Date(sinceMs).toISOString(),
        until: new Date(untilMs).toISOString(),
        timeZone,
        ...expected,
      });
    }),
    { numRuns },
  );
}

type Shop = { readonly inventory: Inventory; readonly store: Store; readonly clock: TestClock };

async function withInventory(engine: StoreEngine, startMs: number, work: (shop: Shop) => Promise<void>) {
  const database = await engine.create();
  const clock = await createClock(database.url, startMs);
  const open = () => openStore(checkDatabase(clock.url), { now: clock.now });
  const store = await open();
  const inventory = new Inventory(open, { limits });
  try {
    await inventory.load();
    await work({ inventory, store, clock });
  } finally {
    for (const part of [inventory, store, clock]) await part.close();
    await database.drop();
  }
}

for (const engine of storeEngines) {
  test(`a report in ${engine.name} is the sum of the ledger, for any span and any time zone, while the shop goes on`, async () => {
    await fc.assert(
      fc.asyncProperty(
        changesOfShop,
        changesOfShop,
        fc.constantFrom(...changes),
        async (before, after, [timeZone, start]) => {
          await withInventory(engine, Date.parse(start), async (shop) => {
            await addPets(
              shop.store,
              petIds.map((id) => ({ petId: id, quantity: 50 })),
            );
            await makeChanges(shop, before, Date.parse(start));
            await assertReports(shop, timeZone, 8);
            await makeChanges(shop, after, Date.parse(start) + 24 * hourMs);
            await assertReports(shop, timeZone, 8);
            await assertReports(shop, 'America/New_York', 4);
          });
        },
      ),
      { numRuns: inForm({ short: 2, long: 200 }), endOnFailure: true },
    );
  });
}
