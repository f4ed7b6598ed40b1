/**
 * The maximum length of the name of an API key or a webhook endpoint. Names may be in any script.
 */
export const nameCharactersMax = 64;

/**
 * Characters that a name must not contain: white space except a plain space, control characters and
 * slashes.
 */
const excluded =
  '\\u0000-\\u001f\\u007f-\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ud800-\\udfff\\ufeff/\\\\';

export const namePattern = new RegExp(
  `^(?!\\.\\.?$)[^ ${excluded}](?:[^${excluded}]{0,${nameCharactersMax - 2}}[^ ${excluded}])?$`,
  'u',
);
export const nameRule = `1 to ${nameCharactersMax} characters without / and \\, no control characters, ordinary spaces only between others, and is neither "." nor ".."`;

/**
 * Says what is wrong with the name of an API key or webhook endpoint; undefined if the name is
 * valid.
 */
export function nameFault(text: string): string | undefined {
  if (!namePattern.test(text)) return `must be a name, which has ${nameRule}`;
  return text === text.normalize('NFC')
    ? undefined
    : 'must be in the Unicode form NFC: normalize it first';
}

/**
 * Normalizes a name that a person types: keyboards may produce decomposed letters and unusual
 * spaces.
 */
export function normalizeName(text: string): string {
  return text.normalize('NFC').replaceAll(/\p{Zs}/gu, ' ');
}
