import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LedgerEntry, type Reason, reasons } from '@pawstock/shared/ledger-entry.ts';
import { ShopDays } from '@pawstock/shared/shop-days.ts';
import fc from 'fast-check';
import { reportJson } from '../../src/domain/report.ts';
import type { StockCommand } from '../../src/domain/write.ts';
import { openStore } from '../../src/engines.ts';
import { Inventory } from '../../src/inventory/inventory.ts';
import { limits } from '../../src/limits.ts';
import { systemPlatform } from '../../src/platform.ts';
import { checkDatabase } from '../../src/settings.ts';
import type { Store } from '../../src/store/store.ts';
import { inForm } from '../support/long-form.ts';
import { createClock, type TestClock } from '../support/store/clock.ts';
import { type StoreEngine, storeEngines } from '../support/store/engines.ts';
import { unsaid, writeOf } from '../support/store/write.ts';

/** Compares reports on random spans with a plain sum over the ledger entries. */

const hourMs = 3_600_000;

/**
 * Clock changes: they make days of 23 and 25 hours, skip a midnight, and move the clock by half an
 * hour.
 */
const changes = [
  ['Europe/Berlin', '2026-03-28T00:00:00Z'],
  ['Europe/Berlin', '2026-10-24T00:00:00Z'],
  ['Africa/Cairo', '2026-04-22T22:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-03T00:00:00Z'],
] as const;

const petIds = [1n, 2n, 9_007_199_254_740_993n, -5n];

/** Changes of every kind for each pet, and changes of its quantity for each reason. */
const everyChange = petIds.flatMap((petId): StockCommand[] => [
  { kind: 'put', petId, quantity: 50, status: 'available', ...unsaid },
  ...reasons.flatMap((reason, nth): StockCommand[] => [
    { kind: 'adjust', petId, delta: (-2) ** nth, reason, ...unsaid },
    { kind: 'set', petId, quantity: 50 - nth, reason, ...unsaid },
  ]),
  { kind: 'adjust', petId, delta: 5, ...unsaid },
  { kind: 'set', petId, quantity: Number.MAX_SAFE_INTEGER, reason: 'return', ...unsaid },
  { kind: 'delete', petId, ...unsaid },
]);
const inAnyOrder = fc.shuffledSubarray(everyChange, { minLength: everyChange.length });

/**
 * How far the clock moves between two changes. If it goes back, an entry gets the time of the entry
 * before it.
 */
const waitsMs = [
  0,
  1,
  hourMs,
  5 * hourMs,
  11.5 * hourMs,
  24 * hourMs,
  70 * hourMs,
  -hourMs,
  hourMs,
];

async function makeChanges(
  { store, clock }: Shop,
  commands: readonly StockCommand[],
  startMs: number,
): Promise<void> {
  let atMs = startMs;
  for (const [index, command] of commands.entries()) {
    atMs += waitsMs[index % waitsMs.length] ?? 0;
    await clock.set(atMs);
    await store.commit([writeOf(command)]);
  }
}

const columns: Record<Reason, string> = {
  sale: 'sold',
  arrival: 'arrived',
  return: 'returned',
  damage: 'damaged',
  died: 'died',
  count: 'counted',
  adjustment: 'other',
};

/** Computes a report with a plain loop over all ledger entries. */
function plainReport(
  entries: readonly LedgerEntry[],
  sinceMs: number,
  untilMs: number,
  days: number,
) {
  const none = {
    start: 0n,
    end: 0n,
    sold: 0n,
    arrived: 0n,
    returned: 0n,
    damaged: 0n,
    died: 0n,
    counted: 0n,
    other: 0n,
  };
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
    const isLoss = ['sale', 'damage', 'died'].includes(entry.reason ?? '');
    const column = columns[entry.reason ?? 'adjustment'];
    pet.sums[column] = (pet.sums[column] ?? 0n) + (isLoss ? -delta : delta);
  }
  const rates = ({ sold, end }: Sums) => {
    const left =
      sold > 0n && days > 0 ? Math.max(0, Math.floor((Number(end) * days) / Number(sold))) : null;
    return { soldPerDay: days > 0 ? Number(sold) / days : 0, daysLeft: left };
  };
  const asJson = (sums: Sums) => {
    const { start, end, sold, arrived, returned, damaged, died, counted, other } = sums;
    assert.equal(end, start - sold + arrived + returned - damaged - died + counted + other);
    return mapValues({ ...sums, ...rates(sums) }, exact);
  };
  const shown = [...pets]
    .filter(([, { sums, changed }]) => changed || sums.end !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const totals: Sums = { ...none };
  for (const [, { sums }] of shown)
    for (const [name, value] of Object.entries(sums)) totals[name] = (totals[name] ?? 0n) + value;
  return {
    pets: shown.map(([id, { sums }]) => ({ petId: exact(id), ...asJson(sums) })),
    totals: asJson(totals),
  };
}

