import { firstWhere } from '@pawstock/shared/binary-search.ts';
import { toJson } from '@pawstock/shared/exact-json.ts';
import type { PetId } from '@pawstock/shared/item.ts';
import { type Reason, reasons } from '@pawstock/shared/ledger-entry.ts';
import { reportColumns } from '@pawstock/shared/report-columns.ts';

/**
 * A sum of quantities can be too large for a number, so it is stored as a multiple of `sumUnit` and
 * a remainder.
 */
export const sumUnit = 2 ** 26;

/**
 * A pet's stock at a report's start, and two numbers for each reason's sum: how many `sumUnit`s,
 * and the rest.
 */
type PetSums = Readonly<{ petId: string; start: number; sums: readonly number[] }>;

/**
 * The sums of the changes in a quarter of an hour. In every time zone, a day consists of whole
 * quarters of an hour.
 */
type QuarterSums = Readonly<{ quarter: number; sums: readonly number[] }>;
export const quarterMs = 900_000;

export function exactSum(sums: readonly number[], reason: Reason): bigint {
  const nth = 2 * reasons.indexOf(reason);
  const units = sums[nth] ?? 0;
  const rest = sums[nth + 1] ?? 0;
  const sum = units * sumUnit + rest;
  return Number.isSafeInteger(sum) ? BigInt(sum) : BigInt(units) * BigInt(sumUnit) + BigInt(rest);
}

type Amounts = Record<(typeof reportColumns)[number], bigint>;

/** The amounts in a row of a report. Sales, damage and deaths are positive when they reduce the stock. */
function amountsOf({ start: startNumber, sums }: Omit<PetSums, 'petId'>): Amounts {
  const start = BigInt(startNumber);
  const sold = -exactSum(sums, 'sale');
  const arrived = exactSum(sums, 'arrival');
  const returned = exactSum(sums, 'return');
  const damaged = -exactSum(sums, 'damage');
  const died = -exactSum(sums, 'died');
  const counted = exactSum(sums, 'count');
  const other = exactSum(sums, 'adjustment');
  const end = start - sold + arrived + returned - damaged - died + counted + other;
  return { start, end, sold, arrived, returned, damaged, died, counted, other };
}

export type Report = {
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly timeZone: string;
  /** The length of the reported time span in days of the shop's time zone, with fractions. */
  readonly days: number;
  /** The rows of the report in pages: JSON arrays of `PetSums`, ascending by petId. */
  readonly pages: readonly string[];
  /** The days with sales or arrivals, ascending; null if they were not requested. */
  readonly daily: readonly DayAmounts[] | null;
};

export type DayAmounts = { readonly day: string; readonly sold: bigint; readonly arrived: bigint };

function rowOf(amounts: Amounts, days: number) {
  const { sold, end } = amounts;
  const soldPerDay = days > 0 ? Number(sold) / days : 0;
  const isSold = sold > 0n && days > 0;
  const daysLeft = isSold ? Math.max(0, Math.floor((Number(end) * days) / Number(sold))) : null;
  return { ...amounts, soldPerDay, daysLeft };
}

/**
 * The fields of a report's row as JSON, with every digit. A loop over the fields would take three
 * times as long.
 */
function membersOf(amounts: Amounts, days: number): string {
  const { start, end, sold, arrived, returned, damaged, died, counted, other, ...rates } = rowOf(
    amounts,
    days,
  );
  const levels = `"start":${start},"end":${end}`;
  const traded = `"sold":${sold},"arrived":${arrived},"returned":${returned}`;
  const corrected = `"damaged":${damaged},"died":${died},"counted":${counted},"other":${other}`;
  const lasting = `"soldPerDay":${rates.soldPerDay},"daysLeft":${rates.daysLeft}`;
  return `${levels},${traded},${corrected},${lasting}`;
}

/**
 * Reads a page of a report. The form of its rows is that which the statements in
 * store/report-sums.ts write, and is not checked: a report may have a million rows.
 */
const petsIn = (page: string) => JSON.parse(page) as PetSums[];

/** Reads a page of the sums by quarters of an hour, which the statements there write, too. */
export const quartersIn = (page: string) => JSON.parse(page) as QuarterSums[];

/** Which rows of a report are returned: at most `limit`, after a petId. The totals are over all. */
export type ReportPage = { readonly after: PetId | null; readonly limit: number };

const isAfter = ({ petId }: PetSums, after: PetId | null) =>
  after === null || BigInt(petId) > after;

/** The last petId of a page of a report, if there are rows after it; undefined on the last page. */
export function lastOfPage(
  { pages }: Pick<Report, 'pages'>,
  { after, limit }: ReportPage,
): string | undefined {
  // The rows are ascending, so all rows before the page that holds `after` can be passed over.
  const firstAfter = firstWhere(0, pages.length, (index) => {
    const [, petId] = /^\[\{"petId":"(-?\d+)"/.exec(pages[index] ?? '') ?? [];
    return petId !== undefined && (after === null || BigInt(petId) > after);
  });
  let shown = 0;
  let last: string | undefined;
  for (const page of pages.slice(Math.max(0, firstAfter - 1))) {
    for (const pet of petsIn(page)) {
      if (!isAfter(pet, after)) continue;
      if (shown === limit) return last;
      shown += 1;
      last = pet.petId;
    }
  }
  return undefined;
}

/**
 * Yields the JSON of a report page by page, so that a report on a million pets is never in memory
 * as a whole.
 */
export function* reportJson(report: Report, { after, limit }: ReportPage): Generator<string> {
  const { sinceMs, untilMs, timeZone, days, pages, daily } = report;
  const [since, until] = [new Date(sinceMs).toISOString(), new Date(untilMs).toISOString()];
  const totals = amountsOf({ start: 0, sums: [] });
  yield `{"since":"${since}","until":"${until}","timeZone":"${timeZone}","pets":[`;
  let shown = 0;
  for (const page of pages) {
    const rows: string[] = [];
    for (const pet of petsIn(page)) {
      const amounts = amountsOf(pet);
      for (const name of reportColumns) totals[name] += amounts[name];
      if (shown + rows.length < limit && isAfter(pet, after))
        rows.push(`{"petId":${pet.petId},${membersOf(amounts, days)}}`);
    }
    const comma = shown > 0 && rows.length > 0 ? ',' : '';
    shown += rows.length;
    yield `${comma}${rows}`;
  }
  yield `],"totals":{${membersOf(totals, days)}}${daily ? `,"days":${toJson(daily)}` : ''}}`;
}

/** A pet in a report: the amounts, how many were sold a day, and for how many days the stock lasts. */
export type ReportRow = ReturnType<typeof rowOf> & { readonly petId: bigint };

/** Yields the rows of a report, ascending by petId. */
export function* reportRows({ pages, days }: Report): Generator<ReportRow> {
  for (const page of pages) {
    for (const pet of petsIn(page))
      yield { petId: BigInt(pet.petId), ...rowOf(amountsOf(pet), days) };
  }
}

/** Yields a report as CSV in the form of RFC 4180. A value that is null becomes an empty cell. */
export function* reportCsv(
  { pages, days }: Report,
  { after, limit }: ReportPage,
): Generator<string> {
  yield `petId,${reportColumns},soldPerDay,daysLeft\r\n`;
  let shown = 0;
  for (const page of pages) {
    if (shown === limit) return;
    const rows = petsIn(page)
      .filter((pet) => isAfter(pet, after))
      .slice(0, limit - shown);
    shown += rows.length;
    yield rows
      .map((pet) => `${[pet.petId, ...Object.values(rowOf(amountsOf(pet), days))]}\r\n`)
      .join('');
  }
}
