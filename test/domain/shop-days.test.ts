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
  ...[
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Apia',
  ],
  ...[
    'Pacific/Kwajalein',
    'America/Juneau',
    'Africa/Monrovia',
    'Europe/Dublin',
    'America/Scoresbysund',
  ],
];

/** The range of times in RFC 3339: years of four digits, and an offset of up to a day. */
const [firstMs, lastMs] = [
  Date.parse('0000-01-01T00:00:00Z') - dayMs,
  Date.parse('9999-12-31T23:59:59.999Z') + dayMs,
];
const instant = fc.oneof(
  fc.integer({ min: firstMs, max: lastMs }),
  fc.integer({ min: Date.parse('1582-10-01'), max: Date.parse('1582-10-20') }),
  fc.integer({ min: Date.parse('1844-12-28'), max: Date.parse('2040-01-01') }),
  fc.integer({ min: Date.parse('2026-10-24'), max: Date.parse('2026-10-27') }),
  fc.constantFrom(firstMs, Date.parse('0001-01-01T00:00:00Z'), 0, lastMs),
);

for (const timeZone of timeZones) {
  const days = new ShopDays(timeZone);
  test(`the days of a shop between two times in ${timeZone} are never negative, and more for a longer span`, () => {
    fc.assert(
      fc.property(fc.array(instant, { minLength: 3, maxLength: 3 }), (times) => {
        const [first = 0, second = 0, third = 0] = times.toSorted((a, b) => a - b);
        const [start, whole] = [days.between(first, second), days.between(first, third)];
        assert.ok(start >= 0, `${start} days`);
        assert.ok(
          third === second ? whole === start : whole > start - 1e-6,
          `${start} and ${whole} days`,
        );
        if (third - second > dayMs) assert.ok(whole > start, `${start} and ${whole} days`);
        // A time zone may skip or repeat a date, so the days of a shop and the elapsed days may
        // differ by up to two.
        assert.ok(
          Math.abs(whole - (third - first) / dayMs) < 2,
          `${whole} days for ${third - first} ms`,
        );
      }),
      { numRuns: inForm({ short: 200, long: 5_000 }) },
    );
  });
}
