import { jsonInteger, toJson } from './exact-json.ts';
import { type Reason, reasons } from './ledger-entry.ts';

/** A sum can exceed what a number holds, so it comes in two parts: a multiple of `sumUnit`, and the rest. */
type Sum = readonly [units: number, rest: number];
export const sumUnit = 2 ** 26;

/** The stock of a pet at the start, and the sum of its changes by reason. A sum that is missing is 0. */
type PetSums = { readonly petId: string; readonly start: number } & Partial<Readonly<Record<Reason, Sum>>>;

/** The sums of a quarter of an hour. In every time zone, days begin with a quarter of an hour. */
export type QuarterSums = Readonly<{ quarter: number; sale: Sum; arrival: Sum }>;
export const quarterMs = 900_000;

export function exactSum([units, rest]: Sum): bigint {
  const sum = units * sumUnit + rest;
  return Number.isSafeInteger(sum) ? BigInt(sum) : BigInt(units) * BigInt(sumUnit) + BigInt(rest);
}

/** The column of each reason. Sales and damage count as positive when they reduce the stock. */
const columnOf = {
  sale: 'sold',
  arrival: 'arrived',
  return: 'returned',
  damage: 'damaged',
  count: 'counted',
  adjustment: 'other',
} as const satisfies Record<Reason, string>;

type ReportColumn = (typeof columnOf)[Reason];
type Amounts = Record<'start' | 'end' | ReportColumn, bigint>;

const noAmounts: Amounts = {
  start: 0n,
  end: 0n,
  sold: 0n,
  arrived: 0n,
  returned: 0n,
  damaged: 0n,
  counted: 0n,
  other: 0n,
};

function amountsOf(pet: PetSums): Amounts {
  const start = BigInt(pet.start);
  const amounts = { ...noAmounts, start, end: start };
  for (const reason of reasons) {
    const sum = exactSum(pet[reason] ?? [0, 0]);
    amounts.end += sum;
    amounts[columnOf[reason]] = reason === 'sale' || reason === 'damage' ? -sum : sum;
  }
  return amounts;
}

export type Report = {
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly timeZone: string;
  /** The length of the span in days, in the shop's time zone. */
  readonly days: number;
  /** JSON arrays of `PetSums`, ascending by petId. */
  readonly pages: readonly string[];
  /** The days with sales or arrivals, ascending; null if they were not requested. */
  readonly daily: readonly DayAmounts[] | null;
};

export type DayAmounts = { readonly day: string; readonly sold: bigint; readonly arrived: bigint };

const columns = Object.keys(noAmounts) as (keyof Amounts)[];

/** The amounts, and the rates over so many days. */
function withRates(amounts: Amounts, days: number) {
  const { sold, end } = amounts;
  const isSold = sold > 0n && days > 0;
  const soldPerDay = days > 0 ? Number(sold) / days : 0;
  const daysLeft = isSold ? Math.max(0, Math.floor((Number(end) * days) / Number(sold))) : null;
  return { ...amounts, soldPerDay, daysLeft };
}

/** The amounts and rates as `JSON.stringify` writes them with every digit. */
function jsonRow(amounts: Amounts, days: number): object {
  const row: Record<string, unknown> = withRates(amounts, days);
  for (const name of columns) row[name] = jsonInteger(amounts[name]);
  return row;
}

const petsIn = (page: string) => JSON.parse(page) as PetSums[];

/** Yields a page at a time, so that a report on a million pets is never in memory as a whole. */
export function* reportJson(report: Report): Generator<string> {
  const { sinceMs, untilMs, timeZone, days, pages, daily } = report;
  const [since, until] = [new Date(sinceMs).toISOString(), new Date(untilMs).toISOString()];
  const totals = { ...noAmounts };
  yield `{"since":"${since}","until":"${until}","timeZone":"${timeZone}","pets":[`;
  for (const [index, page] of pages.entries()) {
    const rows = petsIn(page).map((pet) => {
      const amounts = amountsOf(pet);
      for (const name of columns) totals[name] += amounts[name];
      return JSON.stringify({ petId: jsonInteger(BigInt(pet.petId)), ...jsonRow(amounts, days) });
    });
    yield `${index === 0 ? '' : ','}${rows}`;
  }
  yield `],"totals":${JSON.stringify(jsonRow(totals, days))}${daily ? `,"days":${toJson(daily)}` : ''}}`;
}

/** Yields a table in the form of RFC 4180. */
export function* reportCsv({ pages, days }: Report): Generator<string> {
  yield `petId,${Object.keys(withRates(noAmounts, days))}\r\n`;
  for (const page of pages) {
    const row = (amounts: Amounts) => Object.values(withRates(amounts, days)).map((value) => value ?? '');
    yield petsIn(page)
      .map((pet) => `${pet.petId},${row(amountsOf(pet))}\r\n`)
      .join('');
  }
}
