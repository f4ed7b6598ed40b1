import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ShopDays } from '@pawstock/shared/shop-days.ts';
import fc from 'fast-check';
import { inForm } from '../support/long-form.ts';

const dayMs = 24 * 3_600_000;

/**
 * Time zones with summer time, half hours, odd seconds, and days that the date line skipped or
 * repeated.
 */
const timeZones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kwajalein',
  'America/Juneau',
  'Africa/Monrovia',
  'Europe/Dublin',
  'America/Scoresbysund',
];

/** The range of times in RFC 3339: years of four digits, and an offset of up to a day. */
const firstMs = Date.parse('0000-01-01T00:00:00Z') - dayMs;
const lastMs = Date.parse('9999-12-31T23:59:59.999Z') + dayMs;

const instant = fc.oneof(
  fc.integer({ min: firstMs, max: lastMs }),
  fc.integer({ min: Date.parse('1582-10-01'), max: Date.parse('1582-10-20') }),
  fc.integer({ min: Date.parse('1844-12-28'), max: Date.parse('2040-01-01') }),
  fc.integer({ min: Date.parse('2026-10-24'), max: Date.parse('2026-10-27') }),
  fc.constantFrom(firstMs, Date.parse('0001-01-01T00:00:00Z'), 0, lastMs),
);

/** Three times, in their order. */
const threeInstants = fc
  .tuple(instant, instant, instant)
  .map((times) => times.toSorted((a, b) => a - b) as [number, number, number]);

const params = { numRuns: inForm({ short: 200, long: 5_000 }) };

for (const timeZone of timeZones) {
  const days = new ShopDays(timeZone);

  test(`a span in ${timeZone} is never negative`, () => {
    const property = fc.property(threeInstants, ([first, , last]) => {
      const span = days.between(first, last);
      assert.ok(span >= 0, `${span} days`);
    });
    fc.assert(property, params);
  });

  test(`a longer span in ${timeZone} has more days`, () => {
    const property = fc.property(threeInstants, ([first, second, third]) => {
      const part = days.between(first, second);
      const whole = days.between(first, third);
      const what = `${part} and ${whole} days`;
      if (third === second) assert.equal(whole, part, what);
      assert.ok(whole > part - 1e-6, what);
      if (third - second > dayMs) assert.ok(whole > part, what);
    });
    fc.assert(property, params);
  });

  test(`a span in ${timeZone} is close to the days that have elapsed`, () => {
    // A time zone may skip or repeat a date, so they may differ by up to two.
    const property = fc.property(threeInstants, ([first, , last]) => {
      const span = days.between(first, last);
      const elapsed = (last - first) / dayMs;
      assert.ok(Math.abs(span - elapsed) < 2, `${span} days, of which ${elapsed} have elapsed`);
    });
    fc.assert(property, params);
  });
}
