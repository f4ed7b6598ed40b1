import { dateText } from '../state/days.ts';
import { timeZone } from '../state/time-zone.ts';
import { locale } from './language.ts';

/** Numbers and dates are written as in the user's region, and times are the shop's. */

const numberFormat = new Intl.NumberFormat(locale);
const plainFormat = new Intl.NumberFormat(locale, { useGrouping: false });
const compactFormat = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
const deltaFormat = new Intl.NumberFormat(locale, { signDisplay: 'always' });
const percentFormat = new Intl.NumberFormat(locale, { style: 'percent' });
const timeFormats = {
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  date: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
  day: { weekday: 'long', day: 'numeric', month: 'long' },
} as const;
const { numberingSystem } = numberFormat.resolvedOptions();

/** Keeps a text of a right-to-left script in its place: "٢٠ → ٢٧" would otherwise be shown the other way round. */
function isolate(text: string): string {
  return /[\u0590-\u08ff\u200f]/.test(text) ? `\u2068${text}\u2069` : text;
}

export function formatNumber(value: number | bigint): string {
  // Most quantities are small, and a table is drawn faster without formatting them.
  if (numberingSystem === 'latn' && value >= 0 && value < 1_000 && Number.isInteger(value)) return String(value);
  return isolate(numberFormat.format(value));
}

/** Without separators between thousands, which could be taken for a decimal mark. */
export function formatPlain(value: number): string {
  return isolate(plainFormat.format(value));
}

/** Abbreviates from a billion on: 1,234,567,890 is 1.2B. Where the unit is a word, it may stand on the next line. */
export function formatCompact(value: number | bigint): string {
  return value < 1_000_000_000 ? formatNumber(value) : isolate(compactFormat.format(value).replace('\u00a0', ' '));
}

/** A difference with its sign, for example "+3" or "−40". */
export function formatDelta(delta: number): string {
  if (delta === 0) return `±${formatNumber(0)}`;
  return isolate(deltaFormat.format(delta).replace('-', '−'));
}

/** A share in percent. A few among many are "<1%", not 0%. */
export function formatShare(part: number, whole: number): string {
  const share = part / whole;
  return share > 0 && share < 0.01 ? `<${formatShare(1, 100)}` : isolate(percentFormat.format(share));
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatAt(name: keyof typeof timeFormats, at: Date | string): string {
  const id = `${name} ${timeZone()}`;
  const known = formatters.get(id);
  const formatter = known ?? new Intl.DateTimeFormat(locale, { ...timeFormats[name], timeZone: timeZone() });
  formatters.set(id, formatter);
  return isolate(formatter.format(new Date(at)));
}

export function formatDateTime(at: Date | string): string {
  return formatAt('dateTime', at);
}

export function formatTime(at: Date | string): string {
  return formatAt('time', at);
}

/** "Monday, November 16". */
export function formatDay(at: Date | string): string {
  return formatAt('day', at);
}

/** "Nov 16, 2026". */
export function formatDate(at: Date | string): string {
  return formatAt('date', at);
}

/** The time; with the date unless that is today. */
export function formatMoment(at: Date | string): string {
  return dateText(new Date(at)) === dateText(new Date()) ? formatTime(at) : formatDateTime(at);
}

/** "a, b and c"; of the type "unit": "a, b, c". */
export function formatList(texts: readonly string[], type: Intl.ListFormatType = 'conjunction'): string {
  return new Intl.ListFormat(locale, { type }).format(texts);
}

const durationUnits = [
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** "24 hours", "90 minutes": in the largest unit that gives a whole number. */
export function formatDuration(seconds: number): string {
  const [unit, length] = durationUnits.find(([, one]) => seconds % one === 0) ?? ['second', 1];
  const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
  return isolate(format.format(seconds / length));
}

const megabyte = 1_000_000;
const sizeFormat = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumSignificantDigits: 2 });

/** "4.2 MB". */
export function formatSize(bytes: number): string {
  return isolate(sizeFormat.format(bytes / megabyte));
}
