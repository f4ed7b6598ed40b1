import { addDays, calendarDay, type DateSpan, dateText, startOfDay } from '../state/days.ts';

export const spanNames = ['days', 'week', 'month', 'quarter', 'year', 'any'] as const;
export type SpanName = (typeof spanNames)[number];

/** The beginning of the last 30 days, or of the current week, month, quarter or year. */
export function startOfSpan(name: Exclude<SpanName, 'any'>, now = new Date()): Date {
  const today = dateText(now);
  const date = new Date(today);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const firstDays = {
    days: addDays(today, -29),
    // Weeks begin on Monday.
    week: addDays(today, -((date.getUTCDay() + 6) % 7)),
    month: calendarDay(Date.UTC(year, month)),
    quarter: calendarDay(Date.UTC(year, month - (month % 3))),
    year: calendarDay(Date.UTC(year)),
  };
  return startOfDay(firstDays[name]);
}

/** The time directly before a span, of the same length. */
export function spanBefore({ since, until }: DateSpan): DateSpan {
  return { since: new Date(2 * since.getTime() - until.getTime()), until: since };
}
