import type { PetStatus } from '../../../client/inventory-types.ts';
import { petStatuses } from '../../../src/domain/item.ts';
import { type Reason, reasons } from '../../../src/domain/ledger-entry.ts';

const numberFormat = new Intl.NumberFormat('en');
const compactFormat = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const dateTimeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const relativeTimeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export function formatNumber(value: number | bigint): string {
  return numberFormat.format(value);
}

/** Abbreviates from a billion on: 1,234,567,890 is 1.2B. */
export function formatCompact(value: number | bigint): string {
  return value < 1_000_000_000 ? formatNumber(value) : compactFormat.format(value);
}

/** A difference with its sign, for example "+3" or "−40". */
export function formatDelta(delta: number): string {
  if (delta === 0) return '±0';
  return `${delta < 0 ? '−' : '+'}${numberFormat.format(Math.abs(delta))}`;
}

/** A share in percent. A few among many are "less than 1%", not 0%. */
export function formatShare(part: number, whole: number): string {
  const percent = (100 * part) / whole;
  return percent > 0 && percent < 1 ? 'less than 1%' : `${Math.round(percent)}%`;
}

export function formatDateTime(at: string): string {
  return dateTimeFormat.format(new Date(at));
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

export function formatAgo(at: string, nowMs = Date.now()): string {
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(at)) / 1_000));
  for (const [unit, size] of units) {
    if (seconds >= size) return relativeTimeFormat.format(-Math.floor(seconds / size), unit);
  }
  return 'just now';
}

/** "1 pet", "2 pets". */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** How each reason of a change is called. Every reason of the API must have a name here. */
export const reasonNames: Readonly<Record<Reason, string>> = {
  sale: 'Sale',
  arrival: 'Arrival',
  return: 'Return',
  adjustment: 'Adjustment',
  count: 'Count',
  damage: 'Damage',
};

export const reasonOptions = reasons.map((reason) => [reason, reasonNames[reason]] as const);

export const statusNames: Readonly<Record<PetStatus, string>> = {
  available: 'Available',
  pending: 'Pending',
  sold: 'Sold',
};

export const statusOptions = petStatuses.map((status) => [status, statusNames[status]] as const);
