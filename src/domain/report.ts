import { type Reason, reasons } from './ledger-entry.ts';

/** A sum may have more digits than a number holds, so it has two parts: how many units, and the rest. */
type Sum = readonly [units: number, rest: number];
export const sumUnit = 2 ** 26;

/** What has become of a pet since the stock it had at the start. One that has not changed has no sums. */
type PetSums = { readonly petId: string; readonly start: number } & Partial<Readonly<Record<Reason, Sum>>>;

/** A day begins with a quarter of an hour in every time zone. */
export type QuarterSums = Readonly<{ quarter: number; sale: Sum; arrival: Sum }>;
export const quarterMs = 900_000;

export function exactSum([units, rest]: Sum): bigint {
  const sum = units * sumUnit + rest;
  return Number.isSafeInteger(sum) ? BigInt(sum) : BigInt(units) * BigInt(sumUnit) + BigInt(rest);
}

/** Where each reason is reported. What sales and damage take away counts as positive. */
const columnOf = {
  sale: 'sold',
  arrival: 'arrived',
  return: 'returned',
  damage: 'damaged',
  count: 'counted',
  adjustment: 'other',
} as const satisfies Record<Reason, string>;

type Column = (typeof columnOf)[Reason];
type Amounts = Record<'start' | 'end' | Column, bigint>;

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
  /** The length of the span, in days of the shop. */
  readonly days: number;
  /** JSON arrays of `PetSums`, ascending by petId. */
  readonly pages: readonly string[];
  /** The days on which something was sold or arrived, ascending, if they were asked for. */
  readonly daily: readonly DayAmounts[] | null;
};

export type DayAmounts = { readonly day: string; readonly sold: bigint; readonly arrived: bigint };

const columns = Object.keys(noAmounts) as (keyof Amounts)[];

/** Every digit of every amount, then the rates: null where nothing was sold. */
function cells(amounts: Amounts, days: number): [name: string, value: bigint | number | null][] {
  const { sold, end } = amounts;
  const isSold = sold > 0n && days > 0;
  return [
    ...columns.map((name) => [name, amounts[name]] as [string, bigint]),
    ['soldPerDay', days > 0 ? Number(sold) / days : 0],
    ['daysLeft', isSold ? Math.max(0, Math.floor((Number(end) * days) / Number(sold))) : null],
  ];
}

const jsonMembers = (amounts: Amounts, days: number) =>
  cells(amounts, days)
    .map(([name, value]) => `"${name}":${value}`)
    .join();

const petsOf = (page: string) =>
  (JSON.parse(page) as PetSums[]).map((pet) => ({ petId: pet.petId, amounts: amountsOf(pet) }));

/** A page at a time, so that a report on a million pets is never in memory as a whole. */
export function* reportJson(report: Report): Generator<string> {
  const { sinceMs, untilMs, timeZone, days, pages, daily } = report;
  const span = { since: new Date(sinceMs).toISOString(), until: new Date(untilMs).toISOString(), timeZone };
  const totals = { ...noAmounts };
  yield `${JSON.stringify(span).slice(0, -1)},"pets":[`;
  for (const [index, page] of pages.entries()) {
    const pets = petsOf(page);
    for (const { amounts } of pets) for (const name of columns) totals[name] += amounts[name];
    const texts = pets.map(({ petId, amounts }) => `{"petId":${petId},${jsonMembers(amounts, days)}}`);
    yield `${index === 0 ? '' : ','}${texts}`;
  }
  const rows = daily?.map(({ day, sold, arrived }) => `{"day":"${day}","sold":${sold},"arrived":${arrived}}`);
  yield `],"totals":{${jsonMembers(totals, days)}}${rows ? `,"days":[${rows}]` : ''}}`;
}

/** As RFC 4180 has it. */
export function* reportCsv({ pages, days }: Report): Generator<string> {
  yield `petId,${cells(noAmounts, days).map(([name]) => name)}\r\n`;
  for (const page of pages) {
    const row = (amounts: Amounts) => cells(amounts, days).map(([, value]) => value ?? '');
    yield petsOf(page)
      .map(({ petId, amounts }) => `${petId},${row(amounts)}\r\n`)
      .join('');
  }
}
