import { InvalidArgumentError } from 'commander';
import { keyNamePattern, keyNameRule } from '../../domain/api-key.ts';
import { exactInteger } from '../../domain/exact-json.ts';
import { asDelta, asQuantity, quantityMax, quantityRule } from '../../domain/item.ts';
import { limits } from '../../limits.ts';

/** Parsers for arguments and option values, as strict as the API. */

export function quantityArgument(text: string): number {
  const quantity = wholeNumber(text);
  if (quantity !== undefined) return quantity;
  const hint = /^[+-]\d+$/.test(text) ? ' To change it by a difference, use "pawstock adjust".' : '';
  throw new InvalidArgumentError(`A quantity is ${quantityRule}.${hint}`);
}

export function deltaArgument(text: string): number {
  const delta = /^[+-]?\d+$/.test(text) ? asDelta(exactInteger(text.replace('+', ''))) : undefined;
  if (delta !== undefined) return delta;
  throw new InvalidArgumentError(
    `A difference is an integer from -${quantityMax} to ${quantityMax}, for example -2 or +3.`,
  );
}

/** A ledger sequence number. The version of a pet is one too. */
export function sequenceArgument(text: string): number {
  const sequence = wholeNumber(text);
  if (sequence !== undefined) return sequence;
  throw new InvalidArgumentError('It must be a whole number.');
}

export function countArgument(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number, at least 1.');
}

export function rateLimitArgument(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text) && Number(text) <= limits.rateLimitMax) return Number(text);
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${limits.rateLimitMax}.`);
}

/** Whether what is sent to this URL can be read on its way: plain HTTP to another machine. */
export function isReadableOnTheWay(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !/^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

export function keyNameArgument(text: string): string {
  if (keyNamePattern.test(text)) return text;
  throw new InvalidArgumentError(`A name has ${keyNameRule}.`);
}

const unitsMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const hundredYearsMs = 36_525 * 86_400_000;

/** `90d`, `24h`, `15m` or `30s`, in milliseconds. */
export function durationArgument(text: string): number {
  const [, count = '', unit = ''] = /^([1-9]\d{0,9})([smhd])$/.exec(text) ?? [];
  const durationMs = Number(count) * (unitsMs[unit] ?? 0);
  if (durationMs > 0 && durationMs <= hundredYearsMs) return durationMs;
  throw new InvalidArgumentError('A duration is a whole number followed by s, m, h or d, for example 90d.');
}

function wholeNumber(text: string): number | undefined {
  return /^\d+$/.test(text) ? asQuantity(exactInteger(text)) : undefined;
}
