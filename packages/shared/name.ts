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

/** Characters that set the direction of text, and can make a name look like another one. */
const directionMark = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Joiners, which shape the letters beside them in Persian, Hindi and other languages. */
const joiners = '\\u200c\\u200d';

/** A joiner that is not between two letters, where it has no effect that could be seen. */
const strayJoiner = new RegExp(
  `(?<![\\p{L}\\p{M}])[${joiners}]|[${joiners}](?![\\p{L}\\p{M}])`,
  'u',
);

/** Other characters that show nothing. Braille's blank and annotation marks are ignored by no rule. */
const invisibleCharacter = new RegExp(
  `(?![${joiners}])[\\p{Default_Ignorable_Code_Point}\\u2800\\ufff9-\\ufffb]`,
  'u',
);

/**
 * Says which character of a name cannot be seen, so that the name could pass for another one;
 * undefined if there is none.
 */
export function hiddenCharacterFault(text: string): string | undefined {
  const mark = directionMark.exec(text)?.[0];
  if (mark !== undefined)
    return `must not contain the mark of direction ${codePointOf(mark)}: remove it`;

  const joiner = strayJoiner.exec(text)?.[0];
  if (joiner !== undefined)
    return `may contain the joiner ${codePointOf(joiner)} only between letters: remove it`;

  const invisible = invisibleCharacter.exec(text)?.[0];
  if (invisible !== undefined)
    return `must not contain the invisible character ${codePointOf(invisible)}: remove it`;

  return undefined;
}

/** A character in the notation of Unicode, such as U+200B. */
function codePointOf(character: string): string {
  const hex = character.codePointAt(0)?.toString(16).toUpperCase() ?? '';
  return `U+${hex.padStart(4, '0')}`;
}

/**
 * Says what is wrong with the name of an API key or webhook endpoint; undefined if the name is
 * valid.
 */
export function nameFault(text: string): string | undefined {
  const hidden = hiddenCharacterFault(text);
  if (hidden !== undefined) return hidden;
  if (!namePattern.test(text)) return `must be a name, which has ${nameRule}`;
  return text === text.normalize('NFC')
    ? undefined
    : 'must be in the Unicode form NFC: normalize it first';
}

/**
 * Normalizes a name that a person types: keyboards may produce decomposed letters, unusual spaces,
 * and selectors that only choose between two drawings of an emoji.
 */
export function normalizeName(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\p{Zs}/gu, ' ')
    .replaceAll(/[\ufe0e\ufe0f]/g, '');
}
