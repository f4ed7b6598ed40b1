import '../support/messages.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PetStatus } from '@pawstock/shared/item.ts';
import { noDetails } from '@pawstock/shared/pet-details.ts';
import fc from 'fast-check';
import type { LedgerEntry, Report, ReportedPet } from 'pawstock-client/inventory-types.ts';
import { filterFromUrl } from '../../dashboard/src/history/filter.ts';
import {
  axisTop,
  ordersOf,
  orderText,
  runningOut,
  unexplained,
} from '../../dashboard/src/reports/load-report.ts';
import { startOfSpan } from '../../dashboard/src/reports/span.ts';
import { dateText, shopTime, spanOfDays } from '../../dashboard/src/state/days.ts';
import { setShopTimeZone } from '../../dashboard/src/state/time-zone.ts';
import { petOf } from '../../dashboard/src/stock/pet.ts';

const pet = (petId: bigint, quantity: number, status: PetStatus = 'available', details = {}) =>
  petOf({ petId, quantity, status }, { ...noDetails, ...details });

const reported = (petId: bigint, amounts: Partial<ReportedPet>) =>
  ({ petId, ...amounts }) as ReportedPet;
const reportOf = (pets: ReportedPet[]) => ({ pets }) as unknown as Report;

test('days are those of the shop, also where clocks change, whatever the time zone of the browser', () => {
  setShopTimeZone('Europe/Berlin');
  const iso = (span: ReturnType<typeof spanOfDays>) =>
    span && [span.since.toISOString(), span.until.toISOString()];
  // Clocks change on these days, which last 23 and 25 hours.
  assert.deepEqual(iso(spanOfDays('2026-03-29', '2026-03-29')), [
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ]);
  assert.deepEqual(iso(spanOfDays('2026-10-25', '2026-10-25')), [
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ]);
  assert.equal(shopTime('2026-03-29T10:30').toISOString(), '2026-03-29T08:30:00.000Z');
  const now = new Date('2026-11-17T23:30:00Z');
  assert.equal(dateText(now), '2026-11-18', 'it is tomorrow in the shop already');
  const starts = (['days', 'week', 'month', 'quarter', 'year'] as const).map((name) =>
    dateText(startOfSpan(name, now)),
  );
  assert.deepEqual(starts, ['2026-10-20', '2026-11-16', '2026-11-01', '2026-10-01', '2026-01-01']);
  setShopTimeZone('Pacific/Kiritimati');
  assert.deepEqual(iso(spanOfDays('2026-01-01', '2026-01-02')), [
    '2025-12-31T10:00:00.000Z',
    '2026-01-02T10:00:00.000Z',
  ]);
  setShopTimeZone('Nowhere/Land');
  assert.equal(
    dateText(new Date('2026-01-01T10:00:00Z')),
    '2026-01-02',
    'an unknown time zone changes nothing',
  );
  for (const [first, last] of [
    ['', '2026-01-01'],
    ['2026-01-02', '2026-01-01'],
    ['2026-01-01', ''],
    ['0002-01-01', '2026-01-01'],
  ] as const)
    assert.equal(spanOfDays(first, last), undefined, `${first} to ${last}`);
});

test('a time that the clocks show is read back, also around a change of the clocks', () => {
  const shown = (at: Date, timeZone: string) =>
    at.toLocaleString('sv', { timeZone }).replace(' ', 'T');
  const zone = fc.constantFrom(
    'America/New_York',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Pacific/Kiritimati',
  );
  const day = fc.constantFrom(
    '2026-03-08',
    '2026-03-29',
    '2026-04-04',
    '2026-10-03',
    '2026-10-25',
    '2026-11-01',
  );
  const readBack = (timeZone: string, startDay: string, quarters: number) => {
    setShopTimeZone(timeZone);
    const text = shown(new Date(Date.parse(startDay) + quarters * 900_000), timeZone);
    // A time in the repeated hour is shown twice, and either moment is right.
    assert.equal(shown(shopTime(text), timeZone), text);
  };
  readBack('America/New_York', '2026-03-08', 30);
  readBack('Europe/Berlin', '2026-03-29', 2);
  fc.assert(fc.property(zone, day, fc.integer({ min: -100, max: 200 }), readBack), {
    numRuns: 300,
  });
});

test('the screen Activity ignores a pet in the URL that is not an ID', () => {
  const petIn = (text: string) => filterFromUrl(`#activity?pet=${text}`).pet;
  assert.deepEqual(['7', '-7', 'x', '1.5', '9223372036854775808', ''].map(petIn), [
    '7',
    '-7',
    '',
    '',
    '',
    '',
  ]);
});

test('the axis of a chart fits', () => {
  for (let most = 1; most < 5_000; most++) {
    const top = axisTop(most);
    assert.ok(
      top >= most && top % 2 === 0 && (most < 10 || top <= 1.4 * most),
      `${top} for ${most}`,
    );
  }
});

test('what to order: pets that are for sale, and short by their level or by their sales', () => {
  const details = { name: 'Guppy', barcode: '4006381333931' };
  const pets = [
    pet(1n, 3),
    pet(2n, 40, 'available', details),
    pet(3n, 0, 'sold'),
    pet(4n, 1, 'pending'),
    pet(5n, 90),
  ];
  const sales = [
    reported(2n, { soldPerDay: 10, daysLeft: 4, end: 40 }),
    reported(3n, { soldPerDay: 1, daysLeft: 1, end: 1 }),
    reported(5n, { soldPerDay: 1, daysLeft: 90, end: 90 }),
  ];
  const orders = ordersOf(pets, reportOf(sales), 5, { daysLeft: 7, daysWanted: 30 });
  assert.equal(orderText(orders), '260 × Guppy, 4006381333931\n2 × Pet 1');
  const find = (id: bigint) => pets.find((one) => one.id === id);
  const found = runningOut(sales, 7, find).map(({ petId }) => petId);
  assert.deepEqual(found, [2n]);
});

test('changes without a reason', () => {
  const adjustments = [
    { petId: 1n, delta: -3 },
    { petId: 2n, delta: 4 },
  ] as LedgerEntry[];
  const pets = [
    reported(1n, { other: -3 }),
    reported(2n, { other: 1 }),
    reported(3n, { other: 5 }),
  ];
  assert.deepEqual(unexplained(pets, adjustments), { pets: 2, units: 2 });
  assert.deepEqual(unexplained(pets.slice(0, 1), adjustments.slice(0, 1)), { pets: 0, units: 0 });
});
