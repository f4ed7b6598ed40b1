/** Text and tables on a terminal. */

export type Column = {
  readonly title: string;
  /** For numbers, so that their digits line up. */
  readonly alignRight?: true;
  readonly minWidth?: number;
};

type TableRow = readonly string[];

const gap = '  ';

/** The lines of a table whose columns are as wide as their widest cell. Lines are truncated to the terminal's width. */
export function table(columns: readonly Column[], rows: readonly TableRow[]): string[] {
  const widths = columns.map(({ title, minWidth = 0 }, index) =>
    rows.reduce((most, row) => Math.max(most, displayWidth(row[index] ?? '')), Math.max(displayWidth(title), minWidth)),
  );
  return [columns.map(({ title }) => title), ...rows].map((row) => tableLine(columns, widths, row));
}

/** One line of a table whose rows arrive one by one. A cell wider than `minWidth` pushes the rest of its line along. */
export function streamedTableLine(columns: readonly Column[], row: TableRow): string {
  const widths = columns.map(({ title, minWidth = 0 }) => Math.max(displayWidth(title), minWidth));
  return tableLine(columns, widths, row);
}

function tableLine(columns: readonly Column[], widths: readonly number[], row: TableRow): string {
  const cells = row.map((cell, index) => {
    const padding = ' '.repeat(Math.max(0, (widths[index] ?? 0) - displayWidth(cell)));
    return columns[index]?.alignRight ? padding + cell : cell + padding;
  });
  return `${truncate(cells.join(gap).trimEnd(), terminalWidth())}\n`;
}

/** Read for every line, because a terminal can be resized. Some terminals report a width of 0, which means unknown. */
function terminalWidth(): number {
  return process.stdout.columns || Number.POSITIVE_INFINITY;
}

const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/** Makes text from other people, such as a note, safe to print: no line breaks, no control sequences. */
export function printable(text: string): string {
  return text.replace(unprintable, ' ').trim();
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
