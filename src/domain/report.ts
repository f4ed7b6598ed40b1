import type { PetId } from './item.ts';
import { type Reason, reasons } from './ledger-entry.ts';

/**
 * Sums of a ledger as plain numbers, which cost little to keep and to pass on from one thread to another. A sum may need
 * more than 53 bits, so it has two parts: what is above 2^26 and what is below are summed by themselves.
 */
export type LedgerSums = {
  /** Ascending by pet, `petNumbers` of each: the two halves of its id, stock at the start, changes, sums by reason. */
  readonly pets: Float64Array<ArrayBuffer>;
  /** Of each quarter of an hour with sales or arrivals: its number, the sum of sales, the sum of arrivals. */
  readonly quarters: Float64Array<ArrayBuffer>;
};

const changesAt = 3;
const sumsAt = 4;
export const petNumbers = sumsAt + 2 * reasons.length;
export const quarterNumbers = 5;
/** A day begins with a quarter of an hour in every time zone. */
export const quarterMs = 900_000;
export const lowerPart = 2 ** 26;
export const idHalf = 2 ** 32;

/** One change of the ledger. Without its time it is part of no quarter of an hour. */
export type ChangeRow = [
  high: number,
  low: number,
  reason: Reason | null,
  before: number | null,
  after: number | null,
  atMs?: number,
];

const noSums = reasons.flatMap(() => [0, 0]);

/** Sums the changes of a ledger one after the other. */
export class LedgerSummer {
  readonly #pets = new Map<number | bigint, number[]>();
  readonly #quarters = new Map<number, number[]>();

  /** `isInside` is false for changes after the span: the first one of a pet tells what it had in the span. */
  add([high, low, reason, before, after, atMs]: ChangeRow, isInside: boolean): void {
    const id = high * idHalf + low;
    const key = Number.isSafeInteger(id) ? id : petIdOf(high, low);
    const pet = this.#pets.get(key) ?? [high, low, before ?? 0, 0, ...noSums];
    if (pet[changesAt] === 0) this.#pets.set(key, pet);
    if (!isInside) return;
    const delta = (after ?? 0) - (before ?? 0);
    pet[changesAt] = (pet[changesAt] ?? 0) + 1;
    // Changes without a reason count as `adjustment`.
    addParts(pet, sumsAt + 2 * reasons.indexOf(reason ?? 'adjustment'), delta);
    if (atMs === undefined || (reason !== 'sale' && reason !== 'arrival')) return;
    const quarter = Math.floor(atMs / quarterMs);
    const sums = this.#quarters.get(quarter) ?? [quarter, 0, 0, 0, 0];
    this.#quarters.set(quarter, sums);
    addParts(sums, reason === 'sale' ? 1 : 3, delta);
  }

  result(): LedgerSums {
    return { pets: inOrder(this.#pets, petNumbers), quarters: inOrder(this.#quarters, quarterNumbers) };
  }
}

function addParts(sums: number[], at: number, delta: number): void {
  const upper = Math.floor(delta / lowerPart);
  sums[at] = (sums[at] ?? 0) + upper;
  sums[at + 1] = (sums[at + 1] ?? 0) + (delta - upper * lowerPart);
}

/** Rows of so many numbers, one after the other, by their first two. */
function inOrder(found: ReadonlyMap<unknown, number[]>, width: number): Float64Array<ArrayBuffer> {
  const rows = [...found.values()].sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d);
  const numbers = new Float64Array(width * rows.length);
  for (const [index, row] of rows.entries()) numbers.set(row, width * index);
  return numbers;
}

const petIdOf = (high: number, low: number): PetId => BigInt(high) * BigInt(idHalf) + BigInt(low);

export function exactSum(sums: Float64Array, at: number): bigint {
  const [upper, lower] = [sums[at] ?? 0, sums[at + 1] ?? 0];
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

function amountsAt(pets: Float64Array, at: number): Amounts {
  const start = BigInt(pets[at + 2] ?? 0);
  const amounts = { ...noAmounts, start, end: start };
  for (const [index, reason] of reasons.entries()) {
    const sum = exactSum(pets, at + sumsAt + 2 * index);
    amounts.end += sum;
    amounts[columnOf[reason]] = reason === 'sale' || reason === 'damage' ? -sum : sum;
  }
  return amounts;
}

type PetAmounts = { readonly petId: PetId; readonly amounts: Amounts };

/** The pets with stock or changes, ascending. `stock` is the stock of now, of pets that have not changed since the start. */
export function* petsOfReport(
  { pets }: LedgerSums,
  stock: Iterable<{ readonly petId: PetId; readonly quantity: number }>,
): Generator<PetAmounts> {
  let at = 0;
  const nextId = () => (at < pets.length ? petIdOf(pets[at] ?? 0, pets[at + 1] ?? 0) : Number.POSITIVE_INFINITY);
  let next = nextId();
  function* changedBefore(petId: PetId | number): Generator<PetAmounts> {
    while (next < petId) {
      const amounts = amountsAt(pets, at);
      if (pets[at + changesAt] !== 0 || amounts.end !== 0n) yield { petId: next as PetId, amounts };
      at += petNumbers;
      next = nextId();
    }
  }
  for (const { petId, quantity } of stock) {
    yield* changedBefore(petId);
    if (next === petId) yield* changedBefore(petId + 1n);
    else if (quantity > 0) yield { petId, amounts: { ...noAmounts, start: BigInt(quantity), end: BigInt(quantity) } };
  }
  yield* changedBefore(Number.POSITIVE_INFINITY);
}

export type Report = {
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly timeZone: string;
  /** The length of the span, in days of the shop. */
  readonly days: number;
  /** Ascending by petId. May be taken once. */
  readonly pets: Iterable<PetAmounts>;
  /** The days on which something was sold or arrived, ascending, if they were asked for. */
  readonly daily: readonly DayAmounts[] | null;
};

export type DayAmounts = { readonly day: string; readonly sold: bigint; readonly arrived: bigint };

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
export function* reportJson(report: Report): Generator<string> {
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
  const rows = daily?.map(({ day, sold, arrived }) => `{"day":"${day}","sold":${sold},"arrived":${arrived}}`);
  yield `${text}],"totals":{${jsonMembers(totals, days)}}${rows ? `,"days":[${rows}]` : ''}}`;
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
