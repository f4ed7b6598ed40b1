import type { PetId } from './item.ts';
import { type Reason, reasons } from './ledger-entry.ts';

/**
 * What the changes of each pet, and those of all pets in each quarter of an hour, come to by reason. Each sum is five
 * integers, which cost next to nothing to keep and to pass on from one thread to another: the pet; the quarter, or -1 for
 * a sum of the pet; the reason; and the two parts of the sum. A day begins with a quarter in every time zone.
 */
export type LedgerSums = BigInt64Array;
export const sumIntegers = 5;
export const quarterMs = 900_000;

/** A sum may need more than 53 bits, so what is above this and what is below are summed by themselves. */
export const lowerPart = 2 ** 26;

/** By reason, in two parts each. */
export type ReasonSums = number[];

export const noSums = (): ReasonSums => new Array(2 * reasons.length).fill(0);

export function addSum(total: ReasonSums, sums: LedgerSums, at: number): void {
  const upper = 2 * Number(sums[at + 2]);
  total[upper] = (total[upper] ?? 0) + Number(sums[at + 3]);
  total[upper + 1] = (total[upper + 1] ?? 0) + Number(sums[at + 4]);
}

/** By how much all reasons together have changed the stock. */
export function changeOf(sums: ReasonSums): bigint {
  return reasons.reduce((change, _, index) => change + exactSum(sums, index), 0n);
}

function exactSum(sums: ReasonSums, reasonIndex: number): bigint {
  const [upper, lower] = [sums[2 * reasonIndex] ?? 0, sums[2 * reasonIndex + 1] ?? 0];
  const sum = upper * lowerPart + lower;
  return Number.isSafeInteger(sum) ? BigInt(sum) : BigInt(upper) * BigInt(lowerPart) + BigInt(lower);
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
export type Amounts = Record<'start' | 'end' | Column, bigint>;

/** Changes without a reason count as `adjustment`. */
export function amountsOf(sums: ReasonSums, start: bigint): Amounts {
  const amounts = { ...noAmounts, start, end: start + changeOf(sums) };
  for (const [index, reason] of reasons.entries()) {
    const sum = exactSum(sums, index);
    amounts[columnOf[reason]] = reason === 'sale' || reason === 'damage' ? -sum : sum;
  }
  return amounts;
}

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

export type Report = {
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly timeZone: string;
  /** The length of the span, in days of the shop. */
  readonly days: number;
  /** Ascending by petId. May be taken once. */
  readonly pets: Iterable<{ readonly petId: PetId; readonly amounts: Amounts }>;
  /** The days on which something was sold or arrived, ascending. */
  readonly daily: () => readonly { readonly day: string; readonly sold: bigint; readonly arrived: bigint }[];
};

const petsPerChunk = 50;
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

/** In chunks, so that a report on a million pets is never in memory as a whole. */
export function* reportJson(report: Report, withDays: boolean): Generator<string> {
  const { sinceMs, untilMs, timeZone, days, daily } = report;
  const span = { since: new Date(sinceMs).toISOString(), until: new Date(untilMs).toISOString(), timeZone };
  const totals = { ...noAmounts };
  let text = `${JSON.stringify(span).slice(0, -1)},"pets":[`;
  let count = 0;
  for (const { petId, amounts } of report.pets) {
    for (const name of columns) totals[name] += amounts[name];
    text += `${count++ === 0 ? '' : ','}{"petId":${petId},${jsonMembers(amounts, days)}}`;
    if (count % petsPerChunk !== 0) continue;
    yield text;
    text = '';
  }
  const rows = () => daily().map(({ day, sold, arrived }) => `{"day":"${day}","sold":${sold},"arrived":${arrived}}`);
  yield `${text}],"totals":{${jsonMembers(totals, days)}}${withDays ? `,"days":[${rows()}]` : ''}}`;
}

/** As RFC 4180 has it. */
export function* reportCsv({ pets, days }: Report): Generator<string> {
  const names = cells(noAmounts, days).map(([name]) => name);
  let text = `petId,${names}\r\n`;
  let count = 0;
  for (const { petId, amounts } of pets) {
    text += `${petId},${cells(amounts, days).map(([, value]) => value ?? '')}\r\n`;
    if (++count % petsPerChunk !== 0) continue;
    yield text;
    text = '';
  }
  yield text;
}
