import { dateText } from '../state/days.ts';
import { timeZone } from '../state/time-zone.ts';
import { locale } from './language.ts';

/**
 * The functions of this file write numbers and dates as in the user's region, and times as in the
 * shop's time zone.
 */

/**
 * Isolates right-to-left text from the text around it: "٢٠ → ٢٧" would otherwise be shown the other
 * way round.
 */
function isolate(text: string): string {
  return /[\u0590-\u08ff\u200f]/.test(text) ? `\u2068${text}\u2069` : text;
}

/**
 * Removes the invisible marks that isolate right-to-left text, because stored texts must not
 * contain them.
 */
export function withoutMarks(text: string): string {
  return text.replaceAll(/[\u2068\u2069]/g, '');
}

function numbersWith(options: Intl.NumberFormatOptions) {
  const format = new Intl.NumberFormat(locale, options);
  return (value: number | bigint) => isolate(format.format(value));
}

function timesWith(options: Intl.DateTimeFormatOptions, language = locale) {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (at: Date | string) => {
    const zone = timeZone();
    const format =
      formats.get(zone) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: zone });
    formats.set(zone, format);
    return isolate(format.format(new Date(at)));
  };
}

const { numberingSystem } = new Intl.NumberFormat(locale).resolvedOptions();
const formatAnyNumber = numbersWith({});
const formatAbbreviated = numbersWith({ notation: 'compact', maximumFractionDigits: 1 });
const formatSigned = numbersWith({ signDisplay: 'always' });
const formatPercent = numbersWith({ style: 'percent' });

export function formatNumber(value: number | bigint): string {
  // Intl.NumberFormat would be slow for the thousands of small quantities in a table, so they are
  // written without it.
  const isSmall =
    numberingSystem === 'latn' && value >= 0 && value < 1_000 && Number.isInteger(value);
  return isSmall ? String(value) : formatAnyNumber(value);
}

/** Writes a number without thousands separators, which people could take for a decimal mark. */
export const formatPlain = numbersWith({ useGrouping: false });

/**
 * Abbreviates numbers from a billion up, as in "1.2B". A line may break before the abbreviation.
 */
export function formatCompact(value: number | bigint): string {
  return value < 1_000_000_000
    ? formatNumber(value)
    : formatAbbreviated(value).replace('\u00a0', ' ');
}

/** A difference with its sign, for example "+3" or "−40". */
export function formatDelta(delta: number): string {
  return delta === 0 ? `±${formatNumber(0)}` : formatSigned(delta).replace('-', '−');
}

/** A share in percent. A share between 0 and 1 percent is "<1%", not "0%". */
export function formatShare(part: number, whole: number): string {
  const share = part / whole;
  return share > 0 && share < 0.01 ? `<${formatPercent(0.01)}` : formatPercent(share);
}

export const formatDateTime = timesWith({ dateStyle: 'medium', timeStyle: 'short' });
export const formatTime = timesWith({ timeStyle: 'short' });
/**
 * A time that spreadsheets of all regions read, such as 2026-11-16 08:30:00, as Swedes write it.
 */
export const formatForSpreadsheet = timesWith({ dateStyle: 'short', timeStyle: 'medium' }, 'sv');
/** Writes a day, for example "Monday, November 16". */
export const formatDay = timesWith({ weekday: 'long', day: 'numeric', month: 'long' });
/** Writes a date, for example "Nov 16, 2026". */
export const formatDate = timesWith({ dateStyle: 'medium' });

/** The time of day; with the date unless that is today. */
export function formatMoment(at: Date | string): string {
  return dateText(new Date(at)) === dateText(new Date()) ? formatTime(at) : formatDateTime(at);
}

/** Joins texts to a list: "a, b and c", or "a, b, c" for the type "unit". */
export function formatList(
  texts: readonly string[],
  type: Intl.ListFormatType = 'conjunction',
): string {
  return new Intl.ListFormat(locale, { type }).format(texts);
}

const secondsPer = { hour: 3_600, minute: 60, second: 1 };

/** A duration in the largest unit that gives a whole number: "24 hours", "90 minutes". */
export function formatDuration(seconds: number): string {
  const [unit, length] = Object.entries(secondsPer).find(([, one]) => seconds % one === 0) ?? [
    'second',
    1,
  ];
  return numbersWith({ style: 'unit', unit, unitDisplay: 'long' })(seconds / length);
}

const formatMegabytes = numbersWith({
  style: 'unit',
  unit: 'megabyte',
  maximumSignificantDigits: 2,
});

/** A size in megabytes, such as "4.2 MB". */
export function formatSize(bytes: number): string {
  return formatMegabytes(bytes / 1_000_000);
}
