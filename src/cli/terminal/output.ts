import { once } from 'node:events';
import { type Cell, cellText, tabSeparated } from './text.ts';

/**
 * Lets a command end quietly when the reader of its output closes the pipe, as in `pawstock export
 * | head`.
 */
export function exitOnClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  // A command goes on after the reader of its standard error has closed the pipe.
  process.stderr.on('error', () => undefined);
}

/**
 * Writes to standard output. Resolves when more can be written, so that a slow reader does not fill
 * the memory.
 */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

const charactersPerWrite = 65_536;

export async function printLines(lines: Iterable<string> | AsyncIterable<string>): Promise<void> {
  let text = '';
  for await (const line of lines) {
    text += line;
    if (text.length < charactersPerWrite) continue;
    await print(text);
    text = '';
  }
  await print(text);
}

/**
 * Prints rows as a table on a terminal. In a pipe, each row is a line with tabs between the cells.
 */
export async function printRows(
  titles: readonly string[],
  rows: readonly (readonly Cell[])[],
  ifNone: string,
) {
  if (!process.stdout.isTTY) return printLines(rows.map(tabSeparated));
  if (rows.length === 0) process.stderr.write(`${ifNone}\n`);
  else await printLines(table(titles, rows));
}

export function printJson(value: unknown): Promise<void> {
  return print(`${JSON.stringify(value, null, 2)}\n`);
}

/** The lines of a JSON array with one row per line. The rows are JSON texts already. */
export async function* jsonLines(
  rows: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string> {
  yield '[';
  let end = '\n';
  for await (const row of rows) {
    yield `${end}${row}`;
    end = ',\n';
  }
  yield '\n]\n';
}

const barWidth = 30;
const redrawMs = 100;

/** Shows a progress bar on standard error while `work` runs, if standard error is a terminal. */
export async function withProgressBar<T>(
  label: string,
  total: number,
  work: (onProgress: (done: number) => void) => Promise<T>,
): Promise<T> {
  if (!process.stderr.isTTY) return work(() => undefined);
  let drawnAtMs = 0;
  try {
    return await work((done) => {
      if (Date.now() - drawnAtMs < redrawMs && done < total) return;
      drawnAtMs = Date.now();
      const share = total === 0 ? 1 : done / total;
      const bar = '█'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '░');
      process.stderr.write(`\r${label} ${bar} ${Math.floor(share * 100)} % (${done} of ${total})`);
    });
  } finally {
    process.stderr.write('\r\x1b[K');
  }
}

/**
 * The lines of a table. Each column is as wide as its widest cell, and lines end at the terminal's
 * width.
 */
export function table(titles: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const lines = [titles, ...rows.map((row) => titles.map((_, index) => cellText(row[index])))];
  // Columns of numbers are aligned to the right, so that their digits line up.
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
    return `${truncate(cells.join('  ').trimEnd())}\n`;
  });
}

/**
 * Shortens a line that is wider than the terminal, and ends it with …. Without a known width, the
 * line stays whole.
 */
function truncate(text: string): string {
  const columnsMax = process.stdout.columns || Number.POSITIVE_INFINITY;
  if (displayWidth(text) <= columnsMax) return text;
  let truncated = '';
  let columns = 1;
  for (const character of text) {
    columns += displayWidth(character);
    if (columns > columnsMax) break;
    truncated += character;
  }
  return `${truncated}…`;
}

const twoColumnsWide =
  /\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|[\u3000-\u303f\uff01-\uff60]/gu;
const combiningMark = /\p{M}/gu;

/** How many columns of a terminal a text takes. Combining marks take none. */
function displayWidth(text: string): number {
  return [...text.replace(combiningMark, '').replace(twoColumnsWide, '  ')].length;
}
