import { ShopDays } from '@pawstock/shared/shop-days.ts';
import { timeZone } from './time-zone.ts';

/**
 * Each day is a text such as 2026-11-16, as in HTML's date fields, and means that day in the shop's
 * time zone.
 */

export type DateSpan = { readonly since: Date; readonly until: Date };

const dayMs = 86_400_000;
let shopDays = new ShopDays(timeZone());

function currentDays(): ShopDays {
  if (shopDays.timeZone !== timeZone()) shopDays = new ShopDays(timeZone());
  return shopDays;
}

/**
 * The span from the start of the first day to the end of the last day; undefined if a date is
 * missing or wrong.
 */
export function spanOfDays(first: string, last: string): DateSpan | undefined {
  if (first < '1970-01-01' || Number.isNaN(Date.parse(first)) || !(first <= last)) return undefined;
  return { since: startOfDay(first), until: startOfDay(addDays(last, 1)) };
}

export function startOfDay(day: string): Date {
  return new Date(currentDays().startOfDay(day));
}

export function dateText(date: Date): string {
  return currentDays().dayOf(date.getTime());
}

/** The moment at which the shop's clocks show a time such as 2026-11-16T08:30. */
export function shopTime(shown: string): Date {
  const utcMs = Date.parse(`${shown}Z`);
  const offsetAt = (ms: number) =>
    Date.parse(`${new Date(ms).toLocaleString('sv', { timeZone: timeZone() })}Z`) - ms;
  // `utcMs` is hours away from that moment, perhaps beyond a clock change, so the offset is looked
  // up twice.
  return new Date(utcMs - offsetAt(utcMs - offsetAt(utcMs)));
}

export function addDays(day: string, count: number): string {
  return calendarDay(Date.parse(day) + count * dayMs);
}

/**
 * The day in UTC at a given time. Days are added and subtracted in UTC, where every day has 24
 * hours.
 */
export function calendarDay(utcMs: number): string {
  return new Date(utcMs).toISOString().slice(0, 10);
}
