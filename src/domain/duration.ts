const unitsMs: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const hundredYearsMs = 36_525 * 86_400_000;

export const durationRule =
  'a whole number followed by s, m, h or d, for example 90d, and at most 100 years';

/**
 * Reads a duration such as `90d`, `24h`, `15m` or `30s` as milliseconds. Returns undefined for any
 * other text.
 */
export function parseDuration(text: string): number | undefined {
  const [, count = '', unit = ''] = /^([1-9]\d{0,9})([smhd])$/.exec(text) ?? [];
  const durationMs = Number(count) * (unitsMs[unit] ?? 0);
  return durationMs > 0 && durationMs <= hundredYearsMs ? durationMs : undefined;
}
