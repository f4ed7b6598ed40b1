import { printable } from './text.ts';

/** Tables on a terminal. */

type Column = readonly [title: string, width: number];

/** Columns of numbers, whose digits line up. */
const rightAligned = new Set([
  ...['ARRIVED', 'CHANGE', 'COUNTED', 'DAMAGED', 'DAYS LEFT', 'END', 'LAG', 'OTHER', 'PER DAY', 'PET', 'POSITION'],
  ...['QUANTITY', 'RETURNED', 'SEQ', 'SOLD', 'START', 'VERSION'],
]);

const gap = '  ';

/** The lines of a table whose columns are as wide as their widest cell. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const columns = titles.map((title, index): Column => {
    return [title, rows.reduce((most, row) => Math.max(most, displayWidth(row[index] ?? '')), displayWidth(title))];
  });
  return [titles, ...rows].map((row) => tableLine(columns, row));
}

/** Truncated to the terminal's width. A cell wider than its column pushes the rest of the line along. */
export function tableLine(columns: readonly Column[], row: readonly string[]): string {
  const cells = columns.map(([title, width], index) => {
    const cell = printable(row[index] ?? '');
    const padding = ' '.repeat(Math.max(0, width - displayWidth(cell)));
    return rightAligned.has(title) ? padding + cell : cell + padding;
  });
  return `${truncate(cells.join(gap).trimEnd(), terminalWidth())}\n`;
}

/** Read for every line, because a terminal can be resized. Some terminals report a width of 0, which means unknown. */
function terminalWidth(): number {
  return process.stdout.columns || Number.POSITIVE_INFINITY;
}

/** Shortens text to a number of terminal columns, with … at the end. */
function truncate(text: string, columnsMax: number): string {
  if (displayWidth(text) <= columnsMax) return text;
  let truncated = '';
  let columns = 1;
  for (const character of text) {
    columns += characterWidth(character);
    if (columns > columnsMax) break;
    truncated += character;
  }
  return `${truncated}…`;
}

/** How many terminal columns a text takes. */
function displayWidth(text: string): number {
  let columns = 0;
  for (const character of text) columns += characterWidth(character);
  return columns;
}

const twoColumnsWide =
  /\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|[\u3000-\u303f\uff01-\uff60]/u;
const combiningMark = /\p{M}/u;

function characterWidth(character: string): number {
  if (character <= '\x7e') return 1;
  if (combiningMark.test(character)) return 0;
  return twoColumnsWide.test(character) ? 2 : 1;
}
