const hourMs = 3_600_000;
/** More than two days, also where clocks are set back. */
const nearMs = 50 * hourMs;
/** Days have 24 hours before 1970 and from here on: old calendars have years before the first, and days twice. */
const calendarEndMs = Date.UTC(9999);

/** The days of a shop: from midnight to midnight in its time zone, of 23 to 25 hours where clocks are changed. */
export class ShopDays {
  readonly timeZone: string;
  readonly #format: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.timeZone = timeZone;
    this.#format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  }

  /** The day of a time, such as 2026-01-31. */
  dayOf(atMs: number): string {
    return this.#format.format(atMs);
  }

  startOf(atMs: number): number {
    const day = this.dayOf(atMs);
    return firstWhere(atMs - nearMs, atMs, (time) => this.dayOf(time) === day);
  }

  endOf(atMs: number): number {
    const day = this.dayOf(atMs);
    return firstWhere(atMs, atMs + nearMs, (time) => this.dayOf(time) !== day);
  }

  /** How many days lie between, with the parts of the first and the last one. A day of 23 hours is a whole one, too. */
  between(sinceMs: number, untilMs: number): number {
    return this.#dayNumber(untilMs) - this.#dayNumber(sinceMs);
  }

  #dayNumber(atMs: number): number {
    const withinMs = Math.min(Math.max(atMs, 0), calendarEndMs);
    const startMs = this.startOf(withinMs);
    const partOfDay = (withinMs - startMs) / (this.endOf(withinMs) - startMs);
    return Date.parse(this.dayOf(withinMs)) / (24 * hourMs) + partOfDay + (atMs - withinMs) / (24 * hourMs);
  }
}

/** The first whole number from `low` on where `isPast`, which holds for all after it, too; `high` where there is none. */
function firstWhere(low: number, high: number, isPast: (value: number) => boolean): number {
  let [first, end] = [low, high];
  while (first < end) {
    const middle = Math.floor((first + end) / 2);
    if (isPast(middle)) end = middle;
    else first = middle + 1;
  }
  return first;
}