/** Represents an integer as a string, because a JavaScript number may be inexact. */
const exact = (value: bigint | number | null) =>
  /^-?\d+$/.test(String(value)) && value !== null ? String(value) : value;

const mapValues = <T, U>(object: Record<string, T>, map: (value: T) => U) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));

/**
 * Asserts that reports are right for spans between ledger entries, between days and between
 * arbitrary times.
 */
async function assertReports(
  { inventory, store }: Shop,
  timeZone: string,
  numRuns: number,
): Promise<void> {
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
  const some = fc.option(
    fc.subarray([...new Set(entries.map(({ petId }) => petId))], { minLength: 1 }),
    {
      nil: null,
    },
  );
  await fc.assert(
    fc.asyncProperty(time, time, fc.boolean(), some, async (one, other, later, petIds) => {
      const sinceMs = Math.min(one, other);
      const untilMs = Math.max(one, other) + (later ? 90 * 24 * hourMs : 0);
      const days = shopDays.between(sinceMs, untilMs);
      const selected = entries.filter(({ petId }) => petIds?.includes(petId) ?? true);
      const expected = plainReport(selected, sinceMs, untilMs, days);
      await inventory.ensureFresh();
      const options = { shopDays, withDays: false, isWanted: () => true };
      const span = { since: sinceMs, until: untilMs, petIds };
      const report = await inventory.reads.report({ ...span, ...options });
      const whole = { after: null, limit: Number.POSITIVE_INFINITY };
      const digits = [...reportJson(report, whole)]
        .join('')
        .replaceAll(/:(-?\d+)(?=[,}])/g, ':"$1"');
      report.release();
      const json = JSON.parse(digits);
      assert.deepEqual(json, {
        since: new Date(sinceMs).toISOString(),
        until: new Date(untilMs).toISOString(),
        timeZone,
        ...expected,
      });
    }),
    // The report over the whole ledger contains every reason.
    { numRuns, examples: [[entries[0]?.atMs ?? 0, entries.at(-1)?.atMs ?? 0, true, null]] },
  );
}

type Shop = { readonly inventory: Inventory; readonly store: Store; readonly clock: TestClock };

async function withInventory(
  engine: StoreEngine,
  startMs: number,
  work: (shop: Shop) => Promise<void>,
) {
  const database = await engine.create();
  const clock = await createClock(database.url, startMs);
  const open = () =>
    openStore(checkDatabase(clock.url), { platform: { ...systemPlatform, now: clock.now } });
  const store = await open();
  const inventory = new Inventory(open, { limits, platform: systemPlatform });
  try {
    await inventory.load();
    await work({ inventory, store, clock });
  } finally {
    for (const part of [inventory, store, clock]) await part.close();
    await database.drop();
  }
}

for (const engine of storeEngines) {
  test(`a report in ${engine.name} is the sum of the ledger, for any span and time zone`, async () => {
    await fc.assert(
      fc.asyncProperty(
        inAnyOrder,
        fc.constantFrom(...changes),
        async (later, [timeZone, start]) => {
          await withInventory(engine, Date.parse(start), async (shop) => {
            await makeChanges(shop, everyChange, Date.parse(start));
            await assertReports(shop, timeZone, 8);
            await makeChanges(shop, later, Date.parse(start) + 24 * hourMs);
            await assertReports(shop, timeZone, 8);
            await assertReports(shop, 'America/New_York', 4);
          });
        },
      ),
      { numRuns: inForm({ short: 2, long: 200 }), endOnFailure: true },
    );
  });
}
