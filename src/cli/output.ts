import { once } from 'node:events';

/** Whoever closes the pipe early has seen enough. */
export function leaveQuietlyWithTheReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

/** Standard output, waiting for a slow pipe. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

const linesPerWrite = 1_000;

export async function printLines(lines: readonly string[]): Promise<void> {
  for (let start = 0; start < lines.length; start += linesPerWrite) {
    await print(lines.slice(start, start + linesPerWrite).join(''));
  }
}

export function printJson(value: unknown): Promise<void> {
  return print(`${JSON.stringify(value, null, 2)}\n`);
}

/** A JSON array with a line for each row. */
export function printJsonRows(rows: readonly string[]): Promise<void> {
  const last = rows.length - 1;
  return printLines(['[\n', ...rows.map((row, index) => (index === last ? `${row}\n` : `${row},\n`)), ']\n']);
}

/** A line for pipes: cells with tabs between them, as they are. */
export function tabbed(cells: readonly (string | number | bigint | null)[]): string {
  return `${cells.map((cell) => cell ?? '').join('\t')}\n`;
}
