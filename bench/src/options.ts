/** A whole number from the command line, from 1. */
export function positive(name: string, text: string, max = Number.MAX_SAFE_INTEGER): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1 && number <= max) return number;
  throw new Error(`--${name} must be a whole number from 1${max < 1e15 ? ` to ${max}` : ''}, not ${text}`);
}

/** So that the quantities that are sent keep their seven digits; see load.lua. */
export const secondsMax = 60;
