import { jsonInteger, toJson } from './exact-json.ts';
import type { Reason } from './ledger-entry.ts';

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

const columns = ['start', 'end', 'sold', 'arrived', 'returned', 'damaged', 'counted', 'other'] as const;
type Amounts = Record<(typeof columns)[number], bigint>;

const noSum: Sum = [0, 0];

/** Sales and damage count as positive when they reduce the stock. */
function amountsOf(pet: PetSums): Amounts {
  const start = BigInt(pet.start);
  const sold = -exactSum(pet.sale ?? noSum);
  const arrived = exactSum(pet.arrival ?? noSum);
  const returned = exactSum(pet.return ?? noSum);
  const damaged = -exactSum(pet.damage ?? noSum);
  const counted = exactSum(pet.count ?? noSum);
  const other = exactSum(pet.adjustment ?? noSum);
  const end = start - sold + arrived + returned - damaged + counted + other;
  return { start, end, sold, arrived, returned, damaged, counted, other };
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

function ratesOf({ sold, end }: Amounts, days: number) {
  const isSold = sold > 0n && days > 0;
  const soldPerDay = days > 0 ? Number(sold) / days : 0;
  const daysLeft = isSold ? Math.max(0, Math.floor((Number(end) * days) / Number(sold))) : null;
  return { soldPerDay, daysLeft };
}

/** The amounts and rates as `JSON.stringify` writes them with every digit. A loop over the columns would take twice as long. */
function jsonRow(amounts: Amounts, days: number): object {
  return {
    start: jsonInteger(amounts.start),
    end: jsonInteger(amounts.end),
    sold: jsonInteger(amounts.sold),
    arrived: jsonInteger(amounts.arrived),
    returned: jsonInteger(amounts.returned),
    damaged: jsonInteger(amounts.damaged),
    counted: jsonInteger(amounts.counted),
    other: jsonInteger(amounts.other),
    ...ratesOf(amounts, days),
  };
}

const petsIn = (page: string) => JSON.parse(page) as PetSums[];

/** Yields a page at a time, so that a report on a million pets is never in memory as a whole. */
export function* reportJson(report: Report): Generator<string> {
  const { sinceMs, untilMs, timeZone, days, pages, daily } = report;
  const [since, until] = [new Date(sinceMs).toISOString(), new Date(untilMs).toISOString()];
  const totals = amountsOf({ petId: '', start: 0 });
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
  yield `petId,${columns},soldPerDay,daysLeft\r\n`;
  for (const page of pages) {
    const rows = petsIn(page).map((pet) => {
      const amounts = amountsOf(pet);
      const { soldPerDay, daysLeft } = ratesOf(amounts, days);
      return `${pet.petId},${columns.map((name) => amounts[name])},${soldPerDay},${daysLeft ?? ''}\r\n`;
    });
    yield rows.join('');
  }
}
