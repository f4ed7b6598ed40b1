const numbers = new Intl.NumberFormat('en');
const brief = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const spans = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export function formatNumber(value: number | bigint): string {
  return numbers.format(value);
}

/** Fits where there is little room: 1,234,567 as it is, 1,234,567,890 as 1.2B. */
export function formatBriefly(value: number | bigint): string {
  return value < 1_000_000_000 ? formatNumber(value) : brief.format(value);
}

/** With its sign, a real minus included. */
export function formatDelta(delta: number): string {
  if (delta === 0) return '±0';
  return `${delta < 0 ? '−' : '+'}${numbers.format(Math.abs(delta))}`;
}

/** In percent; what is there at all is never told as none. */
export function formatShare(part: number, whole: number): string {
  const percent = (100 * part) / whole;
  return percent > 0 && percent < 1 ? 'less than 1%' : `${Math.round(percent)}%`;
}

export function formatMoment(at: string): string {
  return moments.format(new Date(at));
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

export function formatAgo(at: string, nowMs = Date.now()): string {
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(at)) / 1_000));
  for (const [unit, size] of units) if (seconds >= size) return spans.format(-Math.floor(seconds / size), unit);
  return 'just now';
}

/** "1 pet", "2 pets". */
export function count(amount: number, noun: string): string {
  return `${formatNumber(amount)} ${noun}${amount === 1 ? '' : 's'}`;
}
