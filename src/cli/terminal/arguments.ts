import { exactInteger } from '@pawstock/shared/exact-json.ts';
import { asDelta, asQuantity, quantityMax, quantityRule } from '@pawstock/shared/item.ts';
import { hiddenCharacterFault, nameFault, nameRule, normalizeName } from '@pawstock/shared/name.ts';
import { InvalidArgumentError } from 'commander';
import { apiLimits } from '../../api-limits.ts';
import { durationRule, parseDuration } from '../../domain/duration.ts';
import { parseInstant } from '../../domain/instant.ts';

/**
 * Makes a parser of a command-line argument. If `read` returns undefined, the user sees `rule` as
 * the error.
 */
export function argument<T>(
  rule: string,
  read: (text: string) => T | undefined,
): (text: string) => T {
  return (text) => {
    const value = read(text);
    if (value !== undefined) return value;
    throw new InvalidArgumentError(rule);
  };
}

export function quantityArgument(text: string): number {
  const hint = /^[+-]\d+$/.test(text)
    ? ' To change it by a difference, use "pawstock adjust".'
    : '';
  return argument(`A quantity is ${quantityRule}.${hint}`, wholeNumber)(text);
}

export const deltaArgument = argument(
  `A difference is an integer from -${quantityMax} to ${quantityMax}, for example -2 or +3.`,
  (text) => (/^[+-]?\d+$/.test(text) ? asDelta(exactInteger(text.replace('+', ''))) : undefined),
);

export const wholeNumberArgument = argument('It must be a whole number.', wholeNumber);

export const countArgument = argument('It must be a whole number, at least 1.', (text) =>
  wholeNumber(text, 1),
);

export const rateLimitArgument = argument(
  `It must be a whole number from 1 to ${apiLimits.rateLimitMax}.`,
  (text) => wholeNumber(text, 1, apiLimits.rateLimitMax),
);

/**
 * Reads a time as milliseconds. A date without a time means midnight in the time zone of this
 * machine.
 */
export const timeArgument = argument(
  'A time is a day such as 2026-01-31, or as in 2026-01-31T09:30:00Z.',
  (text) => {
    const isDay = parseInstant(`${text}T00:00:00Z`) !== undefined;
    return isDay ? Date.parse(`${text}T00:00:00`) : parseInstant(text);
  },
);

export function keyNameArgument(text: string): string {
  const name = normalizeName(text);
  const hidden = hiddenCharacterFault(name);
  if (hidden !== undefined) throw new InvalidArgumentError(`A name ${hidden}.`);
  if (nameFault(name) !== undefined) throw new InvalidArgumentError(`A name has ${nameRule}.`);
  return name;
}

/** Reads a duration such as `90d`, `24h`, `15m` or `30s` as milliseconds. */
export const durationArgument = argument(`A duration is ${durationRule}.`, parseDuration);

export const overlapArgument = argument(`An overlap is 0s, or ${durationRule}.`, (text) =>
  text === '0s' ? 0 : parseDuration(text),
);

function wholeNumber(text: string, min = 0, max = quantityMax): number | undefined {
  const number = /^\d+$/.test(text) ? asQuantity(exactInteger(text)) : undefined;
  return number !== undefined && number >= min && number <= max ? number : undefined;
}
