import { firstWhere } from './binary-search.ts';

const hourMs = 3_600_000;
/**
 * How far from a time the start and the end of its day are searched. 50 hours are enough even if
 * clocks change.
 */
const nearMs = 50 * hourMs;
/**
 * Before 1970 and from this time on, a day counts as 24 hours: `Intl` writes some of these dates in
 * another form.
 */
const calendarEndMs = Date.UTC(9999);

/** The days in the shop's time zone. A day has 23 to 25 hours when clocks change. */
export class ShopDays {
  readonly timeZone: string;
  readonly #format: Intl.DateTimeFormat;
  readonly #clock: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.timeZone = timeZone;
    this.#format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    this.#clock = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  }

  /** The day on which a time falls, such as 2026-01-31. */
  dayOf(atMs: number): string {
    return this.#format.format(atMs);
  }

  /** The minutes since midnight on the clock of the shop. */
  minuteOf(atMs: number): number {
    const [hours = '', minutes = ''] = this.#clock.format(atMs).split(':');
    return 60 * Number(hours) + Number(minutes);
  }

  startOf(atMs: number): number {
    const day = this.dayOf(atMs);
    return firstWhere(atMs - nearMs, atMs, (time) => this.dayOf(time) === day);
  }

  endOf(atMs: number): number {
    const day = this.dayOf(atMs);
    return firstWhere(atMs, atMs + nearMs, (time) => this.dayOf(time) !== day);
  }

  /**
   * The start of a day such as 2026-01-31. If the time zone skipped that day, returns the start of
   * the next day.
   */
  startOfDay(day: string): number {
    const utcMs = Date.parse(day);
    return firstWhere(utcMs - nearMs, utcMs + nearMs, (time) => this.dayOf(time) >= day);
  }

  /**
   * The number of days between two times, with fractions. A day of 23 hours counts as a whole day.
   */
  between(sinceMs: number, untilMs: number): number {
    return this.#dayNumber(untilMs) - this.#dayNumber(sinceMs);
  }

  #dayNumber(atMs: number): number {
    const withinMs = Math.min(Math.max(atMs, 0), calendarEndMs);
    const startMs = this.startOf(withinMs);
    const partOfDay = (withinMs - startMs) / (this.endOf(withinMs) - startMs);
    return (
      Date.parse(this.dayOf(withinMs)) / (24 * hourMs) +
      partOfDay +
      (atMs - withinMs) / (24 * hourMs)
    );
  }
}
