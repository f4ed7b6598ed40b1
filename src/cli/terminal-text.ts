/** Text as a terminal shows it. */

const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;
const twoColumnsWide =
  /\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|[\u3000-\u303f\uff01-\uff60]/u;
const mark = /\p{M}/u;

/** What others wrote, such as a note, must neither break a line nor steer the terminal. */
export function printable(text: string): string {
  return text.replace(unprintable, ' ').trim();
}

export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += widthOf(character);
  return columns;
}

/** As much as fits, with … for the rest. */
export function clip(text: string, columnsMax: number): string {
  if (columnsOf(text) <= columnsMax) return text;
  let clipped = '';
  let columns = 1;
  for (const character of text) {
    columns += widthOf(character);
    if (columns > columnsMax) break;
    clipped += character;
  }
  return columnsMax < 1 ? '' : `${clipped}…`;
}

function widthOf(character: string): number {
  if (character <= '\x7e') return 1;
  if (mark.test(character)) return 0;
  return twoColumnsWide.test(character) ? 2 : 1;
}
