import { InvalidArgumentError } from 'commander';

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const hundredYearsMs = 36_525 * 86_400_000;

/** `90d`, `24h`, `15m` or `30s`, in milliseconds. */
export function parseDuration(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,9})([smhd])$/.exec(text) ?? [];
  const durationMs = Number(count) * (units[unit] ?? 0);
  if (durationMs > 0 && durationMs <= hundredYearsMs) return durationMs;
  throw new InvalidArgumentError('A duration is a whole number with s, m, h or d, for example 90d.');
}
