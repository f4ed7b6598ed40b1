import '../support/messages.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
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

describe('days are those of the shop', () => {
  const isoOf = (span: ReturnType<typeof spanOfDays>) =>
    span && [span.since.toISOString(), span.until.toISOString()];

  const days = [
    {
      title: 'of 23 hours in spring',
      timeZone: 'Europe/Berlin',
      first: '2026-03-29',
      last: '2026-03-29',
      span: ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    },
    {
      title: 'of 25 hours in autumn',
      timeZone: 'Europe/Berlin',
      first: '2026-10-25',
      last: '2026-10-25',
      span: ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    },
    {
      title: 'far ahead of UTC',
      timeZone: 'Pacific/Kiritimati',
      first: '2026-01-01',
      last: '2026-01-02',
      span: ['2025-12-31T10:00:00.000Z', '2026-01-02T10:00:00.000Z'],
    },
  ];
  for (const { title, timeZone, first, last, span } of days) {
    test(title, () => {
      setShopTimeZone(timeZone);
      assert.deepEqual(isoOf(spanOfDays(first, last)), span);
    });
  }

  test('for a time that the user enters', () => {
    setShopTimeZone('Europe/Berlin');
    assert.equal(shopTime('2026-03-29T10:30').toISOString(), '2026-03-29T08:30:00.000Z');
  });

  test('for today', () => {
    setShopTimeZone('Europe/Berlin');
    assert.equal(dateText(new Date('2026-11-17T23:30:00Z')), '2026-11-18');
  });

  const spans = [
    { name: 'days', start: '2026-10-20' },
    { name: 'week', start: '2026-11-16' },
    { name: 'month', start: '2026-11-01' },
    { name: 'quarter', start: '2026-10-01' },
    { name: 'year', start: '2026-01-01' },
  ] as const;
  for (const { name, start } of spans) {
    test(`for the beginning of a span (${name})`, () => {
      setShopTimeZone('Europe/Berlin');
      assert.equal(dateText(startOfSpan(name, new Date('2026-11-17T23:30:00Z'))), start);
    });
  }

  test('as before if the time zone is unknown', () => {
    setShopTimeZone('Pacific/Kiritimati');
    setShopTimeZone('Nowhere/Land');
    assert.equal(dateText(new Date('2026-01-01T10:00:00Z')), '2026-01-02');
  });
});

describe('a span of days is none', () => {
  const none = [
    { title: 'without a first day', first: '', last: '2026-01-01' },
    { title: 'without a last day', first: '2026-01-01', last: '' },
    { title: 'that ends before it begins', first: '2026-01-02', last: '2026-01-01' },
    { title: 'that begins in another age', first: '0002-01-01', last: '2026-01-01' },
  ];
  for (const { title, first, last } of none) {
    test(title, () => assert.equal(spanOfDays(first, last), undefined));
  }
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

describe('the screen Activity', () => {
  const petIn = (text: string) => filterFromUrl(`#activity?pet=${text}`).pet;

  for (const id of ['7', '-7']) {
    test(`shows the pet ${id} of the URL`, () => assert.equal(petIn(id), id));
  }

  for (const text of ['x', '1.5', '9223372036854775808', '']) {
    test(`ignores “${text}” in the URL, which is no ID`, () => assert.equal(petIn(text), ''));
  }
});

test('the axis of a chart fits', () => {
  for (let most = 1; most < 5_000; most++) {
    const top = axisTop(most);
    assert.ok(top >= most, `${most} does not fit below ${top}`);
    assert.ok(top % 2 === 0, `${top} has no half`);
    if (most >= 10) assert.ok(top <= 1.4 * most, `${top} is far above ${most}`);
  }
});

describe('what to order', () => {
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

  test('is what is short by its sales or by its level', () => {
    const orders = ordersOf(pets, reportOf(sales), 5, { daysLeft: 7, daysWanted: 30 });
    assert.equal(orderText(orders), '260 × Guppy, 4006381333931\n2 × Pet 1');
  });

  test('runs out within the days that are asked for, and is for sale', () => {
    const find = (id: bigint) => pets.find((one) => one.id === id);
    const found = runningOut(sales, 7, find).map(({ petId }) => petId);
    assert.deepEqual(found, [2n]);
  });
});

describe('changes without a reason', () => {
  const adjustments = [
    { petId: 1n, delta: -3 },
    { petId: 2n, delta: 4 },
  ] as LedgerEntry[];
  const pets = [
    reported(1n, { other: -3 }),
    reported(2n, { other: 1 }),
    reported(3n, { other: 5 }),
  ];

  test('are what no adjustment explains', () => {
    assert.deepEqual(unexplained(pets, adjustments), { pets: 2, units: 2 });
  });

  test('are none if adjustments explain all of them', () => {
    const explained = unexplained(pets.slice(0, 1), adjustments.slice(0, 1));
    assert.deepEqual(explained, { pets: 0, units: 0 });
  });
});
