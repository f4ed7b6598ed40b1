import { type Cell, cellText } from './text.ts';

const gap = '  ';

/** The lines of a table for people. Each column is as wide as its widest cell, and lines end at the terminal's width. */
export function table(titles: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const lines = [titles, ...rows.map((row) => titles.map((_, index) => cellText(row[index])))];
  // The digits of numbers line up.
  const isNumeric = titles.map((_, index) => rows.every((row) => typeof row[index] !== 'string'));
  const widths = titles.map((_, index) =>
    lines.reduce((most, line) => Math.max(most, displayWidth(line[index] ?? '')), 0),
  );
  return lines.map((line) => {
    const cells = titles.map((_, index) => {
      const cell = line[index] ?? '';
      const padding = ' '.repeat((widths[index] ?? 0) - displayWidth(cell));
      return isNumeric[index] ? padding + cell : cell + padding;
    });
    return `${truncate(cells.join(gap).trimEnd())}\n`;
  });
}

/** Shortens a line to the width of the terminal, with … at its end. A width of 0 means that the width is unknown. */
function truncate(text: string): string {
  const columnsMax = process.stdout.columns || Number.POSITIVE_INFINITY;
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
