import type { ServerKind } from './servers/server.ts';

/** A whole number from the command line, from 1. */
export function positive(name: string, text: string, max = Number.MAX_SAFE_INTEGER): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1 && number <= max) return number;
  throw new Error(`--${name} must be a whole number from 1${max < 1e15 ? ` to ${max}` : ''}, not ${text}`);
}

/** So that the quantities that are sent keep their seven digits; see load.lua. */
export const secondsMax = 60;

/** The servers that a list of ids with commas names. */
export function chosen(kinds: readonly ServerKind[], only: string): ServerKind[] {
  const ids = only.split(',');
  const known = kinds.map(({ id }) => id);
  const unknown = ids.filter((id) => !known.includes(id));
  if (unknown.length > 0) throw new Error(`--only takes ${known.join(', ')}, not ${unknown.join(', ')}`);
  return kinds.filter(({ id }) => ids.includes(id));
}
